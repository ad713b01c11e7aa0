import { QUEUE_NAMES, type QueueName } from '@quarry/contracts';
import { createProcessDescription, type Logger } from '@quarry/observability';
import type { Heartbeat, JobQueue } from '@quarry/queue';
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

export interface OpenFleetLink extends FleetLink {
  /** Puts this console on the operators' list of processes, until it closes. Without Redis it is not there. */
  tell(): void;
  close(): Promise<void>;
}

/** What operators see of the fleet and change in it. Nothing is loaded or connected before it is needed. */
export const createFleetLink = (options: FleetLinkOptions): OpenFleetLink => {
  let opened: Promise<JobQueue> | undefined;
  const open = async (): Promise<JobQueue> => {
    const { openQueue } = await import('@quarry/queue');
    return openQueue(options);
  };
  const link = (): Promise<JobQueue> => (opened ??= open());
  let heartbeat: Promise<Heartbeat> | undefined;
  const beat = async (): Promise<Heartbeat> => {
    const { startHeartbeat } = await import('@quarry/queue');
    const { processes } = await link();
    return startHeartbeat({ processes, describe: createProcessDescription('console'), log: options.log });
  };
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
    tell: () => void (heartbeat ??= beat()),
    close: async () => {
      await (await heartbeat)?.stop();
      await (await opened)?.close();
    },
  };
};
