/** Resolves after the pause, when a signal aborts, or with `end`. Never rejects. */
export const pauseUntil = async (
  pauseMs: number,
  signals: readonly AbortSignal[],
  end?: Promise<void>,
): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, pauseMs);
  const wake = (): void => resolve();
  for (const signal of signals) {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', wake, { once: true });
  }
  try {
    await (end === undefined ? promise : Promise.race([promise, end]));
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', wake);
  }
};
