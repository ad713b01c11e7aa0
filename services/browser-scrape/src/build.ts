import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Config } from '@quarry/config';
import { createFetcher, createTargetRule } from '@quarry/egress';
import { openDiskFiles } from '@quarry/files';
import { createMetrics, endProcess, startHealthServer, type Logger } from '@quarry/observability';
import { openQueue } from '@quarry/queue';
import { openSqliteStore } from '@quarry/store';
import { createOperationHandler, type OperationReport } from '@quarry/worker-runtime';
import { createPageConverter } from './page-converter.js';
import { createScrapeWeb } from './scrape-web.js';

export type BrowserScrapeConfig = Config<'common' | 'addresses' | 'targets' | 'worker'>;

/** Longest time that running jobs get to end by themselves when the worker must go. */
export const DRAIN_GRACE_MS = 20_000;
/** A worker with jobs in hand that ended none for this long is stuck: twice the deadline of a request. */
const STUCK_AFTER_MS = 600_000;
const QUEUE = 'browser-scrape';
/** An answer carries a page in up to this many forms. */
const MAX_ANSWER_BODIES = 6;
/** Conversion threads: one core stays for the event loop, the store's thread and Chromium. */
const CONVERT_THREADS = Math.max(1, availableParallelism() - 1);

const closeInOrder = async (parts: readonly (() => Promise<unknown> | void)[]): Promise<void> => {
  for (const close of parts) await close();
};

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
  const { common, worker } = config;
  const metrics = createMetrics({ service: QUEUE });
  const queue = openQueue({ redisUrl: common.redisUrl.reveal(), log });
  await queue.checkRedis();
  const store = await openSqliteStore({ path: join(common.dataDir, 'quarry.sqlite'), onFailure: endProcess });
  const files = await openDiskFiles({
    root: join(common.dataDir, 'files'),
    maxFileBytes: MAX_ANSWER_BODIES * worker.maxBodyBytes,
  });
  const rule = createTargetRule({ allow: config.targets.egressAllow });
  const fetcher = createFetcher({
    rule,
    maxBodyBytes: worker.maxBodyBytes,
    maxInFlight: worker.slots,
    maxInFlightPerHost: worker.slots,
    chromium: {
      executablePath: worker.chromiumPath,
      profileRoot: join(common.dataDir, 'chromium', QUEUE),
      maxContexts: worker.browserContexts,
    },
  });
  const converter = createPageConverter({ threads: CONVERT_THREADS });
  const report = (ended: OperationReport): void => {
    const { operation, verdict, tier } = ended;
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
    filesUrl: config.addresses.filesUrl,
    operations: { 'scrape/web': createScrapeWeb(converter) },
  });
  const jobs = await queue.startWorker({ queue: QUEUE, slots: worker.slots, handle });
  metrics.onCollect(() => metrics.set('jobs_active', { queue: QUEUE }, jobs.activeCount));
  const health = await startHealthServer({
    host: common.healthHost,
    port: common.healthPort,
    metrics,
    ready: async () => {
      await Promise.all([queue.ping(), store.ping(), files.ping()]);
    },
    alive: () => jobs.activeCount === 0 || Date.now() - jobs.lastProgressAtMs < STUCK_AFTER_MS,
  });
  return {
    close: () =>
      closeInOrder([
        () => jobs.drain(drainGraceMs),
        () => fetcher.close(),
        () => converter.close(),
        () => queue.close(),
        () => health.close(),
        () => files.close(),
        () => store.close(),
        () => metrics.close(),
      ]),
  };
};
