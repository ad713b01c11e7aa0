import type { Request, RequestHandler, Response } from 'express';
import type { Operation } from '@quarry/contracts';
import type { Account, RequestRow } from '@quarry/store';
import type { AdmissionInput } from '../admission/admission.js';
import { refuse, type Refusal } from '../admission/screen-request.js';
import { RETRY_AFTER_OVERLOADED_SECONDS, STORE_ANSWER_MS } from '../bounds.js';
import type { AccountHeaders, KeyHeaders } from '../http/account-headers.js';
import { answerWithin } from '../http/answer-within.js';
import type { Authenticator } from '../http/authenticate.js';
import type { createJsonBodyReader } from '../http/read-json-body.js';
import { queryTextOf, readQuery, type QueryReading } from '../http/read-query.js';
import { tellOperation } from '../http/request-span.js';
import { requestState } from '../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../http/send-error.js';
import { fingerprintOf, readIdempotencyKey } from '../idempotency/idempotency-key.js';
import type { KeyedCall, KeyedOutcome, KeyedWork } from '../idempotency/idempotency.js';
import { sendReplay } from '../idempotency/send-replay.js';
import { answerOperation, keyedOperation, type KeyedParts, type OperationAnswer } from './operation-answer.js';
import { chooseRawFormat, withOutputFormat, type RawFormat } from './raw-format.js';
import type { RowSender } from './send-row.js';

export interface OperationRouteOptions extends Omit<KeyedParts, 'rows'> {
  readonly authenticator: Authenticator;
  readonly accountHeaders: AccountHeaders;
  readonly keyHeaders: KeyHeaders;
  readonly readBody: ReturnType<typeof createJsonBodyReader>;
  readonly runKeyed: <Answer>(call: KeyedCall, work: KeyedWork<Answer>) => Promise<KeyedOutcome<Answer>>;
  readonly rows: RowSender;
  /** Default: the query of a GET, the JSON body of a POST. */
  readonly readInput?: (request: Request, response: Response) => Promise<InputReading>;
}

/** One call while it is answered. */
interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly account: Account;
  readonly clientGone: AbortSignal;
  readonly raw: RawFormat | undefined;
}

type InputReading = ({ readonly outcome: 'read' } & QueryReading) | Refusal;

/** Aborts when the connection ends before the answer is out. */
export const clientGoneSignal = (response: Response): AbortSignal => {
  const controller = new AbortController();
  if (response.closed && !response.writableFinished) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};

const createSenders = ({ accountHeaders, rows, requests }: OperationRouteOptions) => {
  const sendRow = async ({ response, raw }: Exchange, row: RequestRow): Promise<void> => {
    if (row.state === 'ok') return rows.sendAnswer(response, row, raw);
    const { code, detail, retryAfterSeconds } = rows.errorOf(row);
    sendError(response, code, { ...detail, retryAfterSeconds });
  };
  const sendRefusal = async ({ response, account }: Exchange, refusal: Refusal, inUse?: number): Promise<void> => {
    await accountHeaders(response, account, { inUse });
    sendError(response, refusal.error, { ...refusal.detail, retryAfterSeconds: refusal.retryAfterSeconds });
  };
  const send = async (exchange: Exchange, answer: OperationAnswer): Promise<void> => {
    const { response, account } = exchange;
    if (answer.kind === 'refused') return sendRefusal(exchange, answer.refusal, answer.inUse);
    if (response.destroyed) return;
    const { row, availableCredits, inUse } = answer;
    requestState(response).span.set({ 'quarry.verdict': row.verdict, 'quarry.credits': row.chargedCredits });
    response.setHeader('x-credits-charged', String(row.chargedCredits));
    await accountHeaders(response, account, { availableCredits, inUse });
    await sendRow(exchange, row);
  };
  const sendKeyed = async (exchange: Exchange, outcome: KeyedOutcome<OperationAnswer>): Promise<void> => {
    const { response, account } = exchange;
    if (outcome.kind === 'own') return send(exchange, outcome.answer);
    if (outcome.kind === 'refused') return sendRefusal(exchange, refuseKeyed(outcome.error));
    if (outcome.kind === 'gone' || response.destroyed) return;
    await accountHeaders(response, account);
    await sendReplay(response, outcome, async (requestId) => {
      const row = await answerWithin(STORE_ANSWER_MS, requests.get(requestId));
      if (row === null) throw new Error('the row of a kept answer is gone');
      await sendRow(exchange, row);
    });
  };
  return { send, sendKeyed, sendRefusal };
};

/** A refusal of the key, not of what was asked. */
export const refuseKeyed = (error: Refusal['error']): Refusal =>
  error === 'overloaded' ? { ...refuse(error), retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS } : refuse(error);

/** The way of one request over HTTP; what it means is decided in admission, idempotency and settlement. */
export const createOperationRoute = (options: OperationRouteOptions, operation: Operation): RequestHandler => {
  const { send, sendKeyed, sendRefusal } = createSenders(options);
  const readSent = async (request: Request, response: Response): Promise<InputReading> => {
    if (operation.method === 'GET') return { outcome: 'read', ...readQuery(queryTextOf(request.url)) };
    const body = await options.readBody(request, response);
    return body.ok ? { outcome: 'read', input: body.body, violations: [] } : body.refusal;
  };
  const { readInput = readSent } = options;
  const answer = async (exchange: Exchange, read: QueryReading, key: string | undefined): Promise<void> => {
    const { response, account, clientGone, raw } = exchange;
    const { id: requestId, span } = requestState(response);
    tellOperation(span, operation, read.input);
    const { violations } = read;
    const input: AdmissionInput = {
      requestId,
      account,
      operation,
      violations,
      input: withOutputFormat(read.input, raw),
    };
    if (key === undefined) return send(exchange, await answerOperation(options, input, clientGone));
    const scope = { accountId: account.id, route: operation.path, key };
    const call = { scope, requestId, clientGone, fingerprint: fingerprintOf(read.input) };
    return sendKeyed(exchange, await options.runKeyed(call, keyedOperation(options, input, clientGone)));
  };

  return async (request, response) => {
    requestState(response).route = operation.path;
    if (request.method !== operation.method) {
      await options.keyHeaders(request, response);
      return sendMethodNotAllowed(response, [operation.method]);
    }
    const clientGone = clientGoneSignal(response);
    const account = await options.authenticator.require(request, response);
    if (account === null) return;
    const exchange = { request, response, account, clientGone, raw: chooseRawFormat(request, operation) };
    const reading = readIdempotencyKey(request);
    if (!reading.ok) return sendRefusal(exchange, refuse('bad_request', { message: reading.message }));
    const read = await readInput(request, response);
    if (read.outcome === 'refused') return sendRefusal(exchange, read);
    return answer(exchange, read, reading.key);
  };
};
