import { availableParallelism } from 'node:os';
import { bucketOf, headerSecretsOf, traceExportOf, type Config } from '@quarry/config';
import type { QueueName } from '@quarry/contracts';
import { openFiles, type FileStore } from '@quarry/files';
import {
  countEnd,
  createFaultPoints,
  createMetrics,
  createTreeMemory,
  endProcess,
  openTracing,
  readMemoryLimit,
  type Logger,
  type Metrics,
} from '@quarry/observability';
import { openQueue } from '@quarry/queue';
import { openStore, warnOfLooseFolder, type Store } from '@quarry/store';
import { createHeaderSeals } from '@quarry/tokens';
import { createBrowserWatch } from './browser-watch.js';
import { createFreeAllowance } from './allowances/free-allowance.js';
import { createMemoryGate, type MemoryGate } from './memory/memory-gate.js';
import { planMemory, type MemoryPlan } from './memory/memory-plan.js';
import { openFetcher } from './open-fetcher.js';
import { createOperationHandler } from './operation/operation-handler.js';
import type { ExecuteOperation, OperationReport } from './port.js';
import { createReadingCounter } from './reading/reading-counter.js';
import { createStorageAllowance } from './allowances/storage-allowance.js';
import { createStalledConsumerDetector } from './stalled-consumer.js';
import { startWorkerHealth } from './worker-health.js';
import { startWorkerHeartbeat } from './worker-heartbeat.js';

export type WorkerConfig = Config<
  'common' | 'tracing' | 'parts' | 'addresses' | 'allowances' | 'targets' | 'egress' | 'worker'
>;

/** Longest time for running jobs to end when the worker stops. */
export const DRAIN_GRACE_MS = 20_000;
/** A result contains a page in up to this many forms. */
const MAX_ANSWER_BODIES = 6;
/** Threads for CPU work: one core is left for the event loop, the store's thread and Chromium. */
const TASK_THREADS = Math.max(1, availableParallelism() - 1);

/** What the code of operations may use. */
export interface WorkerParts {
  readonly store: Store;
  readonly files: FileStore;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Bounds of the threads for CPU work. */
  readonly threads: { readonly threads: number; readonly heapMb: number };
  /** Largest stored result or document. */
  readonly maxFileBytes: number;
}

/** The operations of a worker by id. */
export interface WorkerOperations {
  readonly operations: Readonly<Record<string, ExecuteOperation>>;
  close(): Promise<void>;
}

export interface StartWorkerOptions {
  readonly config: WorkerConfig;
  readonly queue: QueueName;
  readonly log: Logger;
  readonly openOperations: (parts: WorkerParts) => WorkerOperations;
  /** Default: `DRAIN_GRACE_MS`. */
  readonly drainGraceMs?: number | undefined;
}

const closeInOrder = async (parts: readonly (() => Promise<unknown> | void)[]): Promise<void> => {
  for (const close of parts) await close();
};

/** Reads the worker's memory limit, divides it and logs the plan. */
const planWithin = ({ worker }: WorkerConfig, log: Logger, metrics: Metrics): MemoryPlan => {
  const limit = readMemoryLimit({ allowedBytes: worker.memoryBytes });
  const { slots, browserContexts: contexts } = worker;
  const plan = planMemory({ limitBytes: limit.limitBytes, convertThreads: TASK_THREADS, slots, contexts });
  log.info('memory', { limitBytes: limit.limitBytes, limitSource: limit.source, ...plan });
  metrics.onCollect(() => metrics.set('memory_limit_bytes', {}, limit.limitBytes));
  return plan;
};

const measureMemory = (queue: QueueName, gate: MemoryGate, metrics: Metrics): void =>
  metrics.onCollect(() => {
    metrics.set('process_tree_rss_bytes', {}, gate.lastBytes);
    metrics.set('jobs_paused', { queue }, gate.isOpen ? 0 : 1);
  });

