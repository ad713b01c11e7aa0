export const LATE = Symbol('late');

/** Ends with the work, or with `LATE` when that takes longer. What comes too late, failures too, is nobody's any more. */
export const within = <T>(work: Promise<T>, timeoutMs: number): Promise<T | typeof LATE> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(LATE), timeoutMs);
    timer.unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
