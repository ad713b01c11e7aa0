import type { Response } from 'express';
import type { ErrorBody } from '@quarry/contracts';
import { refuse, type Refusal } from '../admission/screen-request.js';
import { RETRY_AFTER_OVERLOADED_SECONDS } from '../bounds.js';
import type { Exchange } from '../http/exchange.js';
import { requestState } from '../http/request-state.js';
import type { KeyedOutcome } from './idempotency.js';

/** A refusal of the key, not of the request. */
export const refuseKeyed = (error: Refusal['error']): Refusal =>
  error === 'overloaded' ? { ...refuse(error), retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS } : refuse(error);

/** The response of the first call with a key: that call's id, and what was kept of it. */
export type Replayed = Pick<Extract<KeyedOutcome<unknown>, { kind: 'replayed' }>, 'requestId' | 'answer'>;

const notKept = (): never => {
  throw new Error('the response of a keyed call was not kept');
};

/**
 * Sends the response of the first call again, with that call's id and free of charge. `sendStored` sends it where no body
 * was kept.
 */
export const sendReplay = async (
  response: Response,
  { requestId, answer }: Replayed,
  sendStored: (requestId: string) => Promise<void> = notKept,
): Promise<void> => {
  requestState(response).id = requestId;
  response.setHeader('x-request-id', requestId);
  response.setHeader('idempotency-replayed', 'true');
  if (answer.body === undefined) return sendStored(requestId);
  const { tellError } = requestState(response);
  if (tellError !== undefined && answer.statusCode >= 400) {
    // safe because refusals are kept as error bodies
    const { statusCode, body } = tellError(JSON.parse(answer.body) as ErrorBody);
    response.status(statusCode).json(body);
    return;
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(answer.body));
  response.status(answer.statusCode).end(answer.body);
};

/** Sends the outcome of a keyed call: its own answer, a refusal of the key, or the response of the first call. */
export const sendKeyed = async <Answer>(
  { response, refuse: sendRefusal, putHeaders }: Pick<Exchange, 'response' | 'refuse' | 'putHeaders'>,
  outcome: KeyedOutcome<Answer>,
  sendOwn: (answer: Answer) => Promise<void>,
  sendReplayed: (replayed: Replayed) => Promise<void> = (replayed) => sendReplay(response, replayed),
): Promise<void> => {
  if (outcome.kind === 'own') return sendOwn(outcome.answer);
  if (outcome.kind === 'refused') return sendRefusal(refuseKeyed(outcome.error));
  if (outcome.kind === 'gone' || response.destroyed) return;
  await putHeaders();
  await sendReplayed(outcome);
};
