import type { QueueName } from '@quarry/contracts';
import type { LiveProcess } from '@quarry/queue';
import type { FleetLink, QueueFigures } from '../src/ports.js';

const worker: LiveProcess = {
  ...{ id: 'w-1', ageMs: 1_000, service: 'serp', host: 'one', pid: 7, startedAtMs: 0, build: 'b1', memoryBytes: 9 },
  ...{ activeJobs: 1, slots: 4, exits: ['direct', 'residential:0'] },
  restingExits: [{ exit: 'residential:0', untilMs: 60_000, sites: 2 }],
};
const figures: QueueFigures = { waiting: 2, active: 1, oldestWaitMs: 30, slots: 4, state: 'open' };

/** A fleet with one queue that responds and one worker; what is done to it is written down. */
export const createFakeFleet = () => {
  const calls: (readonly [QueueName, string, string])[] = [];
  const fleet: FleetLink & { readonly calls: typeof calls } = {
    calls,
    queues: async () => ({ serp: figures }),
    setQueue: async (name, state, by) => void calls.push([name, state, by]),
    processes: async () => [worker, { ...worker, id: 'w-2', pid: 5, ageMs: 0, restingExits: [] }],
    exits: async () => [
      {
        exit: 'direct',
        lastHour: { served: 3, blocked: 1, failed: 0 },
        lastDay: { served: 30, blocked: 2, failed: 1 },
      },
    ],
  };
  return fleet;
};
