import type { RequestHandler } from 'express';
import {
  BATCH_SCRAPE_PATH,
  batchDocument,
  batchErrors,
  batchPage,
  cancelledBatch,
  readBatchScrape,
  startedBatch,
  type BatchFailure,
} from '@quarry/compat';
import { BATCH_ROUTES, describeFailure, type BatchRoute, type Operation } from '@quarry/contracts';
import { bytesOf, visiblePages, withAnswers, type StoredAnswer } from '@quarry/exports';
import type { BatchHints } from '@quarry/queue';
import type { BatchItem, BatchJob, BatchStore } from '@quarry/store';
import { judgeKeyOperation } from '../admission/key-limits.js';
import { refuse } from '../admission/screen-request.js';
import { COMPAT_PAGE_BYTES, COMPAT_PAGE_ROWS, STORE_ANSWER_MS } from '../bounds.js';
import type { HandleBatch, HandleJob } from '../batch/batch-exchange.js';
import { findOwnJob } from '../batch/batch-router.js';
import { patientFiles, type ExportOptions } from '../batch/results/export-results.js';
import { splitSubmission, type ReadSubmission } from '../batch/submit/read-submission.js';
import { createSubmitHandler, type SubmitHandlerOptions } from '../batch/submit/submit-handler.js';
import { onPath, type ExchangeOptions } from '../http/exchange.js';
import { withTimeout } from '../http/with-timeout.js';
import { withTheirErrors } from './their-words.js';

export interface BatchScrapeRoutesOptions extends SubmitHandlerOptions, ExportOptions, ExchangeOptions {
  readonly batches: Pick<BatchStore, 'get' | 'requestStop' | 'results'>;
  readonly hints: Pick<BatchHints, 'announceJob'>;
  readonly operations: readonly Operation[];
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** How long responses and jobs are kept. */
  readonly retentionMs: number;
  readonly inTurn: (handle: HandleJob) => HandleJob;
}

const OPERATION = 'scrape/web';
const JOB_PATH = `${BATCH_SCRAPE_PATH}/:jobId`;
const ERRORS_PATH = `${JOB_PATH}/errors`;

/** How many of the ended items a page leaves out. */
const SKIP = /[?&]skip=(\d{1,9})(?:&|$)/;

/** A submission of ours from the words of the clients, which send their key of idempotency by another name. */
const createReader =
  ({ readBody, baseUrl }: BatchScrapeRoutesOptions): ReadSubmission =>
  async ({ request, response }, use) => {
    const { 'x-idempotency-key': key } = request.headers;
    if (key !== undefined) request.headers['idempotency-key'] ??= String(key);
    const body = await readBody(request, response);
    if (!body.ok) return use(body.refusal);
    const reading = readBatchScrape(body.body);
    if (!reading.ok) return use(refuse('bad_request', { message: reading.message }));
    const split = await splitSubmission(response, Buffer.from(JSON.stringify(reading.submission)));
    if (split.outcome === 'refused') return use(split);
    const accepted = (jobId: string) =>
      startedBatch(jobId, `${baseUrl}${BATCH_SCRAPE_PATH}/${jobId}`, reading.invalidUrls);
    return use({ ...split, accepted });
  };

const answerOf = async (stored: StoredAnswer): Promise<Buffer | undefined> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (await bytesOf(stored)) ?? []) {
    bytes += part.byteLength;
    // Leaving the loop ends the stream.
    if (bytes > COMPAT_PAGE_BYTES) return undefined;
    parts.push(part);
  }
  return bytes === 0 ? undefined : Buffer.concat(parts);
};

