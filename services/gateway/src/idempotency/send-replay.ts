import type { Response } from 'express';
import { requestState } from '../http/request-state.js';
import type { KeyedOutcome } from './idempotency.js';

/**
 * Sends the answer of the first call again, under that call's id and free of charge. `sendOwn` sends the answer of the
 * request itself, where no body was kept.
 */
export const sendReplay = async (
  response: Response,
  { requestId, answer }: Extract<KeyedOutcome<unknown>, { kind: 'replayed' }>,
  sendOwn: (requestId: string) => Promise<void>,
): Promise<void> => {
  requestState(response).id = requestId;
  response.setHeader('x-request-id', requestId);
  response.setHeader('idempotency-replayed', 'true');
  if (answer.body === undefined) return sendOwn(requestId);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(answer.body));
  response.status(answer.statusCode).end(answer.body);
};
