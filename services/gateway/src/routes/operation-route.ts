import type { Request, RequestHandler, Response } from 'express';
import type { Operation } from '@quarry/contracts';
import type { Admission, AdmissionInput, AdmittedRequest } from '../admission/admission.js';
import type { Refusal } from '../admission/screen-request.js';
import { refuse } from '../admission/screen-request.js';
import type { AccountHeaders, KeyHeaders } from '../http/account-headers.js';
import type { Authenticator } from '../http/authenticate.js';
import type { createJsonBodyReader } from '../http/read-json-body.js';
import { queryTextOf, readQuery, type QueryReading } from '../http/read-query.js';
import { requestState } from '../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../http/send-error.js';
import type { Settled } from '../settlement/settlement.js';
import { chooseRawFormat, withOutputFormat } from './raw-format.js';
import type { SendRow } from './send-row.js';

export interface OperationRouteOptions {
  readonly authenticator: Authenticator;
  readonly accountHeaders: AccountHeaders;
  readonly keyHeaders: KeyHeaders;
  readonly readBody: ReturnType<typeof createJsonBodyReader>;
  readonly admit: (input: AdmissionInput) => Promise<Admission>;
  readonly settle: (request: AdmittedRequest, clientGone: AbortSignal) => Promise<Settled>;
  readonly sendRow: SendRow;
}

type InputReading = ({ readonly outcome: 'read' } & QueryReading) | Refusal;

/** Aborts when the connection ends before the answer is out. */
const clientGoneSignal = (response: Response): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};

/** The way of one request over HTTP; what it means is decided in admission and settlement. */
export const createOperationRoute = (options: OperationRouteOptions, operation: Operation): RequestHandler => {
  const readInput = async (request: Request, response: Response): Promise<InputReading> => {
    if (operation.method === 'GET') return { outcome: 'read', ...readQuery(queryTextOf(request.url)) };
    const body = await options.readBody(request, response);
    return body.ok ? { outcome: 'read', input: body.body, violations: [] } : refuse(body.error);
  };

  return async (request, response) => {
    const state = requestState(response);
    state.route = operation.path;
    if (request.method !== operation.method) {
      await options.keyHeaders(request, response);
      return sendMethodNotAllowed(response, [operation.method]);
    }
    const clientGone = clientGoneSignal(response);
    const account = await options.authenticator.require(request, response);
    if (account === null) return;

    const sendRefusal = async (refusal: Refusal & { inUse?: number }): Promise<void> => {
      await options.accountHeaders(response, account, { inUse: refusal.inUse });
      sendError(response, refusal.error, { ...refusal.detail, retryAfterSeconds: refusal.retryAfterSeconds });
    };
    const read = await readInput(request, response);
    if (read.outcome === 'refused') return sendRefusal(read);
    const raw = chooseRawFormat(request, operation);
    const input = withOutputFormat(read.input, raw);
    const admission = await options.admit({
      requestId: state.id,
      account,
      operation,
      input,
      violations: read.violations,
    });
    if (admission.outcome === 'refused') return sendRefusal(admission);

    const { row, availableCredits } = await options.settle(admission.request, clientGone);
    if (response.destroyed) return;
    // By now this request's own lease is free again.
    const inUse = admission.inUse === undefined ? undefined : admission.inUse - 1;
    await options.accountHeaders(response, account, { availableCredits, inUse });
    await options.sendRow(response, row, raw);
  };
};
