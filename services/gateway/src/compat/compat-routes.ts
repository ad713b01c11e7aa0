import type { RequestHandler } from 'express';
import {
  BATCH_SCRAPE_PATH,
  COMPAT_CALLS,
  COMPAT_PREFIXES,
  CONCURRENCY_PATH,
  concurrencyOf,
  CRAWL_PATH,
  CREDIT_HISTORY_PATH,
  CREDIT_USAGE_PATH,
  creditHistory,
  creditUsage,
  QUEUE_STATUS_PATH,
  queueStatus,
} from '@quarry/compat';
import type { Operation } from '@quarry/contracts';
import type { AccountStore, BatchStore, Clock } from '@quarry/store';
import type { AccountLeases } from '../admission/account-leases.js';
import { refuse } from '../admission/screen-request.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import { onPath } from '../http/exchange.js';
import { requestState } from '../http/request-state.js';
import { sendError } from '../http/send-error.js';
import { withTimeout } from '../http/with-timeout.js';
import { tellErrorsTheirWay, withTheirErrors } from './their-words.js';
import { unfinishedJobs } from './unfinished-jobs.js';
import { createOperationRoute, type InputReading, type OperationRouteOptions } from '../routes/operation-route.js';

export interface CompatRoutesOptions extends OperationRouteOptions {
  readonly operations: readonly Operation[];
  readonly accounts: Pick<AccountStore, 'period' | 'periods'>;
  readonly batches: Pick<BatchStore, 'list'>;
  readonly clock: Clock;
  readonly leases: Pick<AccountLeases, 'inUse'>;
}

type CompatCall = (typeof COMPAT_CALLS)[number];

/** One call of the other API: an ordinary request of ours, with its own words for parameters and response. */
const createCompatRoute =
  (options: CompatRoutesOptions, { path, read }: CompatCall): RequestHandler =>
  async (request, response) => {
    tellErrorsTheirWay(response);
    requestState(response).route = path;
    if (request.method !== 'POST') return sendError(response, 'method_not_allowed');
    // Whose call it is comes first: nobody else's body is read.
    if ((await options.authenticator.require(request, response)) === null) return;
    const body = await options.readBody(request, response);
    if (!body.ok) return sendError(response, body.refusal.error, body.refusal.detail);
    const reading = read(body.body);
    if (!reading.ok) return sendError(response, 'bad_request', { message: reading.message });
    const operation = options.operations.find(({ id }) => id === reading.operation);
    if (operation === undefined) throw new Error(`there is no operation ${reading.operation}`);
    const readInput = async (): Promise<InputReading> => ({ outcome: 'read', input: reading.input, violations: [] });
    const rows: OperationRouteOptions['rows'] = {
      ...options.rows,
      sendAnswer: (own, row) => options.rows.sendChanged(own, row, reading.write),
    };
    const route = createOperationRoute(
      { ...options, rows, readInput, mayBeAsync: false },
      { ...operation, method: 'POST', path },
    );
    await route(request, response);
  };

const createCreditUsageRoute = (options: CompatRoutesOptions): RequestHandler => {
  const answer = onPath(options, { path: CREDIT_USAGE_PATH, methods: ['GET'] }, async (exchange) => {
    const period = await withTimeout(STORE_ANSWER_MS, options.accounts.period(exchange.account.id));
    if (period === null) return exchange.refuse(refuse('unauthorized'));
    const { available: availableCredits, granted: totalCredits, startMs, endMs } = period;
    await exchange.send(creditUsage({ availableCredits, totalCredits, startMs, endMs }));
  });
  return withTheirErrors(answer);
};

const createCreditHistoryRoute = (options: CompatRoutesOptions): RequestHandler => {
  const answer = onPath(options, { path: CREDIT_HISTORY_PATH, methods: ['GET'] }, async (exchange) => {
    if (/[?&]byApiKey=true\b/.test(exchange.request.url)) {
      return exchange.refuse(refuse('bad_request', { message: 'Quarry does not support byApiKey in this call.' }));
    }
    const periods = await withTimeout(STORE_ANSWER_MS, options.accounts.periods(exchange.account.id));
    await exchange.send(creditHistory(periods));
  });
  return withTheirErrors(answer);
};

const createQueueStatusRoute = (options: CompatRoutesOptions): RequestHandler => {
  const { leases, batches, clock } = options;
  const answer = onPath(options, { path: QUEUE_STATUS_PATH, methods: ['GET'] }, async ({ account, send }) => {
    const [inUse, jobs] = await Promise.all([leases.inUse(account.id), unfinishedJobs(batches, account.id, clock())]);
    const openItems = jobs.reduce((sum, { requestsCount, visibleCount }) => sum + requestsCount - visibleCount, 0);
    await send(queueStatus({ inUse, openItems, concurrency: account.concurrency }));
  });
  return withTheirErrors(answer);
};

const createConcurrencyRoute = (options: CompatRoutesOptions): RequestHandler => {
  const path = CONCURRENCY_PATH;
  const answer = onPath(options, { path, methods: ['GET'] }, async ({ account, send }) => {
    await send(concurrencyOf({ inUse: await options.leases.inUse(account.id), concurrency: account.concurrency }));
  });
  return withTheirErrors(answer);
};

const FIGURES = [CREDIT_USAGE_PATH, CREDIT_HISTORY_PATH, QUEUE_STATUS_PATH, CONCURRENCY_PATH];

const refuseOthers: RequestHandler = (request, response, next) => {
  if (!COMPAT_PREFIXES.some((prefix) => request.path.startsWith(prefix))) return next();
  tellErrorsTheirWay(response);
  const posts = [...COMPAT_CALLS.map(({ path }) => path), BATCH_SCRAPE_PATH, CRAWL_PATH].map((path) => `POST ${path}`);
  const supported = [...posts, ...FIGURES.map((path) => `GET ${path}`)].join(', ');
  return sendError(response, 'not_found', {
    message: `Quarry does not support this call of the client. Supported: ${supported}.`,
  });
};

/** The calls of another API by their paths, and what answers all its others. */
export const openCompatRoutes = (
  options: CompatRoutesOptions,
): { readonly routes: readonly (readonly [string, RequestHandler])[]; readonly others: RequestHandler } => ({
  routes: [
    ...COMPAT_CALLS.map((call) => [call.path, createCompatRoute(options, call)] as const),
    [CREDIT_USAGE_PATH, createCreditUsageRoute(options)],
    [CREDIT_HISTORY_PATH, createCreditHistoryRoute(options)],
    [QUEUE_STATUS_PATH, createQueueStatusRoute(options)],
    [CONCURRENCY_PATH, createConcurrencyRoute(options)],
  ],
  others: refuseOthers,
});
