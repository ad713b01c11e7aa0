import type { ErrorCode } from './errors.js';
import type { Verdict } from './verdicts.js';

/** How a call fails whose deadline has passed. */
export interface DeadlineFailure {
  readonly verdict: Verdict;
  readonly error: ErrorCode;
  /** Absent: the text of the code. */
  readonly message?: string;
}

const describeTimeout = (timeoutMs: number): string =>
  `The call did not finish within its timeout of ${timeoutMs} ms. Retry it, or give it a longer timeout.`;

/** The `timeout` among checked parameters. */
export const ownTimeoutMs = (params: unknown): number | undefined => {
  const timeoutMs = typeof params === 'object' && params !== null && 'timeout' in params ? params.timeout : undefined;
  return typeof timeoutMs === 'number' ? timeoutMs : undefined;
};

/**
 * The failure of a call with these checked parameters at its deadline, whoever ends it: that deadline is the caller's own
 * `timeout`, or else the service's.
 */
export const deadlineFailure = (params: unknown): DeadlineFailure => {
  const timeoutMs = ownTimeoutMs(params);
  return timeoutMs === undefined
    ? { verdict: 'deadline_exceeded', error: 'deadline_exceeded' }
    : { verdict: 'page_timeout', error: 'target_timeout', message: describeTimeout(timeoutMs) };
};
