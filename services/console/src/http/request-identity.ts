import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { noteAnswer, withRequestContext, type Logger, type Metrics } from '@quarry/observability';
import { requestState, setRequestState } from './request-state.js';

/** Gives every call its id and log context, and logs and counts it when it has ended. */
export const createRequestIdentity =
  (parts: { readonly log: Logger; readonly metrics: Metrics }): RequestHandler =>
  (request, response, next) => {
    const id = randomUUID();
    const startedAtMs = performance.now();
    setRequestState(response, { id, route: 'unknown' });
    response.setHeader('x-request-id', id);
    response.once('close', () => {
      const { route, accountId } = requestState(response);
      const write = noteAnswer(request, response, parts, { route, startedAtMs, fields: { accountId } });
      withRequestContext({ requestId: id }, write);
    });
    withRequestContext({ requestId: id }, next);
  };
