import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCK_RENEW_MS, MAX_JOBS_PER_CALL, REGISTERED_SLOTS_MS } from './bounds.js';
import { laneKey, slotsKey } from './names.js';
import { eventually, openTestQueue, testJob, type QueueFixture } from '../test/queue-fixture.js';
import { sharedRedis, type SharedRedis } from '../test/shared-redis.js';

describe('many jobs at once', () => {
  let redis: SharedRedis;
  let fixture: QueueFixture;
  beforeAll(async () => {
    redis = await sharedRedis();
  });
  beforeEach(() => {
    fixture = openTestQueue(redis.url);
  });
  afterEach(() => fixture.close());
  const manyJobs = (count: number) => Array.from({ length: count }, () => testJob());

  it('are enqueued in their order, once each, whoever enqueues them again', async () => {
    const { jobs } = fixture.queue;
    const many = manyJobs(50);
    await Promise.all([jobs.enqueueMany('serp', many, 'batch'), jobs.enqueueMany('serp', many, 'batch')]);
    await jobs.enqueueMany('serp', [...many.slice(10, 20), testJob()], 'batch');
    expect(await jobs.backlog('serp')).toMatchObject({ waiting: 0, prioritized: 51 });
    const waiting = await redis.client.lrange(laneKey(fixture.prefix, 'serp', 'batch', 'wait'), 0, -1);
    expect(waiting.reverse().slice(0, 50)).toEqual(many.map(({ requestId }) => `${requestId}-1`));
  });

  it('are told apart: those the queue knows and those it does not', async () => {
    const { jobs } = fixture.queue;
    const [known, , other] = manyJobs(3);
    if (known === undefined || other === undefined) throw new Error('no jobs');
    await jobs.enqueueMany('serp', [known], 'batch');
    await jobs.enqueueMany('serp', [other], 'interactive');
    const refs = [known, { ...known, attempt: 2 }, testJob(), other];
    expect(await jobs.hasMany('serp', refs)).toEqual([true, false, false, true]);
    expect(await jobs.hasMany('serp', [])).toEqual([]);
  });

  it('are withdrawn where they wait; those that run are left alone', async () => {
    const { jobs } = fixture.queue;
    const release = Promise.withResolvers<void>();
    const aborts: unknown[] = [];
    const worker = await fixture.startWorker({
      handle: async (_job, { signal }) => {
        signal.addEventListener('abort', () => aborts.push(signal.reason));
        await release.promise;
      },
    });
    const many = manyJobs(4);
    await jobs.enqueueMany('serp', many, 'batch');
    await eventually(() => worker.activeCount === 1);
    expect(await jobs.withdraw('serp', [...many, testJob()])).toEqual(many.slice(1));
    expect(await jobs.hasMany('serp', many)).toEqual([true, false, false, false]);
    expect(aborts).toEqual([]);
    release.resolve();
  });

  it('are bounded per call', async () => {
    const { jobs } = fixture.queue;
    const refs = Array.from({ length: MAX_JOBS_PER_CALL + 1 }, () => testJob());
    await expect(jobs.enqueueMany('serp', refs, 'batch')).rejects.toThrow(RangeError);
    await expect(jobs.hasMany('serp', refs)).rejects.toThrow(RangeError);
    await expect(jobs.withdraw('serp', refs)).rejects.toThrow(RangeError);
    await jobs.enqueueMany('serp', refs.slice(1), 'batch');
    expect(await jobs.backlog('serp')).toMatchObject({ prioritized: MAX_JOBS_PER_CALL });
  });

  it('are all refused when one of them is malformed', async () => {
    const { jobs } = fixture.queue;
    await expect(jobs.enqueueMany('serp', [testJob(), testJob({ attempt: 0 })], 'batch')).rejects.toThrow();
    expect(await jobs.backlog('serp')).toMatchObject({ prioritized: 0 });
  });
});

describe('slots', () => {
  let redis: SharedRedis;
  let fixture: QueueFixture;
  beforeAll(async () => {
    redis = await sharedRedis();
  });
  beforeEach(() => {
    fixture = openTestQueue(redis.url);
  });
  afterEach(() => fixture.close());
  const handle = async (): Promise<void> => undefined;

  it('are those of all live workers of the queue, and leave with a worker', async () => {
    const { jobs } = fixture.queue;
    expect(await jobs.slots('serp')).toBe(0);
    const first = await fixture.startWorker({ slots: 4, handle });
    await fixture.startWorker({ slots: 3, handle });
    await fixture.startWorker({ queue: 'sites', slots: 7, handle });
    expect(await jobs.slots('serp')).toBe(7);
    await first.drain(0);
    expect(await jobs.slots('serp')).toBe(3);
  });

  it('come back after Redis has lost everything', async () => {
    await fixture.startWorker({ slots: 4, handle });
    await redis.client.flushall();
    await eventually(async () => (await fixture.queue.jobs.slots('serp')) === 4, 2 * LOCK_RENEW_MS);
  });

  it('of a killed worker are forgotten', async () => {
    const key = slotsKey(fixture.prefix, 'serp');
    await redis.client.zadd(
      key,
      Date.now() - 1,
      `${randomUUID()}:5`,
      Date.now() + REGISTERED_SLOTS_MS,
      `${randomUUID()}:2`,
    );
    expect(await fixture.queue.jobs.slots('serp')).toBe(2);
  });
});

describe('hints', () => {
  let redis: SharedRedis;
  let fixture: QueueFixture;
  beforeAll(async () => {
    redis = await sharedRedis();
  });
  beforeEach(() => {
    fixture = openTestQueue(redis.url);
  });
  afterEach(() => fixture.close());

  it('reach every listener, malformed ones none, and none after it has gone', async () => {
    const { queue } = fixture;
    const heard: unknown[][] = [[], []];
    const listen = (index: number) =>
      queue.listenForBatches({
        onEnd: (end) => heard[index]?.push(end),
        onJob: (batchId) => heard[index]?.push(batchId),
      });
    const [stop] = [await listen(0), await listen(1)];
    const end = { batchId: randomUUID(), requestId: randomUUID() };
    await redis.client.publish(`${fixture.prefix}:batch:ends`, '{"batchId":1}');
    await queue.batchHints.announceEnd(end);
    await queue.batchHints.announceJob(end.batchId);
    await eventually(() => heard.every((one) => one.length === 2));
    await stop();
    await queue.batchHints.announceEnd(end);
    await eventually(() => heard[1]?.length === 3);
    expect(heard).toEqual([
      [end, end.batchId],
      [end, end.batchId, end],
    ]);
  });
});
