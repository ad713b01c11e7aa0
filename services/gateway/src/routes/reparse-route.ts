import type { RequestHandler } from 'express';
import {
  REPARSE_ID,
  reparseFieldsOf,
  reparseOf,
  REPARSE_PATH,
  type ErrorDetail,
  type Operation,
  type ReparseParams,
  type Violation,
} from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { Account, BatchItemStore, Clock, RequestRow } from '@quarry/store';
import type { Catalogue } from '../admission/catalogue.js';
import { judgeKeyOperation } from '../admission/key-limits.js';
import { refuse } from '../admission/screen-request.js';
import { onPath } from '../http/exchange.js';
import { findOwnRow } from '../requests/find-own-row.js';
import { createOperationRoute, type InputReading, type OperationRouteOptions } from './operation-route.js';

export interface ReparseRouteOptions extends OperationRouteOptions {
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly files: Pick<FileStore, 'head'>;
  readonly items: Pick<BatchItemStore, 'get'>;
}

/** The request that has the documents, if this one was itself a parse. */
const originOf = (row: RequestRow): string | undefined =>
  // safe because requests of this operation have checked parameters
  row.operation === REPARSE_ID ? (row.params as ReparseParams).requestId : undefined;

interface Origin {
  readonly origin: RequestRow;
  readonly operation: Operation;
}

type Found = Origin | { readonly missing: ErrorDetail };

/** The parameters of the body, checked together with those of the request; others than how to read are violations. */
const readParams = (
  { catalogue, nowMs }: { readonly catalogue: Catalogue; readonly nowMs: number },
  { origin, operation }: Origin,
  body: Readonly<Record<string, unknown>>,
): { readonly params: Readonly<Record<string, unknown>>; readonly violations: readonly Violation[] } => {
  const names = Object.keys(body);
  if (names.length === 0) return { params: body, violations: [] };
  const allowed = reparseFieldsOf(operation);
  const listed = allowed.length === 0 ? 'None is accepted for this operation.' : `Accepted: ${allowed.join(', ')}.`;
  const isProhibited = (name: string): boolean =>
    Object.hasOwn(operation.input.fields, name) && !allowed.includes(name);
  const prohibited = names.filter(isProhibited).map((field): Violation => {
    const message = `${field} is not a parameter of a reparse, which fetches nothing. ${listed}`;
    return { field, rule: 'prohibited', message };
  });
  const asked = Object.fromEntries(Object.entries(body).filter(([name]) => !isProhibited(name)));
  // safe because parameters of an operation are an object
  const known = origin.params as Readonly<Record<string, unknown>>;
  const checked = catalogue.validate(operation, { ...known, ...asked }, nowMs);
  // A body that cannot be checked is refused, whatever the reason: without it another document would be returned.
  const violations = [...prohibited, ...(checked.ok ? [] : checked.violations)];
  if (!checked.ok || violations.length > 0) return { params: body, violations };
  return { params: Object.fromEntries(names.map((name) => [name, checked.params[name]])), violations };
};

const NO_REQUEST: ErrorDetail = {
  message: 'No such request, or its documents are no longer stored. Send the request again.',
};
const NO_ANSWER: ErrorDetail = {
  message: 'This request has no stored page to parse: it is still running, or it ended without a page.',
};
const NO_PAGES: ErrorDetail = {
  message: 'Requests of this operation store no pages to parse again. Send the request again.',
};

/** `POST /requests/<id>/reparse`: a request that costs nothing and fetches nothing. */
export const createReparseRoute = (options: ReparseRouteOptions): RequestHandler => {
  const { requests, items, catalogue, clock, files } = options;
  const { operations } = catalogue;

  const ownRow = (account: Account, requestId: string): Promise<RequestRow | undefined> =>
    findOwnRow({ requests, items }, account.id, requestId);

  const find = async (account: Account, requestId: string): Promise<Found> => {
    const asked = await ownRow(account, requestId);
    const originId = asked && originOf(asked);
    const origin = originId === undefined ? asked : await ownRow(account, originId);
    if (origin === undefined) return { missing: NO_REQUEST };
    const operation = operations.find(({ id }) => id === origin.operation);
    if (operation?.isReparsable === false) return { missing: NO_PAGES };
    if (operation === undefined || origin.answerName === undefined) return { missing: NO_ANSWER };
    const key = { accountId: account.id, requestId: origin.id, name: origin.answerName };
    return (await files.head(key)) === null ? { missing: NO_REQUEST } : { origin, operation };
  };

  return onPath(options, { path: REPARSE_PATH, methods: ['POST'] }, async (exchange) => {
    const { request, response, account } = exchange;
    const found = await find(account, String(request.params['requestId']));
    if ('missing' in found) return exchange.refuse(refuse('not_found', found.missing));
    const { origin, operation } = found;
    const forbidden = judgeKeyOperation(account, operation.id);
    if (forbidden !== undefined) return exchange.refuse(forbidden);
    const readInput = async (): Promise<InputReading> => {
      const body = await options.readBody(request, response);
      if (!body.ok) return body.refusal;
      const { params, violations } = readParams({ catalogue, nowMs: clock() }, found, body.body);
      const input = { requestId: origin.id, ...(Object.keys(params).length === 0 ? {} : { params }) };
      return { outcome: 'read', input, violations };
    };
    await createOperationRoute({ ...options, readInput, mayBeAsync: false }, reparseOf(operation))(request, response);
  });
};
