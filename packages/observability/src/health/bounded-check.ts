import pTimeout from 'p-timeout';

/** Longest time of one check or exposition in milliseconds; after it the response is a 503. */
export const HEALTH_BUDGET_MS = 1_000;

/** Bounds a check in time. Calls made while one runs share it, so that checks of a part that hangs do not pile up. */
export const boundedCheck = <T>(check: () => Promise<T>, budgetMs: number): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    running ??= Promise.resolve()
      .then(check)
      .finally(() => {
        running = undefined;
      });
    return pTimeout(running, { milliseconds: budgetMs, message: `no answer within ${budgetMs} ms` });
  };
};
