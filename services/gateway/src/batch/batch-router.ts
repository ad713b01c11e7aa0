import type { RequestHandler } from 'express';
import type { BatchExportFormat, BatchRoute, BatchRouteKind, Operation } from '@quarry/contracts';
import type { Deliveries } from '@quarry/exports';
import type { BatchHints } from '@quarry/queue';
import type { BatchJob, BatchStore } from '@quarry/store';
import { judgeKeyOperation } from '../admission/key-limits.js';
import { refuse } from '../admission/screen-request.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import { onPath, type ExchangeOptions } from '../http/exchange.js';
import { withTimeout } from '../http/with-timeout.js';
import type { BatchExchange, HandleBatch, HandleJob } from './batch-exchange.js';
import { statusBody } from './job-status.js';

export interface BatchRouterOptions extends ExchangeOptions {
  readonly batches: Pick<BatchStore, 'get' | 'requestStop'>;
  readonly hints: Pick<BatchHints, 'announceJob'>;
  readonly deliveries: Pick<Deliveries, 'get'>;
  readonly baseUrl: string;
  readonly operations: readonly Operation[];
  readonly submit: HandleBatch;
  readonly startCrawl: HandleBatch;
  readonly about: Readonly<Record<'results' | 'retry-failed' | BatchExportFormat, HandleJob>>;
}

/** What a key needs the operation for; it may read and stop every job of its account. */
const NEW_WORK: ReadonlySet<BatchRouteKind> = new Set(['submit', 'retry-failed']);

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The job of a call; null for one that is unknown, of another account, operation or family, or not accepted yet. */
export const findOwnJob = async (
  batches: Pick<BatchStore, 'get'>,
  { request, account, operation }: Pick<BatchExchange, 'request' | 'account' | 'operation'>,
  family: BatchRoute['family'],
): Promise<BatchJob | null> => {
  const jobId = String(request.params['jobId']).toLowerCase();
  const job = UUID.test(jobId) ? await withTimeout(STORE_ANSWER_MS, batches.get(jobId)) : null;
  const isTheirs = job?.accountId === account.id && job.operation === operation.id;
  const isOfFamily = (job?.crawl === undefined ? 'batch' : 'crawl') === family;
  return isTheirs && isOfFamily && job.state !== 'accepting' ? job : null;
};

const isRoute = (method: string) => (route: BatchRoute) =>
  route.method === method || (method === 'HEAD' && route.method === 'GET');

/** GET includes HEAD. */
const allowedOn = (routes: readonly BatchRoute[]): readonly string[] =>
  routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

const createHandlers = (options: BatchRouterOptions): Readonly<Record<BatchRouteKind, HandleBatch>> => {
  const { batches, baseUrl, about, hints, deliveries } = options;
  const sendStatus = async (exchange: BatchExchange, job: BatchJob): Promise<void> => {
    const found = await withTimeout(STORE_ANSWER_MS, deliveries.get(job.id));
    const batchUrl = `${baseUrl}${exchange.route.path.replace('/:jobId', '')}`;
    await exchange.send(statusBody(job, batchUrl, found?.delivery));
  };

  const ofJob =
    (handle: HandleJob): HandleBatch =>
    async (exchange) => {
      const job = await findOwnJob(batches, exchange, exchange.route.family);
      return job === null ? exchange.refuse(refuse('job_not_found')) : handle(exchange, job);
    };
  const stop: HandleJob = async (exchange, { id }) => {
    const job = await withTimeout(STORE_ANSWER_MS, batches.requestStop(id));
    if (job === null) return exchange.refuse({ outcome: 'refused', error: 'job_not_found' });
    // Only a hint: the leader looks by itself.
    void hints.announceJob(id).catch(() => undefined);
    await sendStatus(exchange, job);
  };
  return {
    submit: (exchange) => (exchange.route.family === 'crawl' ? options.startCrawl : options.submit)(exchange),
    status: ofJob(sendStatus),
    stop: ofJob(stop),
    results: ofJob(about.results),
    ndjson: ofJob(about.ndjson),
    csv: ofJob(about.csv),
    parquet: ofJob(about.parquet),
    warc: ofJob(about.warc),
    'retry-failed': ofJob(about['retry-failed']),
  };
};

/** Handlers by path pattern. */
export const createBatchRoutes = (
  options: BatchRouterOptions,
  routes: readonly BatchRoute[],
): readonly (readonly [path: string, handler: RequestHandler])[] => {
  const handlers = createHandlers(options);
  const answerOn = (path: string, group: readonly BatchRoute[], operation: Operation): RequestHandler =>
    onPath(options, { path, methods: allowedOn(group) }, async (exchange) => {
      const route = group.find(isRoute(exchange.request.method));
      if (route === undefined) return;
      const forbidden = NEW_WORK.has(route.kind) ? judgeKeyOperation(exchange.account, operation.id) : undefined;
      await (forbidden ? exchange.refuse(forbidden) : handlers[route.kind]({ ...exchange, operation, route }));
    });

  const groups = Map.groupBy(routes, ({ path }) => path);
  return [...groups].flatMap(([path, group]) => {
    const operation = options.operations.find(({ id }) => id === group[0]?.operationId);
    return operation === undefined ? [] : [[path, answerOn(path, group, operation)] as const];
  });
};
