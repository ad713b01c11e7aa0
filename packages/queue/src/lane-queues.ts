import type { QueueName } from '@quarry/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { KEPT_EVENTS } from './bounds.js';
import type { QueueLog } from './connection/connections.js';
import { laneQueueName } from './names.js';
import type { JobPriority } from './port.js';

export interface LaneQueuesOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly log: QueueLog;
}

/** The library's queues, each opened at its first use. */
export interface LaneQueues {
  get(queue: QueueName, lane: JobPriority): Queue;
  close(): Promise<void>;
}

/** The library never retries, and a finished job is removed from Redis at once. */
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

export const createLaneQueues = ({ redis, prefix, log }: LaneQueuesOptions): LaneQueues => {
  const opened = new Map<string, Queue>();
  const open = (name: string): Queue => {
    const queue = new Queue(name, {
      connection: redis,
      prefix,
      skipVersionCheck: true,
      streams: { events: { maxLen: KEPT_EVENTS } },
      defaultJobOptions: JOB_OPTIONS,
    });
    queue.on('error', (error) => {
      if (!('syscall' in error)) log.warn('queue library error', { queue: name, reason: error.message });
    });
    opened.set(name, queue);
    return queue;
  };
  return {
    get: (queue, lane) => {
      const name = laneQueueName(queue, lane);
      return opened.get(name) ?? open(name);
    },
    close: async () => {
      const queues = [...opened.values()];
      opened.clear();
      await Promise.all(queues.map((queue) => queue.close().catch(() => undefined)));
    },
  };
};
