import type { RequestHandler } from 'express';
import {
  ACTIVE_CRAWLS_PATH,
  activeCrawls,
  BATCH_SCRAPE_PATH,
  cancelledJob,
  CRAWL_PATH,
  CRAWL_PREVIEW_PATH,
  NO_CRAWL_PREVIEW,
  readBatchScrape,
  readCrawl,
  startedJob,
} from '@quarry/compat';
import { BATCH_ROUTES, CRAWL_ROUTES, type BatchRoute, type CrawlPlan, type Operation } from '@quarry/contracts';
import type { BatchHints } from '@quarry/queue';
import type { BatchStore, Clock } from '@quarry/store';
import { judgeKeyOperation } from '../admission/key-limits.js';
import { refuse } from '../admission/screen-request.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import type { BatchExchange, HandleBatch, HandleJob } from '../batch/batch-exchange.js';
import { findOwnJob } from '../batch/batch-router.js';
import { createCrawlHandler, type ReadCrawl } from '../batch/submit/crawl-handler.js';
import { splitSubmission, type ReadSubmission } from '../batch/submit/read-submission.js';
import { createSubmitHandler, type SubmitHandlerOptions } from '../batch/submit/submit-handler.js';
import { onPath, type ExchangeOptions } from '../http/exchange.js';
import { withTimeout } from '../http/with-timeout.js';
import { createJobErrors, createJobPage, type JobPagesOptions } from './job-pages.js';
import { withTheirErrors } from './their-words.js';
import { unfinishedJobs } from './unfinished-jobs.js';

export interface JobRoutesOptions extends SubmitHandlerOptions, JobPagesOptions, ExchangeOptions {
  readonly batches: Pick<BatchStore, 'get' | 'list' | 'requestStop' | 'results'>;
  readonly hints: Pick<BatchHints, 'announceJob'>;
  readonly operations: readonly Operation[];
  readonly clock: Clock;
  readonly inTurn: (handle: HandleJob) => HandleJob;
}

type Routes = readonly (readonly [path: string, handler: RequestHandler])[];

const OPERATION = 'scrape/web';

/** The body of a call; clients send their key of idempotency by another name. */
const readTheirBody = (
  { readBody }: JobRoutesOptions,
  { request, response }: Pick<BatchExchange, 'request' | 'response'>,
) => {
  const { 'x-idempotency-key': key } = request.headers;
  if (key !== undefined) request.headers['idempotency-key'] ??= String(key);
  return readBody(request, response);
};

/** A submission of ours from the words of the clients. */
const createBatchReader =
  (options: JobRoutesOptions): ReadSubmission =>
  async (exchange, use) => {
    const body = await readTheirBody(options, exchange);
    if (!body.ok) return use(body.refusal);
    const reading = readBatchScrape(body.body);
    if (!reading.ok) return use(refuse('bad_request', { message: reading.message }));
    const split = await splitSubmission(exchange.response, Buffer.from(JSON.stringify(reading.submission)));
    if (split.outcome === 'refused') return use(split);
    const accepted = (jobId: string) =>
      startedJob(jobId, `${options.baseUrl}${BATCH_SCRAPE_PATH}/${jobId}`, reading.invalidUrls);
    return use({ ...split, accepted, receiver: reading.receiver });
  };

const createCrawlReader =
  (options: JobRoutesOptions): ReadCrawl =>
  async (exchange) => {
    const body = await readTheirBody(options, exchange);
    if (!body.ok) return body.refusal;
    const reading = readCrawl(body.body);
    if (!reading.ok) return refuse('bad_request', { message: reading.message });
    const accepted = (jobId: string) => startedJob(jobId, `${options.baseUrl}${CRAWL_PATH}/${jobId}`, []);
    return { outcome: 'read', body: reading.submission, accepted, receiver: reading.receiver };
  };

