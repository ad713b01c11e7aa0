import { afterEach, describe, expect, it } from '@jest/globals';
import type { QueueBacklog } from '@quarry/queue';
import { createStalledConsumerDetector, type StalledConsumerDetector } from './stalled-consumer.js';

const DEAD_AFTER_MS = 60;
let watch: StalledConsumerDetector;
let looks: number;
afterEach(() => watch.stop());

const open = ({
  waiting = 0,
  prioritized = 0,
  isDown = false,
  mayTake = true,
  state = 'open' as QueueBacklog['state'],
}): void => {
  looks = 0;
  watch = createStalledConsumerDetector({
    ...{ lookEveryMs: 5, deadAfterMs: DEAD_AFTER_MS },
    slots: 2,
    mayTake: () => mayTake,
    backlog: () => {
      looks += 1;
      return isDown ? Promise.reject(new Error('away')) : Promise.resolve({ waiting, prioritized, state });
    },
  });
};

const untilDead = async (): Promise<number> => {
  const startedAtMs = performance.now();
  while (!watch.isDead()) await new Promise((resolve) => setTimeout(resolve, 2));
  return performance.now() - startedAtMs;
};
/** Long enough that a dead worker would have been seen. */
const pastTheBound = async (leastLooks = 5): Promise<void> => {
  const endsAtMs = performance.now() + 2 * DEAD_AFTER_MS;
  while (performance.now() < endsAtMs || looks < leastLooks) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('createStalledConsumerDetector', () => {
  it.each([{ waiting: 1 }, { prioritized: 1 }])(
    'sees that %j wait beside free slots, after its bound',
    async (jobs) => {
      open(jobs);
      expect(watch.isDead()).toBe(false);
      expect(await untilDead()).toBeGreaterThanOrEqual(DEAD_AFTER_MS);
    },
  );

  it.each([
    ['nothing waits', { waiting: 0 }],
    ['the queue does not answer', { waiting: 9, isDown: true }],
    ['an operator has paused the queue', { waiting: 9, state: 'paused' as const }],
  ])('is content while %s', async (_, state) => {
    open(state);
    await pastTheBound();
    expect(watch.isDead()).toBe(false);
  });

  it('is content while it may take no jobs, and does not even ask', async () => {
    open({ waiting: 9, mayTake: false });
    await pastTheBound(0);
    expect([watch.isDead(), looks]).toEqual([false, 0]);
  });

  it('is content while every slot is taken, and sees the next standstill once one is free', async () => {
    open({ waiting: 9 });
    const jobs = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const ended = jobs.map(({ promise }) => watch.follow(() => promise));
    await pastTheBound(0);
    expect([watch.isDead(), looks]).toEqual([false, 0]);
    jobs[0]?.resolve('first');
    expect(await ended[0]).toBe('first');
    await untilDead();
    jobs[1]?.reject(new Error('failed'));
    await expect(ended[1]).rejects.toThrow('failed');
  });

  it('counts anew from every job that is taken', async () => {
    open({ waiting: 1 });
    await untilDead();
    await watch.follow(async () => undefined);
    expect(watch.isDead()).toBe(false);
    expect(await untilDead()).toBeGreaterThanOrEqual(DEAD_AFTER_MS - 1);
  });
});
