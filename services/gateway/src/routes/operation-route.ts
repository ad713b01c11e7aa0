import type { Request, Response } from 'express';
import { REPARSE_ID, type Operation } from '@quarry/contracts';
import type { RequestRow } from '@quarry/store';
import type { AdmissionInput } from '../admission/admission.js';
import { judgeKeyOperation } from '../admission/key-limits.js';
import { refuse, type Refusal } from '../admission/screen-request.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import { clientGoneSignal, openExchange, type Exchange, type ExchangeOptions } from '../http/exchange.js';
import { withTimeout } from '../http/with-timeout.js';
import type { createJsonBodyReader } from '../http/input/read-json-body.js';
import { prefersAsync } from '../http/input/prefers-async.js';
import { queryTextOf, readQuery, type QueryReading } from '../http/input/read-query.js';
import { recordOperation } from '../http/request-span.js';
import { requestState } from '../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../http/send-error.js';
import { fingerprintOf, readIdempotencyKey } from '../idempotency/idempotency-key.js';
import type { KeyedCall, KeyedOutcome, KeyedWork } from '../idempotency/idempotency.js';
import { sendKeyed, sendReplay, type Replayed } from '../idempotency/send-replay.js';
import {
  answerOperation,
  keyedOperation,
  otherRequestOf,
  pendingBody,
  type KeyedParts,
  type OperationAnswer,
} from './operation-answer.js';
import { chooseRawFormat, withOutputFormat, type RawFormat } from './raw-format.js';
import type { RowSender } from './send-row.js';

export interface OperationRouteOptions extends Omit<KeyedParts, 'rows'>, ExchangeOptions {
  readonly readBody: ReturnType<typeof createJsonBodyReader>;
  readonly runKeyed: <Answer>(call: KeyedCall, work: KeyedWork<Answer>) => Promise<KeyedOutcome<Answer>>;
  readonly rows: RowSender;
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** False: Prefer is ignored. Default: true. */
  readonly mayBeAsync?: boolean;
  /** The body of a 202. Default: ours. */
  readonly describePending?: (requestId: string) => object;
  /** Default: the query of a GET, the JSON body of a POST. */
  readonly readInput?: (request: Request, response: Response) => Promise<InputReading>;
}

interface OperationExchange extends Exchange {
  readonly clientGone: AbortSignal;
  readonly raw: RawFormat | undefined;
}

export type InputReading = ({ readonly outcome: 'read' } & QueryReading) | Refusal;

const createSenders = (options: OperationRouteOptions) => {
  const { accountHeaders, rows, requests, baseUrl, describePending = pendingBody } = options;
  const sendPending = async ({ response, account }: OperationExchange, requestId: string, inUse?: number) => {
    await accountHeaders(response, account, { inUse });
    if (response.destroyed) return;
    response.setHeader('preference-applied', 'respond-async').setHeader('location', `${baseUrl}/requests/${requestId}`);
    response.status(202).json(describePending(requestId));
  };
  /** Of an earlier call: with its id, and free. */
  const sendKnown = async (exchange: OperationExchange, row: RequestRow): Promise<void> => {
    const { response, account } = exchange;
    requestState(response).id = row.id;
    response.setHeader('x-request-id', row.id).setHeader('x-cache', 'hit');
    await accountHeaders(response, account);
    await sendRow(exchange, row);
  };
  const sendRow = async ({ response, raw }: OperationExchange, row: RequestRow): Promise<void> => {
    if (row.state === 'ok') return rows.sendAnswer(response, row, raw);
    const { code, detail, retryAfterSeconds } = rows.errorOf(row);
    sendError(response, code, { ...detail, retryAfterSeconds });
  };
  const send = async (exchange: OperationExchange, answer: OperationAnswer): Promise<void> => {
    const { response, account } = exchange;
    if (answer.kind === 'refused') return exchange.refuse(answer.refusal, { inUse: answer.inUse });
    if (response.destroyed) return;
    if (answer.kind === 'pending') return sendPending(exchange, answer.requestId, answer.inUse);
    if (answer.kind === 'known') return sendKnown(exchange, answer.row);
    const { row, availableCredits, inUse } = answer;
    requestState(response).span.set({ 'quarry.verdict': row.verdict, 'quarry.credits': row.chargedCredits });
    response.setHeader('x-credits-charged', String(row.chargedCredits));
    await accountHeaders(response, account, { availableCredits, inUse });
    await sendRow(exchange, row);
  };
  /** Of the first call with the same key, whose row it reads. */
  const sendStored = async (exchange: OperationExchange, requestId: string): Promise<void> => {
    const row = await withTimeout(STORE_ANSWER_MS, requests.get(requestId));
    if (row === null) throw new Error('the row of a kept answer is gone');
    if (row.state === 'open') return sendPending(exchange, requestId);
    await sendRow(exchange, row);
  };
  const sendReplayed = async (exchange: OperationExchange, { requestId, answer }: Replayed): Promise<void> => {
    const other = otherRequestOf(answer);
    if (other !== undefined) exchange.response.setHeader('x-cache', 'hit');
    const kept = other === undefined ? { requestId, answer } : { requestId: other, answer: { statusCode: 200 } };
    await sendReplay(exchange.response, kept, (id) => sendStored(exchange, id));
  };
  return { send, sendReplayed };
};