/** A page of the documents: those that ended after number `skip`, until the page is full. */
const createPage = (options: BatchScrapeRoutesOptions): HandleJob => {
  const { batches, files, filesUrl, baseUrl, retentionMs, answerReadMs: readMs } = options;

  const documentOf = async (item: BatchItem, stored: StoredAnswer): Promise<{ document: object; bytes: number }> => {
    const body = await answerOf(stored);
    const url = `${filesUrl}/${item.accountId}/${item.id}/${item.answerName}`;
    const why = `The page is too large for this call, or no longer stored: ${url}`;
    const answer = body && (JSON.parse(body.toString('utf8')) as Record<string, unknown>);
    return { document: batchDocument(item.params, answer, why), bytes: body?.byteLength ?? 0 };
  };

  return async (exchange, job) => {
    const skip = Number(SKIP.exec(exchange.request.url)?.[1] ?? 0);
    const due = Math.min(COMPAT_PAGE_ROWS, job.visibleCount - skip);
    const items =
      due > 0 ? await withTimeout(STORE_ANSWER_MS, batches.results(job.id, { afterSeq: skip, limit: due })) : [];
    const isGone = (): boolean => exchange.response.destroyed || options.stopping.aborted;
    const data: Record<string, unknown>[] = [];
    let bytes = 0;
    let last = skip;
    for await (const { item, answer } of withAnswers({ files: patientFiles(files, { readMs, isGone }) }, items)) {
      if (item.state === 'ok') {
        const read = await documentOf(item, answer);
        data.push({ ...read.document });
        bytes += read.bytes;
      }
      last = item.seq ?? last;
      if (bytes >= COMPAT_PAGE_BYTES) break;
    }
    // Only where there is more already: a client would ask for the next page of a running job without a pause.
    const next = last < job.visibleCount ? `${baseUrl}${BATCH_SCRAPE_PATH}/${job.id}?skip=${last}` : undefined;
    await exchange.send(batchPage(job, { data, next, expiresAtMs: job.createdAtMs + retentionMs }));
  };
};

const createErrors =
  (options: BatchScrapeRoutesOptions): HandleJob =>
  async (exchange, job) => {
    const failures: BatchFailure[] = [];
    const { batches, stopping } = options;
    const read: Parameters<typeof visiblePages>[1] = (page) =>
      withTimeout(STORE_ANSWER_MS, batches.results(job.id, page));
    for await (const items of visiblePages(job, read, stopping)) {
      for (const item of items) {
        if (item.state === 'ok') continue;
        const { id, params, endedAtMs } = item;
        const { url } = params as { readonly url?: unknown };
        failures.push({ id, url, endedAtMs, ...describeFailure(item) });
      }
    }
    await exchange.send(batchErrors(failures));
  };

/** Batches in the words of another API, by their paths: jobs of ours, and nothing else. */
export const openBatchScrapeRoutes = (
  options: BatchScrapeRoutesOptions,
): readonly (readonly [path: string, handler: RequestHandler])[] => {
  const { batches, hints, inTurn } = options;
  const operation = options.operations.find(({ id }) => id === OPERATION);
  const own = BATCH_ROUTES.find(({ operationId, kind }) => operationId === OPERATION && kind === 'submit');
  if (operation === undefined || own === undefined) return [];

  const submit = createSubmitHandler({ ...options, readSubmission: createReader(options) });
  const start: HandleBatch = async (exchange) => {
    const forbidden = judgeKeyOperation(exchange.account, OPERATION);
    await (forbidden ? exchange.refuse(forbidden) : submit(exchange));
  };
  const cancel: HandleJob = async (exchange, { id }) => {
    const job = await withTimeout(STORE_ANSWER_MS, batches.requestStop(id));
    if (job === null) return exchange.refuse(refuse('job_not_found'));
    // Only a hint: the leader looks by itself.
    void hints.announceJob(id).catch(() => undefined);
    await exchange.send(cancelledBatch(job));
  };
  const ofJob =
    (handle: HandleJob): HandleBatch =>
    async (exchange) => {
      const job: BatchJob | null = await findOwnJob(batches, exchange, 'batch');
      await (job === null ? exchange.refuse(refuse('job_not_found')) : handle(exchange, job));
    };
  const page = ofJob(inTurn(createPage(options)));
  const stop = ofJob(cancel);
  const errors = ofJob(inTurn(createErrors(options)));

  const answerOn = (path: string, methods: readonly string[], handle: HandleBatch) => {
    const route: BatchRoute = { ...own, path };
    return [
      path,
      withTheirErrors(onPath(options, { path, methods }, (exchange) => handle({ ...exchange, operation, route }))),
    ] as const;
  };
  return [
    answerOn(BATCH_SCRAPE_PATH, ['POST'], start),
    answerOn(JOB_PATH, ['GET', 'DELETE'], (exchange) => (exchange.request.method === 'DELETE' ? stop : page)(exchange)),
    answerOn(ERRORS_PATH, ['GET'], errors),
  ];
};
