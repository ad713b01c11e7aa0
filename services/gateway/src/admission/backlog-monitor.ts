import { operationById, QUEUE_NAMES, type QueueName } from '@quarry/contracts';
import type { Logger, Metrics } from '@quarry/observability';
import type { JobProducer, QueueBacklog } from '@quarry/queue';
import type { BatchLoad, BatchStore } from '@quarry/store';
import { BACKLOG_SAMPLE_MS, BATCH_LOAD_SAMPLE_MS, MAX_WAITING_JOBS, STORE_ANSWER_MS } from '../bounds.js';
import { withTimeout } from '../http/with-timeout.js';

/**
 * `unavailable`: queue or store did not respond to the last sample. `paused`: an operator has paused the queue. `draining`: this
 * process is shutting down.
 */
export type ShedReason = 'wait_too_long' | 'too_many_waiting' | 'unavailable' | 'paused' | 'draining';

export interface BacklogMonitor {
  /** Why new requests of this queue are refused now; undefined if they are accepted. Reads the last sample only. */
  shedReason(queue: QueueName): ShedReason | undefined;
  /** Queues whose waiting jobs are to be ended, by the last sample. */
  draining(): readonly QueueName[];
  /** Takes a sample now; never rejects. */
  sample(): Promise<void>;
  start(): void;
  stop(): void;
}

export interface BacklogMonitorOptions {
  readonly producer: Pick<JobProducer, 'backlog'>;
  readonly batches: Pick<BatchStore, 'load'>;
  /** Age of the oldest waiting interactive job above which requests are refused. */
  readonly maxQueueWaitMs: number;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'set'>;
  /** Monotonic clock in milliseconds. Default: the process's. */
  readonly nowMs?: () => number;
}

type Sample = QueueBacklog | 'unavailable';

const openItemsByQueue = (loads: readonly BatchLoad[]): ReadonlyMap<QueueName, number> => {
  const sums = new Map<QueueName, number>(QUEUE_NAMES.map((queue) => [queue, 0]));
  for (const { operation, openItems } of loads) {
    const queue = operationById(operation)?.queue;
    if (queue !== undefined) sums.set(queue, (sums.get(queue) ?? 0) + openItems);
  }
  return sums;
};

/**
 * Samples every queue's backlog on a timer, so that no request waits for it, and exports it as gauges. A value that cannot be
 * read keeps its last sample for `SAMPLE_FRESH_SECONDS` and then disappears: autoscalers must not act on old values.
 */
export const createBacklogMonitor = (options: BacklogMonitorOptions): BacklogMonitor => {
  const { nowMs = () => performance.now() } = options;
  const samples = new Map<QueueName, Sample>();
  /** Undefined while the store does not respond. */
  let openItems: ReadonlyMap<QueueName, number> | undefined;
  let loadDueAtMs = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const exportSample = (queue: QueueName, backlog: QueueBacklog): void => {
    const { waiting, prioritized, active, activeBatch, oldestWaitMs } = backlog;
    options.metrics.set('queue_jobs', { queue, state: 'waiting' }, waiting);
    options.metrics.set('queue_jobs', { queue, state: 'prioritized' }, prioritized);
    options.metrics.set('queue_jobs', { queue, state: 'active' }, active);
    options.metrics.set('queue_oldest_wait_seconds', { queue }, oldestWaitMs / 1000);
    // The sum keeps its last value, as any sample does, rather than omit a part of the work.
    if (openItems === undefined) return;
    // Batch items in the queue are among the open ones, unless they were handed over after the count.
    const batchItems = Math.max(prioritized + activeBatch, openItems.get(queue) ?? 0);
    options.metrics.set('queue_backlog', { queue }, waiting + active - activeBatch + batchItems);
  };
  const sampleQueue = async (queue: QueueName): Promise<void> => {
    try {
      samples.set(queue, await options.producer.backlog(queue));
    } catch (error) {
      if (samples.get(queue) !== 'unavailable') options.log.warn('queue does not answer', { queue, error });
      samples.set(queue, 'unavailable');
    }
  };
  const sampleLoad = async (): Promise<void> => {
    if (nowMs() < loadDueAtMs) return;
    loadDueAtMs = nowMs() + BATCH_LOAD_SAMPLE_MS;
    try {
      openItems = openItemsByQueue(await withTimeout(STORE_ANSWER_MS, options.batches.load()));
      for (const [queue, count] of openItems) options.metrics.set('batch_open_items', { queue }, count);
    } catch (error) {
      openItems = undefined;
      options.log.debug('could not count the open items of batches', { error });
    }
  };
  const sample = async (): Promise<void> => {
    running ??= Promise.all([sampleLoad(), ...QUEUE_NAMES.map(sampleQueue)]).then(() => {
      running = undefined;
      for (const [queue, backlog] of samples) if (backlog !== 'unavailable') exportSample(queue, backlog);
    });
    await running;
  };

  return {
    sample,
    draining: () =>
      QUEUE_NAMES.filter((queue) => {
        const last = samples.get(queue);
        return last !== undefined && last !== 'unavailable' && last.state === 'draining';
      }),
    shedReason: (queue) => {
      const last = samples.get(queue);
      if (last === undefined) return undefined;
      if (last === 'unavailable') return 'unavailable';
      if (last.state !== 'open') return 'paused';
      if (last.oldestWaitMs > options.maxQueueWaitMs) return 'wait_too_long';
      return last.waiting > MAX_WAITING_JOBS ? 'too_many_waiting' : undefined;
    },
    start: () => {
      timer ??= setInterval(() => void sample(), BACKLOG_SAMPLE_MS).unref();
      void sample();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
};
