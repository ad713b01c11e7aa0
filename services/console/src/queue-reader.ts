import { QUEUE_NAMES } from '@quarry/contracts';
import type { Logger } from '@quarry/observability';
import type { JobQueue } from '@quarry/queue';
import type { QueueReader } from './ports.js';

export interface QueueReaderOptions {
  readonly redisUrl: string;
  readonly log: Logger;
  /** Default: that of the fleet. */
  readonly prefix?: string;
}

/** Reads the queues for operators. The connection is opened when the first one looks, so most consoles never have one. */
export const createQueueReader = (options: QueueReaderOptions): QueueReader & { close(): Promise<void> } => {
  let opened: Promise<JobQueue> | undefined;
  const open = async (): Promise<JobQueue> => {
    const { openQueue } = await import('@quarry/queue');
    return openQueue(options);
  };
  return {
    read: async () => {
      const { jobs } = await (opened ??= open());
      const figures = QUEUE_NAMES.map(async (name) => {
        const [{ waiting, prioritized, active, oldestWaitMs }, slots] = await Promise.all([
          jobs.backlog(name),
          jobs.slots(name),
        ]);
        return [name, { waiting: waiting + prioritized, active, oldestWaitMs, slots }] as const;
      });
      const settled = await Promise.allSettled(figures);
      return Object.fromEntries(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
};
