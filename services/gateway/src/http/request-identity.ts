import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import {
  noteAnswer,
  quietTracing,
  withRequestContext,
  type Logger,
  type Metrics,
  type Tracing,
} from '@quarry/observability';
import { requestState, setRequestState } from './request-state.js';
import { beginRequestSpan, endRequestSpan } from './request-span.js';

/** A client's own id is echoed if it is short and clean, but never used as ours. */
const CLIENT_REQUEST_ID = /^[\w\-.]{1,128}$/;

export interface RequestIdentityOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Default: traces are only propagated. */
  readonly tracing?: Tracing | undefined;
}

/** Gives every request its id, first headers, log context and span, and logs and counts it when it has ended. */
export const createRequestIdentity = (options: RequestIdentityOptions): RequestHandler => {
  const { log, metrics, tracing = quietTracing } = options;
  return (request, response, next) => {
    const id = randomUUID();
    const startedAt = performance.now();
    const span = beginRequestSpan(tracing, request, id);
    setRequestState(response, { id, startedAt, route: 'unknown', span });
    response.setHeader('x-request-id', id);
    response.setHeader('x-credits-charged', '0');
    const sent = request.headers['x-request-id'];
    const clientRequestId = typeof sent === 'string' && CLIENT_REQUEST_ID.test(sent) ? sent : undefined;
    if (clientRequestId !== undefined) response.setHeader('x-client-request-id', clientRequestId);

    response.once('close', () => {
      const { route, account } = requestState(response);
      const fields = { accountId: account?.id, clientRequestId };
      const write = noteAnswer(request, response, { log, metrics }, { route, startedAtMs: startedAt, fields });
      endRequestSpan(span, request, response);
      // The events of a connection have no request context.
      withRequestContext({ requestId: id }, write, span);
    });
    withRequestContext({ requestId: id }, next, span);
  };
};
