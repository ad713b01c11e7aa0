import type { Logger } from './logger.js';

/** An ended request or batch item. */
export interface LoggedEnd {
  readonly id: string;
  readonly operation: string;
  readonly host?: string | undefined;
  readonly verdict?: string | undefined;
  readonly error?: string | undefined;
  readonly reason?: string | undefined;
  readonly tier?: string | undefined;
  readonly attempt?: number | undefined;
  readonly createdAtMs?: number | undefined;
  /** Of an item: when it was given to the queue. */
  readonly handedOverAtMs?: number | undefined;
  readonly endedAtMs?: number | undefined;
  readonly chargedCredits: number;
}

export const REQUEST_ENDED = 'request ended';

/**
 * The one line about the end of a request. A worker writes it for the rows that it has ended, a gateway for the requests that
 * it has waited for or ended itself.
 */
export const logEnd = (log: Pick<Logger, 'info'>, row: LoggedEnd): void => {
  const { id, operation, host, verdict, error, reason, tier, attempt, createdAtMs, handedOverAtMs, endedAtMs } = row;
  const fromMs = handedOverAtMs ?? createdAtMs;
  const durationMs = fromMs === undefined || endedAtMs === undefined ? undefined : Math.max(0, endedAtMs - fromMs);
  const fields = { operation, host, verdict, reason: reason ?? error, tier, attempt, durationMs };
  log.info(REQUEST_ENDED, { requestId: id, ...fields, credits: row.chargedCredits });
};
