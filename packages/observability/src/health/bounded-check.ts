/** Longest time of one check or exposition in milliseconds; past it the answer is a 503. */
export const HEALTH_BUDGET_MS = 1_000;

const timeoutAfter = (timeoutMs: number): { promise: Promise<never>; stop: () => void } => {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return { promise, stop: () => clearTimeout(timer) };
};

/**
 * Bounds a check in time. Callers that come while one runs share it, so a part that hangs never gathers checks.
 */
export const boundedCheck = <T>(check: () => Promise<T>, budgetMs: number): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return async () => {
    running ??= Promise.resolve()
      .then(check)
      .finally(() => {
        running = undefined;
      });
    const timeout = timeoutAfter(budgetMs);
    try {
      return await Promise.race([running, timeout.promise]);
    } finally {
      timeout.stop();
      // The loser of the race may still reject.
      running?.catch(() => undefined);
    }
  };
};
