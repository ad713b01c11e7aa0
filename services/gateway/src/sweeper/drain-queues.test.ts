import { expect, it } from '@jest/globals';
import type { QueueName } from '@quarry/contracts';
import type { JobRef } from '@quarry/queue';
import { DRAIN_STEPS } from '../bounds.js';
import { createQueueDrain } from './drain-queues.js';

const JOB = { requestId: 'r', attempt: 1 } as JobRef;

/** A drain of a queue in which a job waits at each of the first `jobs` looks. */
const drainOf = (jobs: number) => {
  const seen = { undone: 0, drained: 0 };
  const nothing = () => {};
  const drain = createQueueDrain({
    draining: () => ['serp' satisfies QueueName],
    switches: {
      waiting: async (_queue, lane) => (lane === 'interactive' && seen.undone < jobs ? [JOB] : []),
      noteDrained: async () => (seen.drained += 1) > 0,
    },
    producer: { withdraw: async (_queue, refs) => [...refs] },
    items: { finish: async () => null },
    undo: async () => void (seen.undone += 1),
    log: { error: nothing, warn: nothing, info: nothing, debug: nothing },
    metrics: { increment: nothing },
  });
  return { drain, seen };
};

it('ends what waits, and then the drain', async () => {
  const { drain, seen } = drainOf(3);
  expect(await drain()).toBe(3);
  expect(seen).toEqual({ undone: 3, drained: 1 });
});

it('leaves a queue that never becomes empty to the next pass, still draining', async () => {
  const { drain, seen } = drainOf(Infinity);
  expect(await drain()).toBe(DRAIN_STEPS);
  expect(seen.drained).toBe(0);
});
