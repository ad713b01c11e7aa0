import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { OperationJob } from '@quarry/contracts';
import { IDLE_POLL_MS } from '../bounds.js';
import { Lane } from './lane.js';
import { laneKey } from '../names.js';
import type { JobPriority, JobProducer } from '../port.js';
import { aborted, eventually, openTestQueue, testJob, type QueueFixture } from '../../test/queue-fixture.js';
import { sharedRedis, type SharedRedis } from '../../test/shared-redis.js';

describe('a worker shares its slots among accounts', () => {
  let redis: SharedRedis;
  let fixture: QueueFixture;
  let jobs: JobProducer;
  beforeAll(async () => {
    redis = await sharedRedis();
  });
  beforeEach(() => {
    fixture = openTestQueue(redis.url);
    jobs = fixture.queue.jobs;
  });
  afterEach(() => fixture.close());

  const enqueue = async (changes: Partial<OperationJob>, priority: JobPriority = 'interactive') => {
    const job = testJob(changes);
    await jobs.enqueue('serp', job, priority);
    return job;
  };
  const isIdle = async () => {
    const { waiting, prioritized, active } = await jobs.backlog('serp');
    return waiting + prioritized + active === 0;
  };
  const HOG = { accountId: 'hog' };
  /** Jobs that run until they are told to end; says whose they are. */
  const startHeld = async (slots: number) => {
    const running: { readonly accountId: string; readonly requestId: string; readonly end: () => void }[] = [];
    const worker = await fixture.startWorker({
      slots,
      handle: async ({ accountId, requestId }, { signal }) => {
        const ended = Promise.withResolvers<void>();
        const one = { accountId, requestId, end: () => ended.resolve() };
        running.push(one);
        await Promise.race([ended.promise, aborted(signal)]);
        running.splice(running.indexOf(one), 1);
      },
    });
    return { worker, running, whose: () => running.map(({ accountId }) => accountId) };
  };
  const activeInRedis = async () => (await jobs.backlog('serp')).active;

  it.each(['interactive', 'batch'] as const)('one is free for a %s job of the next account', async (priority) => {
    const { running, whose } = await startHeld(3);
    for (let job = 0; job < 6; job += 1) await enqueue(HOG, priority);
    await eventually(async () => running.length === 2 && (await activeInRedis()) === 2);
    expect(whose()).toEqual(['hog', 'hog']);
    await enqueue({ accountId: 'other' }, priority);
    await eventually(() => whose().includes('other'));
    await enqueue({ accountId: 'third' }, priority);
    running[0]?.end();
    await eventually(() => whose().includes('third'));
    expect(whose()).toEqual(['hog', 'other', 'third']);
    await eventually(() => {
      for (const { end } of [...running]) end();
      return isIdle();
    });
  });

  it('what it has no slot for is taken by another worker that has', async () => {
    const [one, two] = [await startHeld(8), await startHeld(8)];
    await Promise.all(Array.from({ length: 14 }, () => enqueue(HOG)));
    await eventually(() => one.running.length === 7 && two.running.length === 7);
  });

  it('what it has no slot for stays in the queue, where it can be cancelled', async () => {
    const { running } = await startHeld(2);
    const [first, second] = [await enqueue(HOG), await enqueue(HOG)];
    await eventually(() => running.length === 1);
    expect(await jobs.cancel('serp', second.requestId, 1)).toBe(true);
    expect(running.map(({ requestId }) => requestId)).toEqual([first.requestId]);
  });

  it('a slot that comes free is for what waits, at once', async () => {
    const { running, whose } = await startHeld(2);
    for (let job = 0; job < 3; job += 1) await enqueue(HOG);
    await eventually(() => running.length === 1);
    const startedAtMs = performance.now();
    for (let job = 0; job < 3; job += 1) {
      const [one] = running;
      one?.end();
      await eventually(() => !running.includes(one as (typeof running)[0]) && running.length === (job < 2 ? 1 : 0));
    }
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
    expect(whose()).toEqual([]);
  });

  it('a slot that comes free while it is looked whose jobs wait is not missed', async () => {
    const [looked, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isSlow = false;
    let looks = 0;
    // oxlint-disable-next-line typescript/unbound-method -- called with its lane below
    const look = Lane.prototype.putFirstOther;
    const spy = jest.spyOn(Lane.prototype, 'putFirstOther').mockImplementation(async function (this: Lane, accountIds) {
      const found = await look.call(this, accountIds);
      if (!found) looks += 1;
      if (!found && isSlow) looked.resolve();
      if (!found && isSlow) await freed.promise;
      return found;
    });
    try {
      const { running } = await startHeld(2);
      const markerKey = laneKey(fixture.prefix, 'serp', 'interactive', 'marker');
      await enqueue(HOG);
      const { requestId } = await enqueue(HOG);
      await eventually(async () => looks > 0 && running.length === 1 && (await redis.client.exists(markerKey)) === 0);
      isSlow = true;
      // Wakes the worker, which looks again.
      await enqueue(HOG);
      await looked.promise;
      running[0]?.end();
      await eventually(async () => (await activeInRedis()) === 0);
      const startedAtMs = performance.now();
      isSlow = false;
      freed.resolve();
      await eventually(() => running[0]?.requestId === requestId);
      expect(performance.now() - startedAtMs).toBeLessThan(IDLE_POLL_MS / 2);
    } finally {
      freed.resolve();
      spy.mockRestore();
    }
  });
});
