import type { Response } from 'express';
import type { HandleJob } from './batch-exchange.js';
import { ByteBudget } from './byte-budget.js';
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
  const accounts = new Map<string, { readonly budget: ByteBudget; calls: number }>();

  return (handle: HandleJob): HandleJob =>
    async (exchange, job) => {
      const { id } = exchange.account;
      // A place is a budget's smallest part.
      const own = accounts.get(id) ?? { budget: new ByteBudget({ maxBytes: places, waitMs }), calls: 0 };
      accounts.set(id, own);
      own.calls += 1;
      const leave = await own.budget.enter(1);
      try {
        if (leave === undefined) return await exchange.refuse(overloaded());
        await handle(exchange, job);
        await gone(exchange.response);
      } finally {
        leave?.();
        own.calls -= 1;
        if (own.calls === 0) accounts.delete(id);
      }
    };
};