/** Wires a worker of one queue and starts taking jobs. `close` drains first. */
export const startWorker = async (options: StartWorkerOptions): Promise<{ close(): Promise<void> }> => {
  const { config, queue: name, log, drainGraceMs = DRAIN_GRACE_MS } = options;
  const { common, parts, worker } = config;
  const metrics = createMetrics({ service: name });
  const tracing = await openTracing({ service: name, ...traceExportOf(config.tracing), log });
  const plan = planWithin(config, log, metrics);
  const queue = openQueue({ redisUrl: common.redisUrl.reveal(), log });
  await queue.checkRedis();
  const { dataDir } = common;
  if (parts.mongodbUri === undefined || bucketOf(parts) === undefined) warnOfLooseFolder(dataDir, log);
  const store = await openStore({ mongodbUri: parts.mongodbUri?.reveal(), dataDir, onFailure: endProcess });
  const maxFileBytes = MAX_ANSWER_BODIES * worker.maxBodyBytes;
  const files = await openFiles({ s3: bucketOf(parts), dataDir, maxFileBytes });
  const pages: { open?: number } = {};
  const onPagesOpen = (count: number): void => void (pages.open = count);
  const fetcher = await openFetcher(config, { name, plan, siteTurns: queue.siteTurns }, { log, metrics, onPagesOpen });
  const threads = { threads: TASK_THREADS, heapMb: plan.convertHeapMb };
  const opened = options.openOperations({ store, files, metrics, log, threads, maxFileBytes });
  const browserWatch = createBrowserWatch();
  const report = (ended: OperationReport): void => {
    const { operation, verdict, tier } = ended;
    browserWatch.ended(ended);
    metrics.increment('fetch_outcomes_total', { operation, verdict, tier });
    metrics.observe('job_duration_seconds', { queue: name, operation, verdict }, ended.durationMs / 1000);
  };
  const reading = createReadingCounter({ store: store.readingHealth, log });
  const handle = createOperationHandler({
    ...{ store, files, fetcher, report, reading, log, tracing },
    onEnded: (row) => countEnd(metrics, row),
    replies: queue.replies,
    leases: queue.leases,
    batchHints: queue.batchHints,
    freeAllowance: createFreeAllowance({
      outcomes: queue.outcomes,
      ownCredits: config.allowances.freeBudgetCredits,
    }),
    storageAllowance: createStorageAllowance({
      ...{ accounts: store.accounts, files },
      quotaBytes: config.allowances.accountStoredBytes,
      lowShare: config.allowances.diskLowShare,
    }),
    headerSeals: createHeaderSeals(headerSecretsOf(common)),
    faultPoint: createFaultPoints(common.faultsDir),
    filesUrl: config.addresses.filesUrl,
    operations: opened.operations,
  });
  const gate = createMemoryGate({ ...plan, readBytes: createTreeMemory(), log });
  measureMemory(name, gate, metrics);
  const mayTake = (activeCount: number): boolean => gate.mayTake(activeCount);
  const demand = { backlog: () => queue.jobs.backlog(name), slots: plan.slots, mayTake };
  const stalledConsumer = createStalledConsumerDetector(demand);
  const jobs = await queue.startWorker({
    ...{ queue: name, slots: plan.slots, mayTake },
    handle: (job, context) => stalledConsumer.follow(() => handle(job, context)),
  });
  metrics.onCollect(() => metrics.set('jobs_active', { queue: name }, jobs.activeCount));
  const health = await startWorkerHealth({
    ...{ common, metrics, log, queue, store, files, jobs, gate, browserWatch, stalledConsumer },
  });
  const heartbeat = startWorkerHeartbeat({ name, queue, jobs, gate, fetcher, slots: plan.slots, pages, log });
  return {
    close: () =>
      closeInOrder([
        () => stalledConsumer.stop(),
        () => gate.stop(),
        () => jobs.drain(drainGraceMs),
        () => reading.close(),
        () => fetcher.close(),
        () => heartbeat.stop(),
        () => tracing.close(),
        () => opened.close(),
        () => queue.close(),
        () => health.close(),
        () => files.close(),
        () => store.close(),
        () => metrics.close(),
      ]),
  };
};
