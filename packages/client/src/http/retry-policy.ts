import type { QuarryError } from '../errors.js';

/** How a call is repeated. */
export interface RetryPolicy {
  /** Repeats after the first try; 0 to `MAX_RETRIES`. */
  readonly maxRetries: number;
  /** Pause before the first repeat, milliseconds; it doubles with each one and varies by a quarter. */
  readonly firstDelayMs: number;
  /** Longest pause, milliseconds, where the service does not ask for a longer one. */
  readonly longestDelayMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { maxRetries: 3, firstDelayMs: 500, longestDelayMs: 15_000 };

export const MAX_RETRIES = 20;

/** Longest `Retry-After` that is waited for; a call that is asked to wait longer rejects at once. */
export const MAX_RETRY_AFTER_MS = 120_000;

const JITTER = 0.25;

/**
 * Milliseconds to wait before the next try; undefined: give up. `tries`: how often the call was sent. `random`: 0 to 1.
 */
export const delayBeforeRetry = (
  { retryable, retryAfterSeconds = 0 }: Pick<QuarryError, 'retryable' | 'retryAfterSeconds'>,
  tries: number,
  { maxRetries, firstDelayMs, longestDelayMs }: RetryPolicy,
  random: number,
): number | undefined => {
  const askedMs = retryAfterSeconds * 1_000;
  if (!retryable || tries > maxRetries || askedMs > MAX_RETRY_AFTER_MS) return undefined;
  const delayMs = Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs);
  return Math.max(askedMs, delayMs * (1 - JITTER + 2 * JITTER * random));
};
