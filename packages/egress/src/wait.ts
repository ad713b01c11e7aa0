import { setTimeout as sleep } from 'node:timers/promises';
import pTimeout from 'p-timeout';

export const LATE = Symbol('late');

/** Waits; ends early, without an error, when the signal aborts. */
export const pause = (durationMs: number, signal: AbortSignal): Promise<void> =>
  sleep(durationMs, undefined, { signal }).catch(() => undefined);

/** The result of the work, or `LATE` when it takes longer. The work itself goes on; a later result or failure is ignored. */
export const within = <T>(work: Promise<T>, milliseconds: number): Promise<T | typeof LATE> =>
  pTimeout<T, typeof LATE>(work, { milliseconds, fallback: () => LATE });

/** The result of the work, or undefined when the signal aborts first. The work itself goes on. */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  pTimeout(work, { milliseconds: Infinity, signal }).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
