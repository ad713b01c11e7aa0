import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { COMMAND_TIMEOUT_MS, LOCK_DURATION_MS, STALLED_INTERVAL_MS } from './bounds.js';
import { deferred } from './deferred.js';
import { eventually, openTestQueue, testJob, type QueueFixture } from './testing/queue-fixture.js';
import { startRedis, type RedisFixture } from './testing/redis-fixture.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

describe('when parts die', () => {
  let redis: RedisFixture;
  let fixture: QueueFixture;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    // The child runs the build. Errors of other packages show elsewhere.
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    await new Promise((resolve) => execFile(process.execPath, [compiler, '-b', path('..')], resolve));
  }, 120_000);
  beforeEach(async () => {
    redis = await startRedis();
    fixture = openTestQueue(redis.url);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await fixture.close();
    await redis.stop();
  });

  it('a job of a worker killed with SIGKILL is taken over within the bound', async () => {
    const script = path('../dist/testing/killable-worker.js');
    const child = spawn(process.execPath, [script, redis.url, fixture.prefix], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('ready');
    const sent = [testJob(), testJob(), testJob()];
    for (const [index, job] of sent.entries()) {
      await fixture.queue.jobs.enqueue('serp', job, index === 0 ? 'batch' : 'interactive');
      expect((await lines.next()).value).toBe(`began ${job.requestId}`);
    }
    const taken = new Set<string>();
    await fixture.startWorker({ slots: 4, handle: async (job) => void taken.add(job.requestId) });
    // Long enough for the lock to have been renewed.
    await new Promise((resolve) => setTimeout(resolve, LOCK_DURATION_MS + 1_000));
    expect(taken.size).toBe(0);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    await eventually(() => taken.size === sent.length, LOCK_DURATION_MS + STALLED_INTERVAL_MS + 1_500);
    expect(taken).toEqual(new Set(sent.map((job) => job.requestId)));
    await eventually(async () => (await fixture.queue.jobs.backlog('serp')).active === 0);
  });

  it('calls fail within their bound while Redis is away, and work again after', async () => {
    const { queue } = fixture;
    const job = testJob();
    await queue.jobs.enqueue('serp', job, 'interactive');
    await redis.kill();
    const startedAt = performance.now();
    const calls = [
      queue.jobs.enqueue('serp', testJob(), 'interactive'),
      queue.jobs.has('serp', job.requestId, 1),
      queue.jobs.cancel('serp', job.requestId, 1),
      queue.jobs.backlog('serp'),
      queue.leases.take('a', 'r', 1, Date.now() + 1_000),
      queue.leases.inUse('a'),
      queue.leases.release('a', 'r'),
      queue.replies.send('x', { requestId: job.requestId, attempt: 1 }),
      queue.listenForReplies(),
      queue.ping(),
      queue.checkRedis(),
      // A queue this process has not used before.
      queue.jobs.enqueue('sites', testJob(), 'batch'),
    ];
    const ends = await Promise.allSettled(calls);
    expect(performance.now() - startedAt).toBeLessThan(COMMAND_TIMEOUT_MS + 1_000);
    for (const end of ends) {
      expect(end).toMatchObject({ status: 'rejected', reason: { name: 'QueueUnavailableError' } });
    }
    await redis.start();
    await eventually(() =>
      queue.jobs.enqueue('sites', testJob(), 'batch').then(
        () => true,
        () => false,
      ),
    );
    expect(await queue.jobs.has('serp', job.requestId, 1)).toBe(false);
    expect(fixture.lines.filter((line) => line.message === 'redis is away').length).toBeLessThanOrEqual(3);
  });

  it('calls fail within their bound when Redis was never there, and work when it comes', async () => {
    await redis.kill();
    const late = openTestQueue(redis.url);
    const startedAt = performance.now();
    const handle = async () => undefined;
    await expect(late.queue.jobs.enqueue('serp', testJob(), 'batch')).rejects.toThrow('Redis: enqueue failed');
    expect(performance.now() - startedAt).toBeLessThan(COMMAND_TIMEOUT_MS + 1_000);
    await expect(late.startWorker({ handle })).rejects.toThrow('Redis');
    expect(performance.now() - startedAt).toBeLessThan(4 * COMMAND_TIMEOUT_MS);
    await redis.start();
    await late.queue.ping();
    await late.queue.jobs.enqueue('serp', testJob(), 'batch');
    await late.startWorker({ handle });
    await eventually(async () => (await late.queue.jobs.backlog('serp')).prioritized === 0);
    await late.close();
  }, 40_000);

  it('calls fail within their bound when Redis hangs', async () => {
    await fixture.queue.ping();
    await redis.client.config('SET', 'busy-reply-threshold', 0);
    redis.client.eval('while true do end', 0).catch(() => undefined);
    const startedAt = performance.now();
    await expect(fixture.queue.jobs.enqueue('serp', testJob(), 'interactive')).rejects.toThrow('Redis: enqueue failed');
    expect(performance.now() - startedAt).toBeLessThan(COMMAND_TIMEOUT_MS + 1_000);
  });

  it('a worker waits for Redis and goes on by itself', async () => {
    const release = deferred<void>();
    const ran: string[] = [];
    const worker = await fixture.startWorker({
      handle: async (job) => {
        ran.push(job.requestId);
        if (ran.length === 1) await release.promise;
      },
    });
    const first = testJob();
    await fixture.queue.jobs.enqueue('serp', first, 'interactive');
    await eventually(() => worker.activeCount === 1);
    await redis.kill();
    release.resolve();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await redis.start();
    const second = testJob();
    await eventually(() =>
      fixture.queue.jobs.enqueue('serp', second, 'interactive').then(
        () => true,
        () => false,
      ),
    );
    await eventually(() => ran.includes(second.requestId), 10_000);
    await eventually(() => worker.activeCount === 0);
  });

  it('an idle worker wakes up for the first job after a Redis loss', async () => {
    const ran: string[] = [];
    await fixture.startWorker({ handle: async (job) => void ran.push(job.requestId) });
    await redis.kill();
    await redis.start();
    const job = testJob();
    await eventually(() =>
      fixture.queue.jobs.enqueue('serp', job, 'batch').then(
        () => true,
        () => false,
      ),
    );
    await eventually(() => ran.includes(job.requestId), 10_000);
  });

  it('a drain ends in bounded time while Redis is away', async () => {
    const worker = await fixture.startWorker({ handle: () => new Promise(() => undefined), abandonAfterMs: 200 });
    await fixture.queue.jobs.enqueue('serp', testJob(), 'interactive');
    await eventually(() => worker.activeCount === 1);
    await redis.kill();
    const startedAt = performance.now();
    await worker.drain(100);
    expect(performance.now() - startedAt).toBeLessThan(3 * COMMAND_TIMEOUT_MS);
  });
});
