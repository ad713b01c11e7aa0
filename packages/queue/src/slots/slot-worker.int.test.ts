import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IDLE_POLL_MS, INTERACTIVE_TURNS, LOCK_DURATION_MS, MAX_STALLED_COUNT } from '../bounds.js';
import { jobIdOf, laneKey } from '../names.js';
import type { JobHandler, JobProducer } from '../port.js';
import {
  aborted,
  eventually,
  lockRenewals,
  openTestQueue,
  testJob,
  type QueueFixture,
} from '../../test/queue-fixture.js';
import { sharedRedis, type SharedRedis } from '../../test/shared-redis.js';

describe('worker', () => {
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

  const enqueue = async (changes = {}, priority: 'interactive' | 'batch' = 'interactive') => {
    const job = testJob(changes);
    await jobs.enqueue('serp', job, priority);
    return job;
  };
  const isIdle = async () => {
    const { waiting, prioritized, active } = await jobs.backlog('serp');
    return waiting + prioritized + active === 0;
  };
  /** Says the abort's reason of each job. */
  const untilAborted =
    (reasons: unknown[]): JobHandler =>
    async (_job, { signal }) => {
      reasons.push(await aborted(signal));
    };

  it('runs jobs of both kinds and leaves nothing of them in Redis', async () => {
    const ran = new Set<string>();
    const startedAtMs = Date.now();
    const worker = await fixture.startWorker({ slots: 4, handle: async (job) => void ran.add(job.requestId) });
    const sent = [await enqueue(), await enqueue({}, 'batch'), await enqueue({ replyTo: 'x' })];
    await eventually(isIdle);
    expect(ran).toEqual(new Set(sent.map((job) => job.requestId)));
    await eventually(() => worker.activeCount === 0);
    expect(worker.lastProgressAtMs).toBeGreaterThanOrEqual(startedAtMs);
    for (const { requestId } of sent) expect(await redis.client.keys(`*${requestId}*`)).toEqual([]);
  });

  it('takes jobs that waited before it started', async () => {
    let ran = 0;
    await Promise.all([enqueue(), enqueue({}, 'batch')]);
    await fixture.startWorker({ handle: async () => void (ran += 1) });
    await eventually(() => ran === 2);
  });

  it.each(['interactive', 'batch'] as const)('begins a %s job at once when it is idle', async (priority) => {
    let began = Promise.withResolvers<number>();
    await fixture.startWorker({ handle: async () => began.resolve(performance.now()) });
    for (let round = 0; round < 3; round += 1) {
      began = Promise.withResolvers<number>();
      // Longer than any look at the list takes: the worker sleeps by now.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const sentAt = performance.now();
      await enqueue({}, priority);
      expect((await began.promise) - sentAt).toBeLessThan(IDLE_POLL_MS - 500);
    }
  });

  it('fills its slots and no more', async () => {
    const release = Promise.withResolvers<void>();
    let peak = 0;
    const worker = await fixture.startWorker({
      slots: 3,
      handle: async () => {
        peak = Math.max(peak, worker.activeCount);
        await release.promise;
      },
    });
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => enqueue({ accountId: `account-${n}` }, n % 2 ? 'batch' : 'interactive')),
    );
    await eventually(() => worker.activeCount === 3);
    await eventually(async () => (await jobs.backlog('serp')).active === 3);
    release.resolve();
    await eventually(isIdle);
    expect(peak).toBe(3);
  });

  it('lets a second worker take what the first has no slot for', async () => {
    const release = Promise.withResolvers<void>();
    const one = await fixture.startWorker({ handle: () => release.promise });
    const two = await fixture.startWorker({ handle: () => release.promise });
    await enqueue({}, 'batch');
    await enqueue({}, 'interactive');
    await eventually(() => one.activeCount === 1 && two.activeCount === 1);
    release.resolve();
  });

  it('leaves jobs in the queue while it may not take them, and takes them once it may', async () => {
    let isOpen = false;
    let ran = 0;
    const worker = await fixture.startWorker({
      slots: 4,
      handle: async () => void (ran += 1),
      mayTake: () => isOpen,
      takeAgainMs: 20,
    });
    await Promise.all([enqueue(), enqueue({}, 'batch')]);
    // As long as several looks take.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await jobs.backlog('serp')).toMatchObject({ active: 0 });
    expect([ran, worker.activeCount]).toEqual([0, 0]);
    isOpen = true;
    await eventually(() => ran === 2);
    await eventually(isIdle);
  });

  it('asks with the jobs in hand, and takes the next as soon as one ends', async () => {
    const release = Promise.withResolvers<void>();
    const counts: number[] = [];
    let ran = 0;
    const worker = await fixture.startWorker({
      slots: 4,
      handle: async () => {
        ran += 1;
        if (ran === 1) await release.promise;
      },
      mayTake: (activeCount) => {
        counts.push(activeCount);
        return activeCount === 0;
      },
      takeAgainMs: 60_000,
    });
    await enqueue();
    await eventually(() => worker.activeCount === 1);
    await enqueue();
    await enqueue({}, 'batch');
    await eventually(() => counts.includes(1));
    expect(ran).toBe(1);
    release.resolve();
    await eventually(() => ran === 3);
    expect(Math.max(...counts)).toBe(1);
  });

  it.each(['interactive', 'batch'] as const)(
    'lets another worker begin a %s job at once that it may not take',
    async (lane) => {
      let isOpen = true;
      let ran = 0;
      const handle = async () => void (ran += 1);
      await fixture.startWorker({ handle, mayTake: () => isOpen, takeAgainMs: 60_000 });
      await fixture.startWorker({ handle });
      for (let job = 0; job < 6; job += 1) {
        // It sleeps at the queue when it is closed, and may be the one that is woken.
        isOpen = false;
        const sentAt = performance.now();
        await enqueue({}, lane);
        await eventually(() => ran === job + 1);
        expect(performance.now() - sentAt).toBeLessThan(IDLE_POLL_MS - 500);
      }
    },
  );

  it('drains while it may not take jobs', async () => {
    const worker = await fixture.startWorker({
      handle: async () => undefined,
      mayTake: () => false,
      takeAgainMs: 60_000,
    });
    const startedAt = performance.now();
    await worker.drain(1_000);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('runs interactive jobs first, with a turn for batch', async () => {
    const order: string[] = [];
    const total = INTERACTIVE_TURNS + 4;
    for (let n = 0; n < 3; n += 1) await enqueue({ operation: 'batch' }, 'batch');
    for (let n = 0; n < total; n += 1) await enqueue({ operation: 'interactive' });
    await fixture.startWorker({ handle: async (job) => void order.push(job.operation) });
    await eventually(isIdle);
    expect(order.indexOf('batch')).toBe(INTERACTIVE_TURNS);
    expect(order.slice(0, total + 1).filter((kind) => kind === 'batch')).toHaveLength(1);
    expect(order).toHaveLength(total + 3);
  });

  it('aborts at the deadline, also of a job that waited too long', async () => {
    const reasons: unknown[] = [];
    await fixture.startWorker({ slots: 2, handle: untilAborted(reasons) });
    await enqueue({ deadlineAtMs: Date.now() + 100 });
    await enqueue({ deadlineAtMs: Date.now() - 100 });
    await eventually(isIdle);
    expect(reasons).toEqual(['deadline', 'deadline']);
  });

  it('frees the slot of a handler that ignores its abort', async () => {
    const ran: string[] = [];
    const handle: JobHandler = async (job) => {
      ran.push(job.requestId);
      if (ran.length === 1) await new Promise(() => undefined);
    };
    const worker = await fixture.startWorker({ handle, abandonAfterMs: 100 });
    await enqueue({ deadlineAtMs: Date.now() + 50 });
    await enqueue();
    await eventually(() => ran.length === 2);
    await eventually(() => worker.activeCount === 0);
    expect(fixture.lines.filter((line) => line.message.includes('ignored its abort'))).toHaveLength(1);
  });

  it('goes on after a handler threw; the job is not run again', async () => {
    let ran = 0;
    await fixture.startWorker({
      handle: async () => {
        ran += 1;
        throw new Error('bug');
      },
    });
    const job = await enqueue();
    await enqueue();
    await eventually(() => ran === 2);
    await eventually(isIdle);
    expect(await jobs.has('serp', job.requestId, 1)).toBe(false);
    expect(fixture.lines.filter((line) => line.level === 'error')).toHaveLength(2);
  });

  it('aborts a running job on cancel, and no other', async () => {
    const reasons: unknown[] = [];
    const worker = await fixture.startWorker({ slots: 2, handle: untilAborted(reasons) });
    const [job] = [await enqueue(), await enqueue({ accountId: 'account-2' })];
    await eventually(() => worker.activeCount === 2);
    expect(await jobs.cancel('serp', job.requestId, 1)).toBe(false);
    await eventually(() => worker.activeCount === 1);
    expect(reasons).toEqual(['cancelled']);
    await eventually(async () => !(await jobs.has('serp', job.requestId, 1)));
  });

  it('aborts a job whose cancel came while it was on its way', async () => {
    const reasons: unknown[] = [];
    await fixture.startWorker({ handle: untilAborted(reasons) });
    const job = testJob();
    expect(await jobs.cancel('serp', job.requestId, 1)).toBe(false);
    await jobs.enqueue('serp', job, 'interactive');
    await eventually(() => reasons.length === 1);
    expect(reasons).toEqual(['cancelled']);
  });

  it.each([
    ['that is no JSON', '{'],
    ['without fields', '{}'],
    ['of another shape', JSON.stringify({ ...testJob(), attempt: 'first' })],
  ])('drops a job %s with a log line and goes on', async (_what, data) => {
    const bad = await enqueue();
    const badId = jobIdOf(bad.requestId, 1);
    await redis.client.hset(laneKey(fixture.prefix, 'serp', 'interactive', badId), 'data', data);
    const good = await enqueue();
    const ran: string[] = [];
    await fixture.startWorker({ handle: async (job) => void ran.push(job.requestId) });
    await eventually(isIdle);
    expect(ran).toEqual([good.requestId]);
    expect(await redis.client.keys(`*${badId}*`)).toEqual([]);
    expect(fixture.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ queueJobId: badId, reason: 'malformed' }),
      }),
    );
  });

  it('hands a job over with its trace and the time it was enqueued at', async () => {
    const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'vendor=1' };
    const sentAtMs = Date.now();
    await enqueue({ trace });
    const seen: unknown[] = [];
    let waitedMs = NaN;
    await fixture.startWorker({
      handle: async (job, { enqueuedAtMs = NaN }) => {
        seen.push(job.trace);
        waitedMs = Date.now() - enqueuedAtMs;
      },
    });
    await eventually(() => seen.length === 1);
    expect(seen).toEqual([trace]);
    expect(waitedMs).toBeGreaterThanOrEqual(0);
    expect(waitedMs).toBeLessThanOrEqual(Date.now() - sentAtMs);
  });

  it.each([
    ['a trace that is no JSON', '{'],
    ['a trace that is none', JSON.stringify({ traceparent: `00-${'a'.repeat(32)}` })],
    [
      'an endless state',
      JSON.stringify({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'x'.repeat(513) }),
    ],
  ])('runs a job with %s without it', async (_what, tm) => {
    const job = await enqueue();
    const key = laneKey(fixture.prefix, 'serp', 'interactive', jobIdOf(job.requestId, 1));
    await redis.client.hset(key, 'opts', JSON.stringify({ attempts: 1, jobId: jobIdOf(job.requestId, 1), tm }));
    const seen: unknown[] = [];
    await fixture.startWorker({ handle: async (taken) => void seen.push(taken) });
    await eventually(() => seen.length === 1);
    expect(seen).toEqual([job]);
  });

  it('runs a job of a newer release without the fields it does not know', async () => {
    const job = await enqueue();
    const key = laneKey(fixture.prefix, 'serp', 'interactive', jobIdOf(job.requestId, 1));
    await redis.client.hset(key, 'data', JSON.stringify({ ...job, extra: true }));
    const seen: unknown[] = [];
    await fixture.startWorker({ handle: async (taken) => void seen.push(taken) });
    await eventually(() => seen.length === 1);
    expect(seen).toEqual([job]);
  });

  it('drops a job that has stalled too often', async () => {
    let ran = 0;
    const job = await enqueue();
    const key = (suffix: string) => laneKey(fixture.prefix, 'serp', 'interactive', suffix);
    // As a worker leaves it that died for the last time it may.
    await redis.client.hset(key(jobIdOf(job.requestId, 1)), 'stc', MAX_STALLED_COUNT);
    await redis.client.lmove(key('wait'), key('active'), 'RIGHT', 'LEFT');
    await fixture.startWorker({ handle: async () => void (ran += 1) });
    await eventually(async () => !(await jobs.has('serp', job.requestId, 1)));
    expect(ran).toBe(0);
    expect(fixture.lines).toContainEqual(expect.objectContaining({ message: 'job dropped' }));
  });

  it('keeps the lock of a job for as long as it runs', async () => {
    const release = Promise.withResolvers<void>();
    let ran = 0;
    const worker = await fixture.startWorker({
      slots: 2,
      lockRenewMs: 100,
      handle: async () => {
        ran += 1;
        await release.promise;
      },
    });
    const { requestId } = await enqueue();
    await eventually(() => ran === 1);
    const lock = laneKey(fixture.prefix, 'serp', 'interactive', `${jobIdOf(requestId, 1)}:lock`);
    expect(await redis.client.pttl(lock)).toBeLessThanOrEqual(LOCK_DURATION_MS);
    await lockRenewals(redis.client, lock, 3);
    expect(await redis.client.pttl(lock)).toBeLessThanOrEqual(LOCK_DURATION_MS);
    release.resolve();
    await eventually(() => worker.activeCount === 0);
    expect(ran).toBe(1);
    expect(fixture.lines).toEqual([]);
  });

  it('finishes what Redis has lost meanwhile, and goes on', async () => {
    const release = Promise.withResolvers<void>();
    let ran = 0;
    const worker = await fixture.startWorker({
      handle: async () => {
        ran += 1;
        await release.promise;
      },
    });
    const job = await enqueue();
    await eventually(() => ran === 1);
    await redis.client.flushall();
    expect(await jobs.has('serp', job.requestId, 1)).toBe(false);
    release.resolve();
    await eventually(() => worker.activeCount === 0);
    await jobs.enqueue('serp', { ...job, attempt: 2 }, 'interactive');
    await eventually(() => ran === 2);
  });
});
