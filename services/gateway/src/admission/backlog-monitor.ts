import { QUEUE_NAMES, type QueueName } from '@quarry/contracts';
import type { Logger, Metrics } from '@quarry/observability';
import type { JobProducer, QueueBacklog } from '@quarry/queue';
import { BACKLOG_SAMPLE_MS, MAX_WAITING_JOBS } from '../bounds.js';

/** `unavailable`: queue or store did not answer the last time it was asked. `draining`: this process is about to end. */
export type ShedReason = 'wait_too_long' | 'too_many_waiting' | 'unavailable' | 'draining';

export interface BacklogMonitor {
  /** Why new requests of this queue are turned away now; undefined when they are welcome. Reads the last sample only. */
  shedReason(queue: QueueName): ShedReason | undefined;
  /** Takes a sample now; never rejects. */
  sample(): Promise<void>;
  start(): void;
  stop(): void;
}

export interface BacklogMonitorOptions {
  readonly producer: Pick<JobProducer, 'backlog'>;
  /** Age of the oldest waiting interactive job past which requests are turned away. */
  readonly maxQueueWaitMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

type Sample = QueueBacklog | 'unavailable';

/** Samples every queue's backlog on a timer, so that no request pays for it, and exports it as absolute gauges. */
export const createBacklogMonitor = (options: BacklogMonitorOptions): BacklogMonitor => {
  const samples = new Map<QueueName, Sample>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const exportSample = (queue: QueueName, backlog: QueueBacklog): void => {
    const { waiting, prioritized, active, oldestWaitMs } = backlog;
    options.metrics.set('queue_jobs', { queue, state: 'waiting' }, waiting);
    options.metrics.set('queue_jobs', { queue, state: 'prioritized' }, prioritized);
    options.metrics.set('queue_jobs', { queue, state: 'active' }, active);
    options.metrics.set('queue_backlog', { queue }, waiting + prioritized + active);
    options.metrics.set('queue_oldest_wait_seconds', { queue }, oldestWaitMs / 1000);
  };
  const sampleQueue = async (queue: QueueName): Promise<void> => {
    try {
      const backlog = await options.producer.backlog(queue);
      samples.set(queue, backlog);
      exportSample(queue, backlog);
    } catch (error) {
      if (samples.get(queue) !== 'unavailable') options.log.warn('queue does not answer', { queue, error });
      samples.set(queue, 'unavailable');
    }
  };
  const sample = async (): Promise<void> => {
    running ??= Promise.all(QUEUE_NAMES.map(sampleQueue)).then(() => {
      running = undefined;
    });
    await running;
  };

  return {
    sample,
    shedReason: (queue) => {
      const last = samples.get(queue);
      if (last === undefined) return undefined;
      if (last === 'unavailable') return 'unavailable';
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