/** Handles a call of an operation over HTTP; admission, idempotency and settlement decide its outcome. */
export const createOperationRoute = (options: OperationRouteOptions, operation: Operation) => {
  const { send, sendReplayed } = createSenders(options);
  const readSent = async (request: Request, response: Response): Promise<InputReading> => {
    if (operation.method === 'GET') return { outcome: 'read', ...readQuery(queryTextOf(request.url)) };
    const body = await options.readBody(request, response);
    return body.ok ? { outcome: 'read', input: body.body, violations: [] } : body.refusal;
  };
  const { readInput = readSent } = options;
  const answer = async (exchange: OperationExchange, read: QueryReading, key: string | undefined): Promise<void> => {
    const { response, account, clientGone, raw } = exchange;
    const { id: requestId, span } = requestState(response);
    recordOperation(span, operation, read.input);
    const { violations } = read;
    const input: AdmissionInput = {
      requestId,
      account,
      operation,
      violations,
      input: withOutputFormat(read.input, raw),
      isAsync: (options.mayBeAsync ?? true) && prefersAsync(exchange.request),
    };
    if (key === undefined) return send(exchange, await answerOperation(options, input, clientGone));
    const scope = { accountId: account.id, route: operation.path, key };
    const call = { scope, requestId, clientGone, fingerprint: fingerprintOf(read.input) };
    const outcome = await options.runKeyed(call, keyedOperation(options, input, clientGone));
    return sendKeyed(
      exchange,
      outcome,
      (own) => send(exchange, own),
      (replayed) => sendReplayed(exchange, replayed),
    );
  };

  return async (request: Request, response: Response): Promise<void> => {
    requestState(response).route = operation.path;
    if (request.method !== operation.method) {
      await options.keyHeaders(request, response);
      return sendMethodNotAllowed(response, [operation.method]);
    }
    const clientGone = clientGoneSignal(response);
    const account = await options.authenticator.require(request, response);
    if (account === null) return;
    const raw = chooseRawFormat(request, operation);
    const exchange = { ...openExchange(options, request, response, account), clientGone, raw };
    // A reparse is judged by the operation whose documents it reads.
    const forbidden = operation.id === REPARSE_ID ? undefined : judgeKeyOperation(account, operation.id);
    if (forbidden !== undefined) return exchange.refuse(forbidden);
    const reading = readIdempotencyKey(request);
    if (!reading.ok) return exchange.refuse(refuse('bad_request', { message: reading.message }));
    const read = await readInput(request, response);
    if (read.outcome === 'refused') return exchange.refuse(read);
    return answer(exchange, read, reading.key);
  };
};
