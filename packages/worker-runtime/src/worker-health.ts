import type { Config } from '@quarry/config';
import { REQUEST_DEADLINE_MS } from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import {
  createReadyCheck,
  startHealthServer,
  type HealthServer,
  type Logger,
  type Metrics,
} from '@quarry/observability';
import type { JobQueue, JobWorker } from '@quarry/queue';
import type { Store } from '@quarry/store';
import type { BrowserWatch } from './browser-watch.js';
import type { MemoryGate } from './memory/memory-gate.js';
import type { StalledConsumerDetector } from './stalled-consumer.js';

/** A worker with running jobs is stuck if none has ended for so long: every one of them is past its deadline. */
export const STUCK_AFTER_MS = REQUEST_DEADLINE_MS + 60_000;

export interface WorkerHealthOptions {
  readonly common: Config<'common'>['common'];
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly queue: Pick<JobQueue, 'ping'>;
  readonly store: Pick<Store, 'ping'>;
  readonly files: Pick<FileStore, 'ping'>;
  readonly jobs: Pick<JobWorker, 'activeCount' | 'lastProgressAtMs'>;
  readonly gate: Pick<MemoryGate, 'isOpen' | 'lastBytes'>;
  readonly browserWatch: Pick<BrowserWatch, 'check'>;
  readonly stalledConsumer: Pick<StalledConsumerDetector, 'isDead'>;
}

const checkMemory = ({ isOpen, lastBytes }: WorkerHealthOptions['gate']): void => {
  if (!isOpen) throw new Error(`${lastBytes} bytes are in use`);
};

/** Ready while all parts respond, alive while jobs make progress; an open port alone shows neither. */
export const startWorkerHealth = async (options: WorkerHealthOptions): Promise<HealthServer> => {
  const { common, metrics, log, queue, store, files, jobs, gate, browserWatch, stalledConsumer } = options;
  const isStuck = {
    jobs: () => jobs.activeCount > 0 && Date.now() - jobs.lastProgressAtMs >= STUCK_AFTER_MS,
    queue: () => stalledConsumer.isDead(),
  };
  const health = await startHealthServer({
    host: common.healthHost,
    port: common.healthPort,
    metrics,
    ready: createReadyCheck(
      {
        queue: () => queue.ping(),
        store: () => store.ping(),
        files: () => files.ping(),
        browser: () => browserWatch.check(),
        memory: () => checkMemory(gate),
      },
      { log, metrics },
    ),
    alive: () => {
      const stuck = Object.entries(isStuck).filter(([, check]) => check());
      return stuck.length === 0 || stuck.map(([name]) => name);
    },
  });
  log.info('health and metrics are served', { healthPort: health.port });
  return health;
};
