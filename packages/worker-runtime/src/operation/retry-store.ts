import { StoreError, type Clock } from '@quarry/store';
import { END_RETRY_GRACE_MS, STORE_RETRY_MAX_MS, STORE_RETRY_MIN_MS } from '../bounds.js';

/** A store that is unavailable or busy may recover soon; a closed store or a wrong call will not. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof StoreError && ['busy', 'overloaded', 'engine_failed'].includes(error.code);

export interface StoreCallOptions {
  readonly clock: Clock;
  readonly deadlineAtMs: number;
  /** Aborts when the job must end. */
  readonly signal: AbortSignal;
}

/** Calls the store until it succeeds, until a grace after the deadline or after the abort; then rejects with its last error. */
export const retryStore = async <T>(options: StoreCallOptions, call: () => Promise<T>): Promise<T> => {
  const { clock, deadlineAtMs, signal } = options;
  let untilMs = deadlineAtMs + END_RETRY_GRACE_MS;
  let hasSeenAbort = false;
  for (let pauseMs = STORE_RETRY_MIN_MS; ; pauseMs = Math.min(2 * pauseMs, STORE_RETRY_MAX_MS)) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted && !hasSeenAbort) {
        hasSeenAbort = true;
        untilMs = Math.min(untilMs, clock() + END_RETRY_GRACE_MS);
      }
      if (!isWorthRetrying(error) || clock() + pauseMs > untilMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
};
