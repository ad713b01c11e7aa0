import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OperationJob } from '@quarry/contracts';
import { KEPT_EVENTS } from './bounds.js';
import { jobIdOf, laneKey } from './names.js';
import type { JobProducer } from './port.js';
import { openTestQueue, testJob, type QueueFixture } from '../test/queue-fixture.js';
import { sharedRedis, type SharedRedis } from '../test/shared-redis.js';

describe('job producer', () => {
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

  it('keeps ids only, under the job id of request and attempt', async () => {
    const job = testJob({ attempt: 3, replyTo: randomUUID() });
    await jobs.enqueue('serp', job, 'interactive');
    const key = laneKey(fixture.prefix, 'serp', 'interactive', `${job.requestId}-3`);
    const stored = await redis.client.hgetall(key);
    expect(JSON.parse(stored['data'] ?? '')).toEqual(job);
    expect(JSON.stringify(stored).length).toBeLessThan(2_048);
  });

  it('keeps a trace beside them, and leaves out one that is none', async () => {
    const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'vendor=1' };
    const [traced, broken] = [testJob({ trace }), testJob({ trace: { traceparent: 'x' } })];
    await jobs.enqueueMany('serp', [traced, broken], 'batch');
    const read = async (job: OperationJob): Promise<[data: unknown, opts: Record<string, unknown>]> => {
      const stored = await redis.client.hgetall(laneKey(fixture.prefix, 'serp', 'batch', `${job.requestId}-1`));
      return [JSON.parse(stored['data'] ?? ''), JSON.parse(stored['opts'] ?? '') as Record<string, unknown>];
    };
    const ids = { ...traced, trace: undefined };
    expect(await read(traced)).toEqual([ids, expect.objectContaining({ tm: JSON.stringify(trace) })]);
    expect((await read(broken))[1]).not.toHaveProperty('tm');
  });

  it('is idempotent by request and attempt', async () => {
    const job = testJob();
    await Promise.all([1, 2, 3].map(() => jobs.enqueue('serp', job, 'interactive')));
    await jobs.enqueue('serp', { ...job, attempt: 2 }, 'interactive');
    expect(await jobs.backlog('serp')).toMatchObject({ waiting: 2 });
  });

  it.each([
    ['a request id that is no uuid', { requestId: 'x' }],
    ['attempt 0', { attempt: 0 }],
    ['a long account id', { accountId: 'x'.repeat(65) }],
    ['a long reply address', { replyTo: 'x'.repeat(65) }],
    ['a field that does not belong there', { params: {} }],
  ])('refuses a job with %s', async (_what, changes) => {
    await expect(jobs.enqueue('serp', testJob(changes as object), 'interactive')).rejects.toThrow();
    expect(await jobs.backlog('serp')).toMatchObject({ waiting: 0 });
  });

  it.each(['interactive', 'batch'] as const)('knows a waiting %s job, until it is lost', async (priority) => {
    const job = testJob();
    expect(await jobs.has('serp', job.requestId, 1)).toBe(false);
    await jobs.enqueue('serp', job, priority);
    expect(await jobs.has('serp', job.requestId, 1)).toBe(true);
    expect(await jobs.has('serp', job.requestId, 2)).toBe(false);
    expect(await jobs.has('sites', job.requestId, 1)).toBe(false);
    await redis.client.flushall();
    expect(await jobs.has('serp', job.requestId, 1)).toBe(false);
    await jobs.enqueue('serp', { ...job, attempt: 2 }, priority);
    expect(await jobs.has('serp', job.requestId, 2)).toBe(true);
  });

  it.each(['interactive', 'batch'] as const)('removes a waiting %s job on cancel', async (priority) => {
    const job = testJob();
    await jobs.enqueue('serp', job, priority);
    expect(await jobs.cancel('serp', job.requestId, 1)).toBe(true);
    expect(await jobs.has('serp', job.requestId, 1)).toBe(false);
    expect(await jobs.cancel('serp', job.requestId, 1)).toBe(false);
    expect(await jobs.backlog('serp')).toEqual({
      waiting: 0,
      prioritized: 0,
      active: 0,
      activeBatch: 0,
      oldestWaitMs: 0,
      state: 'open',
    });
  });

  it('counts what waits and for how long, per queue and kind', async () => {
    expect(await jobs.backlog('serp')).toEqual({
      waiting: 0,
      prioritized: 0,
      active: 0,
      activeBatch: 0,
      oldestWaitMs: 0,
      state: 'open',
    });
    const old = testJob();
    await jobs.enqueue('serp', old, 'interactive');
    const key = laneKey(fixture.prefix, 'serp', 'interactive', jobIdOf(old.requestId, 1));
    await redis.client.hset(key, 'timestamp', Date.now() - 60_000);
    await jobs.enqueue('serp', testJob(), 'batch');
    await jobs.enqueue('serp', testJob(), 'interactive');
    await jobs.enqueue('sites', testJob(), 'interactive');
    const backlog = await jobs.backlog('serp');
    expect(backlog).toMatchObject({ waiting: 2, prioritized: 1, active: 0 });
    expect(backlog.oldestWaitMs).toBeGreaterThanOrEqual(60_000);
    expect(backlog.oldestWaitMs).toBeLessThan(70_000);
    expect((await jobs.backlog('sites')).waiting).toBe(1);
  });

  it('does not count the wait of batch jobs', async () => {
    const old = testJob();
    await jobs.enqueue('serp', old, 'batch');
    const key = laneKey(fixture.prefix, 'serp', 'batch', jobIdOf(old.requestId, 1));
    await redis.client.hset(key, 'timestamp', Date.now() - 60_000);
    expect(await jobs.backlog('serp')).toEqual({
      waiting: 0,
      prioritized: 1,
      active: 0,
      activeBatch: 0,
      oldestWaitMs: 0,
      state: 'open',
    });
    await jobs.enqueue('serp', testJob(), 'interactive');
    expect((await jobs.backlog('serp')).oldestWaitMs).toBeLessThan(10_000);
  });

  it('lets the library keep few events', async () => {
    for (let index = 0; index < 4 * KEPT_EVENTS; index += 1) await jobs.enqueue('serp', testJob(), 'interactive');
    const kept = await redis.client.xlen(laneKey(fixture.prefix, 'serp', 'interactive', 'events'));
    expect(kept).toBeLessThanOrEqual(3 * KEPT_EVENTS);
  });
});
