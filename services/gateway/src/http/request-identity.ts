import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { withRequestContext, type Logger, type Metrics } from '@quarry/observability';
import { requestState, setRequestState } from './request-state.js';

/** A client's own id is echoed when it is short and clean; it is never ours. */
const CLIENT_REQUEST_ID = /^[\w\-.]{1,128}$/;

export interface RequestIdentityOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Gives every request its id, its first headers, its log context, and one log line and metrics when it has ended. */
export const createRequestIdentity = ({ log, metrics }: RequestIdentityOptions): RequestHandler => {
  return (request, response, next) => {
    const id = randomUUID();
    const startedAt = performance.now();
    setRequestState(response, { id, startedAt, route: 'unknown' });
    response.setHeader('x-request-id', id);
    response.setHeader('x-credits-charged', '0');
    const sent = request.headers['x-request-id'];
    const clientRequestId = typeof sent === 'string' && CLIENT_REQUEST_ID.test(sent) ? sent : undefined;
    if (clientRequestId !== undefined) response.setHeader('x-client-request-id', clientRequestId);

    response.once('close', () => {
      const { route, account } = requestState(response);
      const status = response.writableFinished ? response.statusCode : 'aborted';
      const seconds = (performance.now() - startedAt) / 1000;
      metrics.increment('http_requests_total', { route, status });
      metrics.observe('http_request_duration_seconds', { route }, seconds);
      log.info('answered', {
        requestId: id,
        method: request.method,
        route,
        ...(status === 'aborted' ? { isAborted: true } : { status }),
        durationMs: Math.round(seconds * 1000),
        accountId: account?.id,
        clientRequestId,
      });
    });
    withRequestContext({ requestId: id }, next);
  };
};
