import type { Response } from 'express';
import { createAccountBudgets } from './account-budgets.js';
import type { HandleJob } from '../batch-exchange.js';
import { overloaded } from './submit-batch.js';

export interface AccountPlacesOptions {
  /** Calls of one account at once. */
  readonly places: number;
  /** Maximum wait for one of them. */
  readonly waitMs: number;
}

/** Resolves when the response is finished or its connection closed. */
const gone = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed || response.writableFinished) return resolve();
    response.once('finish', resolve);
    response.once('close', resolve);
  });

/**
 * Limits how many calls of one account hold rows of jobs in memory: reading is free and not counted as concurrency, and a page
 * may be as large as a submission. A call keeps its place until its response was read, so that a slow reader delays only its
 * own account.
 */
export const createAccountPlaces = ({ places, waitMs }: AccountPlacesOptions) => {
  // A place is one byte of the budget.
  const enter = createAccountBudgets({ maxBytes: places, waitMs });

  return (handle: HandleJob): HandleJob =>
    async (exchange, job) => {
      const leave = await enter(exchange.account.id, 1);
      if (leave === undefined) return exchange.refuse(overloaded());
      try {
        await handle(exchange, job);
        await gone(exchange.response);
      } finally {
        leave();
      }
    };
};
