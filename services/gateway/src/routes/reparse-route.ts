import type { Request, RequestHandler, Response } from 'express';
import {
  REPARSE_ID,
  reparseOf,
  REPARSE_PATH,
  type ErrorDetail,
  type Operation,
  type ReparseParams,
} from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { Account, BatchItemStore, RequestRow } from '@quarry/store';
import { STORE_ANSWER_MS } from '../bounds.js';
import { answerWithin } from '../http/answer-within.js';
import { requestState } from '../http/request-state.js';
import { sendError, sendMethodNotAllowed } from '../http/send-error.js';
import { createOperationRoute, type OperationRouteOptions } from './operation-route.js';

export interface ReparseRouteOptions extends OperationRouteOptions {
  readonly operations: readonly Operation[];
  readonly files: Pick<FileStore, 'head'>;
  readonly items: Pick<BatchItemStore, 'get'>;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whose documents are meant: a request that was itself a parse has none of its own. */
const originOf = (row: RequestRow): string | undefined =>
  // safe because only checked parameters are stored with this id
  row.operation === REPARSE_ID ? (row.params as ReparseParams).requestId : undefined;

type Found = { readonly origin: RequestRow; readonly operation: Operation } | { readonly missing: ErrorDetail };

const NO_REQUEST: ErrorDetail = {
  message: 'There is no such request, or what was stored of it is no longer kept. Send the request anew.',
};
const NO_ANSWER: ErrorDetail = {
  message: 'Nothing that could be parsed again is stored of this request: it runs still, or it ended without a page.',
};

/** `POST /requests/<id>/reparse`: an ordinary request that costs nothing and fetches nothing. */
export const createReparseRoute = (options: ReparseRouteOptions): RequestHandler => {
  const { requests, items, operations, files } = options;

  const ownRow = async (account: Account, requestId: string): Promise<RequestRow | undefined> => {
    if (!UUID.test(requestId)) return undefined;
    const request = await answerWithin(STORE_ANSWER_MS, requests.get(requestId));
    const row = request ?? (await answerWithin(STORE_ANSWER_MS, items.get(requestId)));
    return row?.accountId === account.id ? row : undefined;
  };

  const find = async (account: Account, requestId: string): Promise<Found> => {
    const asked = await ownRow(account, requestId);
    const originId = asked && originOf(asked);
    const origin = originId === undefined ? asked : await ownRow(account, originId);
    if (origin === undefined) return { missing: NO_REQUEST };
    const operation = operations.find(({ id }) => id === origin.operation);
    if (operation === undefined || origin.answerName === undefined) return { missing: NO_ANSWER };
    const key = { accountId: account.id, requestId: origin.id, name: origin.answerName };
    return (await files.head(key)) === null ? { missing: NO_REQUEST } : { origin, operation };
  };

  return async (request: Request, response: Response, next): Promise<void> => {
    requestState(response).route = REPARSE_PATH;
    if (request.method !== 'POST') {
      await options.keyHeaders(request, response);
      return sendMethodNotAllowed(response, ['POST']);
    }
    const account = await options.authenticator.require(request, response);
    if (account === null) return;
    const found = await find(account, String(request.params['requestId']));
    if ('missing' in found) {
      await options.accountHeaders(response, account);
      return sendError(response, 'not_found', found.missing);
    }
    const { origin, operation } = found;
    const readInput = async () => ({ outcome: 'read' as const, input: { requestId: origin.id }, violations: [] });
    await createOperationRoute({ ...options, readInput }, reparseOf(operation))(request, response, next);
  };
};
