export interface PollOptions {
  readonly timeoutMs: number;
  /** Default: 50 ms. */
  readonly everyMs?: number;
}

/** Reads a value until it is as wanted or the time is over; returns the last one. */
export const poll = async <T>(
  read: () => T | Promise<T>,
  isDone: (value: T) => boolean,
  { timeoutMs, everyMs = 50 }: PollOptions,
): Promise<T> => {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isDone(value) || Date.now() > giveUpAt) return value;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