/** The calls about jobs of one family: how they are started, read and cancelled. */
const familyRoutes = (
  options: JobRoutesOptions,
  operation: Operation,
  own: BatchRoute,
  submit: HandleBatch,
): Routes => {
  const { batches, hints, inTurn } = options;
  const { path } = own;
  const start: HandleBatch = async (exchange) => {
    const forbidden = judgeKeyOperation(exchange.account, OPERATION);
    await (forbidden ? exchange.refuse(forbidden) : submit(exchange));
  };
  const cancel: HandleJob = async (exchange, { id }) => {
    const job = await withTimeout(STORE_ANSWER_MS, batches.requestStop(id));
    if (job === null) return exchange.refuse(refuse('job_not_found'));
    // Only a hint: the leader looks by itself.
    void hints.announceJob(id).catch(() => undefined);
    await exchange.send(cancelledJob(job));
  };
  const ofJob =
    (handle: HandleJob): HandleBatch =>
    async (exchange) => {
      const job = await findOwnJob(batches, exchange, own.family);
      await (job === null ? exchange.refuse(refuse('job_not_found')) : handle(exchange, job));
    };
  const page = ofJob(inTurn(createJobPage(options, path)));
  const stop = ofJob(cancel);
  const errors = ofJob(inTurn(createJobErrors(options)));

  const answerOn = (at: string, methods: readonly string[], handle: HandleBatch) => {
    const route: BatchRoute = { ...own, path: at };
    const answer = onPath(options, { path: at, methods }, (exchange) => handle({ ...exchange, operation, route }));
    return [at, withTheirErrors(answer)] as const;
  };
  const jobPath = `${path}/:jobId`;
  return [
    answerOn(path, ['POST'], start),
    answerOn(jobPath, ['GET', 'DELETE'], (exchange) => (exchange.request.method === 'DELETE' ? stop : page)(exchange)),
    answerOn(`${jobPath}/errors`, ['GET'], errors),
  ];
};

/** The calls about crawls that are about no job of them. */
const crawlRoutes = (options: JobRoutesOptions): Routes => {
  const { batches, clock } = options;
  const active = onPath(options, { path: ACTIVE_CRAWLS_PATH, methods: ['GET'] }, async ({ account, send }) => {
    const jobs = await unfinishedJobs(batches, account.id, clock());
    const crawls = jobs.flatMap(({ crawl, ...job }) =>
      // safe because the gateway alone starts crawls
      crawl === undefined ? [] : [{ ...job, plan: crawl.plan as CrawlPlan }],
    );
    await send(activeCrawls(crawls));
  });
  const preview = onPath(options, { path: CRAWL_PREVIEW_PATH, methods: ['POST'] }, ({ refuse: send }) =>
    send(refuse('not_found', { message: NO_CRAWL_PREVIEW })),
  );
  return [
    [ACTIVE_CRAWLS_PATH, withTheirErrors(active)],
    [CRAWL_PREVIEW_PATH, withTheirErrors(preview)],
  ];
};

/** Batches and crawls in the words of another API, by their paths: jobs of ours, and nothing else. */
export const openJobRoutes = (options: JobRoutesOptions): Routes => {
  const operation = options.operations.find(({ id }) => id === OPERATION);
  const [batch, crawl] = [BATCH_ROUTES, CRAWL_ROUTES].map((routes) =>
    routes.find(({ operationId, kind }) => operationId === OPERATION && kind === 'submit'),
  );
  if (operation === undefined || batch === undefined || crawl === undefined) return [];
  const submit = createSubmitHandler({ ...options, readSubmission: createBatchReader(options) });
  const startCrawl = createCrawlHandler(options, createCrawlReader(options));
  return [
    ...familyRoutes(options, operation, { ...batch, path: BATCH_SCRAPE_PATH }, submit),
    ...crawlRoutes(options),
    ...familyRoutes(options, operation, { ...crawl, path: CRAWL_PATH }, startCrawl),
  ];
};
