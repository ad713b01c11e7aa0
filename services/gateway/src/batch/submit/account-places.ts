import type { Response } from 'express';
import { createAccountBudgets } from './account-budgets.js';
import type { HandleJob } from '../batch-exchange.js';
import { overloaded } from './submit-batch.js';

export interface AccountPlacesOptions {
  /** Calls of one account at once. */
  readonly places: number;
  /** Longest wait for one of them. */
  readonly waitMs: number;
}

/** Resolves when nothing of the answer is held any more: all of it went out, or nobody is there to take it. */
const gone = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed || response.writableFinished) return resolve();
    response.once('finish', resolve);
    response.once('close', resolve);
  });

/**
 * Bounds how many calls of one account hold rows of jobs in memory: reading is free, takes no place of the concurrency, and
 * a page may be as large as a submission. A call has its place until its answer was taken, so that whoever reads slowly
 * holds up nobody else's.
 */
export const createAccountPlaces = ({ places, waitMs }: AccountPlacesOptions) => {
  // A place is a budget's smallest part.
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
