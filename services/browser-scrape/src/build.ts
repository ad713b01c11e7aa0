import { availableParallelism } from 'node:os';
import { bucketOf, type Config } from '@quarry/config';
import { REPARSE_ID } from '@quarry/contracts';
import { openFiles } from '@quarry/files';
import {
  createFaultPoints,
  createMetrics,
  endProcess,
  readMemoryLimit,
  treeMemoryBytes,
  type Logger,
  type Metrics,
} from '@quarry/observability';
import { openQueue } from '@quarry/queue';
import { openStore } from '@quarry/store';
import { createOperationHandler, type OperationReport } from '@quarry/worker-runtime';
import { createBrowserWatch } from './browser-watch.js';
import { createMemoryGate, type MemoryGate } from './memory-gate.js';
import { planMemory, type MemoryPlan } from './memory-plan.js';
import { openExtraction } from './open-extraction.js';
import { openFetcher } from './open-fetcher.js';
import { createReparse } from './reparse.js';
import { createScrapeWeb } from './scrape-web.js';
import { createTakeWatch } from './take-watch.js';
import { startWorkerHealth } from './worker-health.js';

export type BrowserScrapeConfig = Config<'common' | 'parts' | 'addresses' | 'targets' | 'egress' | 'model' | 'worker'>;

/** Longest time that running jobs get to end by themselves when the worker must go. */
export const DRAIN_GRACE_MS = 20_000;
const QUEUE = 'browser-scrape';
/** An answer carries a page in up to this many forms. */
const MAX_ANSWER_BODIES = 6;
/** Conversion threads: one core stays for the event loop, the store's thread and Chromium. */
const CONVERT_THREADS = Math.max(1, availableParallelism() - 1);

const closeInOrder = async (parts: readonly (() => Promise<unknown> | void)[]): Promise<void> => {
  for (const close of parts) await close();
};

/** Reads what the worker may use, shares it out and says so. */
const planWithin = ({ worker }: BrowserScrapeConfig, log: Logger, metrics: Metrics): MemoryPlan => {
  const limit = readMemoryLimit();
  const { slots, browserContexts: contexts } = worker;
  const plan = planMemory({ limitBytes: limit.limitBytes, convertThreads: CONVERT_THREADS, slots, contexts });
  log.info('memory', { ...limit, ...plan });
  metrics.onCollect(() => metrics.set('memory_limit_bytes', {}, limit.limitBytes));
  return plan;
};

const measureMemory = (gate: MemoryGate, metrics: Metrics): void =>
  metrics.onCollect(() => {
    metrics.set('process_tree_rss_bytes', {}, gate.lastBytes);
    metrics.set('jobs_paused', { queue: QUEUE }, gate.isOpen ? 0 : 1);
  });

export interface BuildOptions {
  /** Default: `DRAIN_GRACE_MS`. */
  readonly drainGraceMs?: number;
}

/** Wires the worker and starts taking jobs. `close` drains first. */
export const build = async (
  config: BrowserScrapeConfig,
  log: Logger,
  { drainGraceMs = DRAIN_GRACE_MS }: BuildOptions = {},
): Promise<{ close(): Promise<void> }> => {
  const { common, parts, worker } = config;
  const metrics = createMetrics({ service: QUEUE });
  const plan = planWithin(config, log, metrics);
  const queue = openQueue({ redisUrl: common.redisUrl.reveal(), log });
  await queue.checkRedis();
  const { dataDir } = common;
  const store = await openStore({ mongodbUri: parts.mongodbUri?.reveal(), dataDir, onFailure: endProcess });
  const maxFileBytes = MAX_ANSWER_BODIES * worker.maxBodyBytes;
  const files = await openFiles({ s3: bucketOf(parts), dataDir, maxFileBytes });
  const fetcher = await openFetcher(config, plan, log);
  const extraction = openExtraction(config, { threads: CONVERT_THREADS, heapMb: plan.convertHeapMb }, metrics);
  const { extractPage, extractAgain } = extraction;
  const browserWatch = createBrowserWatch();
  const report = (ended: OperationReport): void => {
    const { operation, verdict, tier } = ended;
    browserWatch.ended(ended);
    metrics.increment('fetch_outcomes_total', { operation, verdict, tier });
    metrics.observe('job_duration_seconds', { queue: QUEUE, operation, verdict }, ended.durationMs / 1000);
  };
  const handle = createOperationHandler({
    store,
    files,
    fetcher,
    report,
    log,
    replies: queue.replies,
    leases: queue.leases,
    batchHints: queue.batchHints,
    pass: createFaultPoints(common.faultsDir),
    filesUrl: config.addresses.filesUrl,
    operations: {
      'scrape/web': createScrapeWeb(extractPage),
      [REPARSE_ID]: createReparse({ requests: store.requests, items: store.items, files, extractPage: extractAgain, maxFileBytes }),
    },
  });
  const gate = createMemoryGate({ ...plan, readBytes: treeMemoryBytes, log });
  measureMemory(gate, metrics);
  const mayTake = (activeCount: number): boolean => gate.mayTake(activeCount);
  const takeWatch = createTakeWatch({ backlog: () => queue.jobs.backlog(QUEUE), slots: plan.slots, mayTake });
  const jobs = await queue.startWorker({
    queue: QUEUE,
    slots: plan.slots,
    mayTake,
    handle: (job, context) => takeWatch.follow(() => handle(job, context)),
  });
  metrics.onCollect(() => metrics.set('jobs_active', { queue: QUEUE }, jobs.activeCount));
  const health = await startWorkerHealth({
    ...{ common, metrics, log, queue, store, files, jobs, gate, browserWatch, takeWatch },
  });
  return {
    close: () =>
      closeInOrder([
        () => takeWatch.stop(),
        () => gate.stop(),
        () => jobs.drain(drainGraceMs),
        () => fetcher.close(),
        () => extraction.close(),
        () => queue.close(),
        () => health.close(),
        () => files.close(),
        () => store.close(),
        () => metrics.close(),
      ]),
  };
};
