import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../logs/logger.js';
import type { Metrics } from '../metrics/metrics.js';

export interface AnswerNote {
  readonly route: string;
  readonly startedAtMs: number;
  /** Whose call it was, and other fields of the log line. */
  readonly fields: { readonly accountId: string | undefined; readonly clientRequestId?: string | undefined };
}

/** Counts a call whose connection has closed, and returns what writes its log line. */
export const noteAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  { log, metrics }: { readonly log: Pick<Logger, 'info'>; readonly metrics: Pick<Metrics, 'increment' | 'observe'> },
  { route, startedAtMs, fields }: AnswerNote,
): (() => void) => {
  const status = response.writableFinished ? response.statusCode : 'aborted';
  const seconds = (performance.now() - startedAtMs) / 1000;
  metrics.increment('http_requests_total', { route, status });
  metrics.observe('http_request_duration_seconds', { route }, seconds);
  return () =>
    log.info('answered', {
      method: request.method,
      route,
      ...(status === 'aborted' ? { isAborted: true } : { status }),
      durationMs: Math.round(seconds * 1000),
      ...fields,
    });
};
