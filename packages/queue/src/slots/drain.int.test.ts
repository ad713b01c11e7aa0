import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IDLE_POLL_MS } from '../bounds.js';
import type { JobHandler, JobProducer } from '../port.js';
import { aborted, eventually, openTestQueue, testJob, type QueueFixture } from '../../test/queue-fixture.js';
import { sharedRedis, type SharedRedis } from '../../test/shared-redis.js';

describe('drain', () => {
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

  it('lets a running job end within the grace and takes no other', async () => {
    const release = Promise.withResolvers<void>();
    const ran: string[] = [];
    const worker = await fixture.startWorker({
      slots: 2,
      handle: async (job) => {
        await release.promise;
        ran.push(job.requestId);
      },
    });
    const job = testJob();
    await jobs.enqueue('serp', job, 'interactive');
    await eventually(() => worker.activeCount === 1);
    const drained = worker.drain(10_000);
    const waiting = testJob();
    await jobs.enqueue('serp', waiting, 'interactive');
    release.resolve();
    await drained;
    expect(ran).toEqual([job.requestId]);
    expect(await jobs.has('serp', job.requestId, 1)).toBe(false);
    expect(await jobs.backlog('serp')).toMatchObject({ waiting: 1, active: 0 });
  });

  it.each(['interactive', 'batch'] as const)(
    'hands a running %s job back at once, and another worker runs it within a second',
    async (priority) => {
      const reasons: unknown[] = [];
      const first = await fixture.startWorker({
        handle: async (_job, { signal }) => {
          reasons.push(await aborted(signal));
        },
      });
      const job = testJob();
      await jobs.enqueue('serp', job, priority);
      await eventually(() => first.activeCount === 1);
      const taken = Promise.withResolvers<number>();
      await fixture.startWorker({ handle: async () => taken.resolve(performance.now()) });
      const sentAt = performance.now();
      const drained = first.drain(200);
      // Handed over, not found by chance.
      expect((await taken.promise) - sentAt).toBeLessThan(IDLE_POLL_MS - 500);
      await drained;
      expect(reasons).toEqual(['draining']);
      await eventually(async () => !(await jobs.has('serp', job.requestId, 1)));
    },
  );

  it('hands a job back before its handler obeys, and does not wait for it for ever', async () => {
    const ignoring: JobHandler = () => new Promise(() => undefined);
    const worker = await fixture.startWorker({ handle: ignoring, abandonAfterMs: 400 });
    await jobs.enqueue('serp', testJob(), 'interactive');
    await eventually(() => worker.activeCount === 1);
    const drained = worker.drain(0);
    await eventually(async () => (await jobs.backlog('serp')).waiting === 1, 300);
    expect(worker.activeCount).toBe(1);
    await drained;
    expect(worker.activeCount).toBe(0);
    expect(await jobs.backlog('serp')).toMatchObject({ waiting: 1, active: 0 });
  });

  it('puts a job that was handed back before those that wait', async () => {
    const worker = await fixture.startWorker({ handle: (_job, { signal }) => aborted(signal).then(() => undefined) });
    const job = testJob();
    await jobs.enqueue('serp', job, 'interactive');
    await eventually(() => worker.activeCount === 1);
    await jobs.enqueue('serp', testJob(), 'interactive');
    await worker.drain(0);
    const order: string[] = [];
    await fixture.startWorker({ handle: async ({ requestId }) => void order.push(requestId) });
    await eventually(() => order.length === 2);
    expect(order[0]).toBe(job.requestId);
  });

  it('does not hand back what was cancelled', async () => {
    const release = Promise.withResolvers<void>();
    const worker = await fixture.startWorker({ handle: () => release.promise, abandonAfterMs: 2_000 });
    const job = testJob();
    await jobs.enqueue('serp', job, 'interactive');
    await eventually(() => worker.activeCount === 1);
    await jobs.cancel('serp', job.requestId, 1);
    const drained = worker.drain(50);
    setTimeout(() => release.resolve(), 150);
    await drained;
    expect(await jobs.backlog('serp')).toMatchObject({ waiting: 0, active: 0 });
  });

  it('of an idle worker is quick and may be asked for twice', async () => {
    const worker = await fixture.startWorker({ handle: async () => undefined });
    const startedAt = performance.now();
    await Promise.all([worker.drain(10_000), worker.drain(10_000)]);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });

  it('loses no job of a rolling restart under load', async () => {
    const ended = new Map<string, number>();
    const handle: JobHandler = async ({ requestId }, { signal }) => {
      const timer = new Promise((resolve) => setTimeout(resolve, 20));
      await Promise.race([timer, aborted(signal)]);
      if (signal.aborted) return;
      ended.set(requestId, (ended.get(requestId) ?? 0) + 1);
    };
    let worker = await fixture.startWorker({ slots: 4, handle });
    const sent = Array.from({ length: 200 }, () => testJob());
    const sending = (async () => {
      for (const [index, job] of sent.entries()) await jobs.enqueue('serp', job, index % 2 ? 'batch' : 'interactive');
    })();
    for (let restart = 0; restart < 5; restart += 1) {
      const next = await fixture.startWorker({ slots: 4, handle });
      await new Promise((resolve) => setTimeout(resolve, 50));
      await worker.drain(5);
      worker = next;
    }
    await sending;
    await eventually(() => ended.size === sent.length);
    expect([...ended.values()].every((count) => count === 1)).toBe(true);
  });
});
