import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { withRequestContext, type Logger, type Metrics } from '@quarry/observability';
import { requestState, setRequestState } from './request-state.js';

/** Gives every call its id and log context, and logs and counts it when it has ended. */
export const createRequestIdentity =
  ({ log, metrics }: { readonly log: Logger; readonly metrics: Metrics }): RequestHandler =>
  (request, response, next) => {
    const id = randomUUID();
    const startedAt = performance.now();
    setRequestState(response, { id, route: 'unknown' });
    response.setHeader('x-request-id', id);
    response.once('close', () => {
      const { route, accountId } = requestState(response);
      const status = response.writableFinished ? response.statusCode : 'aborted';
      const seconds = (performance.now() - startedAt) / 1000;
      metrics.increment('http_requests_total', { route, status });
      metrics.observe('http_request_duration_seconds', { route }, seconds);
      const write = (): void =>
        log.info('answered', {
          method: request.method,
          route,
          ...(status === 'aborted' ? { isAborted: true } : { status }),
          durationMs: Math.round(seconds * 1000),
          accountId,
        });
      withRequestContext({ requestId: id }, write);
    });
    withRequestContext({ requestId: id }, next);
  };
