import type { Request, RequestHandler } from 'express';
import {
  readSerpSearch,
  SERP_ACCOUNT_PATHS,
  SERP_SEARCH_PATHS,
  serpAccount,
  serpEngineOf,
  serpError,
  serpFailed,
  serpKeyOf,
  serpPending,
  serpResults,
  type SerpSearch,
} from '@quarry/compat';
import { describeFailure, leastHoldOf, type Operation } from '@quarry/contracts';
import type { AccountStore, BatchItemStore, RequestRow, RequestStore } from '@quarry/store';
import { refuse } from '../admission/screen-request.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import { onPath, type Exchange } from '../http/exchange.js';
import { queryTextOf, readQuery } from '../http/input/read-query.js';
import { requestState } from '../http/request-state.js';
import { sendError } from '../http/send-error.js';
import { withTimeout } from '../http/with-timeout.js';
import { findOwnRow } from '../requests/find-own-row.js';
import { createOperationRoute, type InputReading, type OperationRouteOptions } from '../routes/operation-route.js';
import { tellErrorsTheirWay } from './their-words.js';

export interface SerpRoutesOptions extends Omit<OperationRouteOptions, 'requests' | 'readBody'> {
  readonly operations: readonly Operation[];
  readonly accounts: Pick<AccountStore, 'period'>;
  readonly requests: Pick<RequestStore, 'get'>;
  readonly items: Pick<BatchItemStore, 'get'>;
}

const ARCHIVE_PATH = '/searches/:searchId';
/** Calls of the clients that nothing answers. */
const OTHER_PATHS = ['/locations.json', '/locations', '/image'] as const;

/** In their words from here on, with the key that they send among the parameters. */
const inTheirWords =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) => {
    tellErrorsTheirWay(response, serpError);
    const key = serpKeyOf(readQuery(queryTextOf(request.url)).input);
    if (key !== undefined) request.headers['x-api-key'] ??= key;
    return handler(request, response, next);
  };

/** One search: an ordinary request of ours. */
const createSearch =
  (options: SerpRoutesOptions, path: string): RequestHandler =>
  async (request, response) => {
    requestState(response).route = path;
    if (request.method !== 'GET') return sendError(response, 'method_not_allowed');
    // Whose call it is comes first.
    if ((await options.authenticator.require(request, response)) === null) return;
    const query = readQuery(queryTextOf(request.url));
    const reading = readSerpSearch(query.input);
    if (!reading.ok) return sendError(response, 'bad_request', { message: reading.message });
    const { input, limit } = reading;
    const operation = options.operations.find(({ id }) => id === reading.operation);
    if (operation === undefined) throw new Error(`there is no operation ${reading.operation}`);
    const { baseUrl } = options;
    if (reading.isAsync) request.headers.prefer = 'respond-async';
    else delete request.headers.prefer;
    const { violations } = query;
    const readInput = async (): Promise<InputReading> => ({ outcome: 'read', input: { ...input }, violations });
    const rows: OperationRouteOptions['rows'] = {
      ...options.rows,
      sendAnswer: (own, row) =>
        options.rows.sendChanged(own, row, (answer) => serpResults(row, answer, { baseUrl, limit })),
    };
    const describePending = (id: string): object =>
      serpPending({ id, operation: operation.id, params: input, createdAtMs: Date.now() }, { baseUrl });
    const route = createOperationRoute(
      { ...options, rows, readInput, describePending, readBody: noBody },
      { ...operation, method: 'GET', path },
    );
    await route(request, response);
  };

const noBody: OperationRouteOptions['readBody'] = async () => ({ ok: true, body: {} });

const NO_SEARCH = refuse('not_found', { message: 'No such search, or it is no longer stored.' });

/** A search that was made before, also one that nobody waited for. */
const createArchive = (options: SerpRoutesOptions) => {
  const words = { baseUrl: options.baseUrl };

  const sendRow = async ({ response, send, putHeaders }: Exchange, row: RequestRow): Promise<void> => {
    const search: SerpSearch = row;
    if (row.state === 'open') return send(serpPending(search, words));
    if (row.state !== 'ok') return send(serpFailed(search, describeFailure(row).message, words));
    await putHeaders();
    await options.rows.sendChanged(response, row, (answer) => serpResults(search, answer, words));
  };

  return onPath(options, { path: ARCHIVE_PATH, methods: ['GET'] }, async (exchange) => {
    const id = searchIdOf(exchange.request);
    const row = id === undefined ? undefined : await findOwnRow(options, exchange.account.id, id);
    if (row === undefined || serpEngineOf(row.operation) === undefined) return exchange.refuse(NO_SEARCH);
    await sendRow(exchange, row);
  });
};

/** The id of `<id>` or `<id>.json`; there is no other form. */
const searchIdOf = ({ params }: Request): string | undefined =>
  /^([\w-]{1,64})(?:\.json)?$/.exec(String(params['searchId']))?.[1];

const createAccount = (options: SerpRoutesOptions, path: string): RequestHandler =>
  onPath(options, { path, methods: ['GET'] }, async (exchange) => {
    const accountId = exchange.account.id;
    const period = await withTimeout(STORE_ANSWER_MS, options.accounts.period(accountId));
    const search = options.operations.find(({ id }) => id === 'enginea/serp');
    if (period === null || search === undefined) return exchange.refuse(refuse('unauthorized'));
    const { granted, available, charged } = period;
    await exchange.send(
      serpAccount({
        accountId,
        grantedCredits: granted,
        availableCredits: available,
        chargedCredits: charged,
        searchCredits: leastHoldOf(search),
      }),
    );
  });

const refuseOther: RequestHandler = (_request, response) =>
  sendError(response, 'not_found', {
    message: 'Quarry does not support this call of the client. Supported: search, the search archive and account.',
  });

/** The calls of another search API, by their paths. */
export const openSerpRoutes = (
  options: SerpRoutesOptions,
): readonly (readonly [path: string, handler: RequestHandler])[] => [
  ...SERP_SEARCH_PATHS.map((path) => [path, inTheirWords(createSearch(options, path))] as const),
  ...SERP_ACCOUNT_PATHS.map((path) => [path, inTheirWords(createAccount(options, path))] as const),
  [ARCHIVE_PATH, inTheirWords(createArchive(options))],
  ...OTHER_PATHS.map((path) => [path, inTheirWords(refuseOther)] as const),
];
