import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { COMMAND_TIMEOUT_MS } from '../bounds.js';
import { jobIdOf, laneKey } from '../names.js';
import { hurryTimers } from '../../test/hurried-timers.js';
import { eventually, lockRenewals, openTestQueue, testJob, type QueueFixture } from '../../test/queue-fixture.js';
import { startRedis, type RedisFixture } from '../../test/redis-fixture.js';

const KILLABLE = fileURLToPath(new URL('../../test/killable-worker.ts', import.meta.url));
/** What bounds of seconds are divided by while Redis is away. */
const SPEED = 10;
/** More than any bound below, by the timers' own reckoning: only a call that hangs takes so long. */
const NEVER_MS = 4 * COMMAND_TIMEOUT_MS;

describe('when parts die', () => {
  let redis: RedisFixture;
  let fixture: QueueFixture;
  let timers: ReturnType<typeof hurryTimers> | undefined;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    redis = await startRedis();
    fixture = openTestQueue(redis.url);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await fixture.close();
    await redis.stop();
    timers?.stop();
    timers = undefined;
  });
  const hurry = () => (timers = hurryTimers(SPEED));

  it('a job of a worker killed with SIGKILL is taken over when its locks have run out', async () => {
    const child = spawn(process.execPath, [...process.execArgv, KILLABLE, redis.url, fixture.prefix], {
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
    const locks = sent.map(({ requestId }, index) =>
      laneKey(fixture.prefix, 'serp', index === 0 ? 'batch' : 'interactive', `${jobIdOf(requestId, 1)}:lock`),
    );
    await Promise.all(locks.map((lock) => lockRenewals(redis.client, lock, 2)));
    expect(taken.size).toBe(0);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    expect(taken.size).toBe(0);
    // What is left of a lock's time does not have to be waited for.
    for (const lock of locks) await redis.client.pexpire(lock, 1);
    await eventually(() => taken.size === sent.length);
    expect(taken).toEqual(new Set(sent.map((job) => job.requestId)));
    await eventually(async () => (await fixture.queue.jobs.backlog('serp')).active === 0);
  });

  it('calls fail within their bound while Redis is away, and work again after', async () => {
    const { queue } = fixture;
    const job = testJob();
    await queue.jobs.enqueue('serp', job, 'interactive');
    await redis.kill();
    const { passedMs, slowDown } = hurry();
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
    expect(passedMs()).toBeLessThan(NEVER_MS);
    slowDown();
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
    const { passedMs, slowDown } = hurry();
    const late = openTestQueue(redis.url);
    const handle = async () => undefined;
    await expect(late.queue.jobs.enqueue('serp', testJob(), 'batch')).rejects.toThrow('Redis: enqueue failed');
    expect(passedMs()).toBeLessThan(NEVER_MS);
    await expect(late.startWorker({ handle })).rejects.toThrow('Redis');
    expect(passedMs()).toBeLessThan(2 * NEVER_MS);
    slowDown();
    await redis.start();
    await late.queue.ping();
    await late.queue.jobs.enqueue('serp', testJob(), 'batch');
    await late.startWorker({ handle });
    await eventually(async () => (await late.queue.jobs.backlog('serp')).prioritized === 0);
    await late.close();
  });

  it('calls fail within their bound when Redis hangs', async () => {
    await fixture.queue.ping();
    await redis.client.config('SET', 'busy-reply-threshold', 0);
    redis.client.eval('while true do end', 0).catch(() => undefined);
    const { passedMs } = hurry();
    await expect(fixture.queue.jobs.enqueue('serp', testJob(), 'interactive')).rejects.toThrow('Redis: enqueue failed');
    expect(passedMs()).toBeLessThan(NEVER_MS);
    await redis.kill();
  });

  it('a worker waits for Redis and goes on by itself', async () => {
    const release = Promise.withResolvers<void>();
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
    await eventually(() => fixture.lines.some(({ message }) => message === 'redis is away'));
    await redis.start();
    const second = testJob();
    await eventually(() =>
      fixture.queue.jobs.enqueue('serp', second, 'interactive').then(
        () => true,
        () => false,
      ),
    );
    await eventually(() => ran.includes(second.requestId));
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
    await eventually(() => ran.includes(job.requestId));
  });

  it('a drain ends in bounded time while Redis is away', async () => {
    const worker = await fixture.startWorker({ handle: () => new Promise(() => undefined), abandonAfterMs: 200 });
    await fixture.queue.jobs.enqueue('serp', testJob(), 'interactive');
    await eventually(() => worker.activeCount === 1);
    await redis.kill();
    const { passedMs } = hurry();
    await worker.drain(100);
    expect(passedMs()).toBeLessThan(NEVER_MS);
  });
});
