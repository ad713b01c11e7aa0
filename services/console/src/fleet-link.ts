import { QUEUE_NAMES, type QueueName } from '@quarry/contracts';
import type { Logger } from '@quarry/observability';
import type { JobQueue } from '@quarry/queue';
import type { FleetLink, QueueFigures } from './ports.js';

export interface FleetLinkOptions {
  readonly redisUrl: string;
  readonly log: Logger;
  /** Default: that of the fleet. */
  readonly prefix?: string;
}

const readQueue = async ({ jobs, switches }: JobQueue, name: QueueName): Promise<QueueFigures> => {
  const [{ waiting, prioritized, active, oldestWaitMs }, slots, own] = await Promise.all([
    jobs.backlog(name),
    jobs.slots(name),
    switches.read(name),
  ]);
  const since = own.state === 'open' ? {} : { by: own.by, since: new Date(own.atMs).toISOString() };
  return { waiting: waiting + prioritized, active, oldestWaitMs, slots, state: own.state, ...since };
};

/**
 * What operators see of the fleet and change in it. The connection is opened when the first one looks, so most consoles never have
 * one.
 */
export const createFleetLink = (options: FleetLinkOptions): FleetLink & { close(): Promise<void> } => {
  let opened: Promise<JobQueue> | undefined;
  const open = async (): Promise<JobQueue> => {
    const { openQueue } = await import('@quarry/queue');
    return openQueue(options);
  };
  const link = (): Promise<JobQueue> => (opened ??= open());
  return {
    queues: async () => {
      const queue = await link();
      const figures = QUEUE_NAMES.map(async (name) => [name, await readQueue(queue, name)] as const);
      const settled = await Promise.allSettled(figures);
      return Object.fromEntries(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    },
    setQueue: async (name, state, by) => {
      const { switches } = await link();
      if (state === 'open') await switches.resume(name);
      else await switches[state === 'paused' ? 'pause' : 'drain'](name, by);
    },
    processes: async () => (await link()).processes.list(),
    exits: async () => (await link()).processes.exits(),
    close: async () => {
      await (await opened)?.close();
    },
  };
};
