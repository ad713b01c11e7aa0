import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FaultPoint } from '@quarry/observability';
import { startTestRedis, type TestRedis } from '@quarry/testkit';
import { STUCK_AFTER_MS } from './bounds.js';
import { eventually, OK_END, openFanoutScene, pause, TEST_LEASE_MS, type FanoutScene } from '../test/fanout-scene.js';

let redis: TestRedis;
let scene: FanoutScene;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.close());
beforeEach(async () => {
  scene = await openFanoutScene(redis.url);
});
afterEach(() => scene.close());

/** Whatever happened: every item is there once, in a row of its own, and charged as its row says. */
const expectWhole = async (jobId: string, count: number): Promise<void> => {
  const job = await scene.job(jobId);
  const results = await scene.results(jobId);
  expect(results.map(({ index }) => index).sort((one, other) => one - other)).toEqual(
    Array.from({ length: count }, (_, index) => index),
  );
  expect(results.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  const charged = results.reduce((sum, { chargedCredits }) => sum + chargedCredits, 0);
  expect(job).toMatchObject({ visibleCount: count, heldCredits: 0, chargedCredits: charged });
};

const heldCredits = async (): Promise<number | undefined> => (await scene.store.accounts.period(scene.accountId))?.held;

describe('a job', () => {
  it('is run to its end, each item once, and charged for what succeeded', async () => {
    const { metrics } = await scene.startReplica();
    const ran: number[] = [];
    await scene.startWorker(32, async ({ index }) => {
      ran.push(index);
      if (index % 10 > 0) return OK_END;
      return { state: 'failed', verdict: 'blocked', error: 'target_blocked', chargedCredits: 0 };
    });
    const jobId = await scene.submit(200);
    const job = await scene.finished(jobId);
    expect(job).toMatchObject({ state: 'done', succeededCount: 180, failedCount: 20, chargedCredits: 180 });
    expect(ran.sort((one, other) => one - other)).toEqual(Array.from({ length: 200 }, (_, index) => index));
    await expectWhole(jobId, 200);
    const text = await metrics.text();
    expect(text).toMatch(/batch_published_total\{[^}]*result="ok"[^}]*\} 180\n/);
    expect(text).toMatch(/batch_published_total\{[^}]*result="failed"[^}]*\} 20\n/);
    expect(text).not.toMatch(/batch_requeued_total/);
  });

  it('has at most twice as many items out as there are slots, and of one site no more than is set', async () => {
    await scene.startReplica({ siteLimit: 3 });
    const release = Promise.withResolvers<void>();
    await scene.startWorker(8, async () => release.promise.then(() => OK_END));
    const [wide, narrow] = [await scene.submit(40), await scene.submit(40, { siteOf: () => 'one' })];
    const outOf = async (jobId: string): Promise<number> =>
      (await scene.store.batches.openItems(jobId, { afterIndex: -1, limit: 100 })).filter(
        ({ handedOverAtMs }) => handedOverAtMs !== undefined,
      ).length;
    await eventually(async () => (await outOf(wide)) === 8 && (await outOf(narrow)) === 3);
    await pause(100);
    expect([await outOf(wide), await outOf(narrow)]).toEqual([8, 3]);
    release.resolve();
    await Promise.all([scene.finished(wide), scene.finished(narrow)]);
  });

  it('waits while there is no worker: its items have their whole time before them', async () => {
    await scene.startReplica();
    const jobId = await scene.submit(3);
    await pause(300);
    expect(await scene.job(jobId)).toMatchObject({ state: 'pending' });
    await scene.startWorker(4);
    expect(await scene.finished(jobId)).toMatchObject({ state: 'done', succeededCount: 3 });
  });

  it('of few items is not kept waiting by a long one of another account', async () => {
    await scene.startReplica();
    const other = await scene.addAccount();
    const ran: string[] = [];
    await scene.startWorker(8, async ({ jobId }) => {
      ran.push(jobId);
      await pause(20);
      return OK_END;
    });
    const long = await scene.submit(2_000);
    await eventually(() => ran.length > 50);
    const before = ran.length;
    const short = await scene.submit(10, { accountId: other });
    await eventually(() => ran.filter((jobId) => jobId === short).length === 10, 30_000);
    // What was out already goes first; after that both get the same.
    expect(ran.length - before).toBeLessThan(100);
    await scene.finished(short);
    await scene.store.batches.requestStop(long);
    await scene.finished(long);
  });
});

describe('a replica that dies', () => {
  it.each<FaultPoint>(['fanout.leased', 'fanout.handed_over', 'fanout.enqueued', 'fanout.published'])(
    'at %s is followed by another, and nothing is lost or doubled',
    async (killAt) => {
      const dying = await scene.startReplica({ killAt });
      await scene.startWorker(8, async () => pause(2).then(() => OK_END));
      const jobId = await scene.submit(100);
      await eventually(() => dying.isDead());
      await scene.startReplica();
      expect(await scene.finished(jobId)).toMatchObject({ state: 'done', chargedCredits: 100 });
      await expectWhole(jobId, 100);
      expect(await heldCredits()).toBe(0);
    },
  );

  it('leaves its jobs to the other within seconds; both work side by side before that', async () => {
    const [first] = [await scene.startReplica(), await scene.startReplica()];
    await scene.startWorker(8, async () => pause(5).then(() => OK_END));
    const jobIds = await Promise.all(Array.from({ length: 6 }, () => scene.submit(30)));
    await eventually(() => first.fanout.ledCount > 0);
    first.kill();
    for (const jobId of jobIds) {
      expect(await scene.finished(jobId)).toMatchObject({ state: 'done', chargedCredits: 30 });
      await expectWhole(jobId, 30);
    }
    expect(await heldCredits()).toBe(0);
  });

  it('as it must go hands its jobs on at once', async () => {
    const first = await scene.startReplica();
    const release = Promise.withResolvers<void>();
    await scene.startWorker(4, async ({ index }) => {
      if (index >= 50) await release.promise;
      return OK_END;
    });
    const jobId = await scene.submit(100);
    await eventually(async () => (await scene.job(jobId)).visibleCount === 50);
    await first.close();
    const second = await scene.startReplica();
    const startedAt = performance.now();
    await eventually(() => second.fanout.ledCount === 1);
    expect(performance.now() - startedAt).toBeLessThan(TEST_LEASE_MS / 2);
    release.resolve();
    expect(await scene.finished(jobId)).toMatchObject({ state: 'done', chargedCredits: 100 });
    await expectWhole(jobId, 100);
  });
});

describe('a replica', () => {
  it('leads no more jobs than its bound, and comes to all of them', async () => {
    const { fanout } = await scene.startReplica({ maxLedJobs: 2 });
    await scene.startWorker(8, async () => pause(5).then(() => OK_END));
    const jobIds = await Promise.all(Array.from({ length: 5 }, () => scene.submit(10)));
    let most = 0;
    await eventually(async () => {
      most = Math.max(most, fanout.ledCount);
      return (await Promise.all(jobIds.map((id) => scene.job(id)))).every(({ state }) => state === 'done');
    });
    expect(most).toBe(2);
  });

  it('fills all slots that an account may have with the jobs that are led, however many wait to be', async () => {
    for (let count = 0; count < 12; count += 1) await scene.submit(10);
    const release = Promise.withResolvers<void>();
    const worker = await scene.startWorker(4, async () => release.promise.then(() => OK_END));
    await scene.startReplica({ maxLedJobs: 1 });
    await eventually(() => worker.activeCount === 3);
    release.resolve();
  });

  it.each([{ maxLedJobs: 2 }, { maxLedItems: 20 }])(
    'whose places one account has taken leads a job of each other account as well: %o',
    async (bounds) => {
      const { fanout } = await scene.startReplica(bounds);
      const release = Promise.withResolvers<void>();
      await scene.startWorker(32, async ({ accountId }) => {
        if (accountId === scene.accountId) await release.promise;
        return OK_END;
      });
      const submitTwo = (): Promise<string[]> => Promise.all([scene.submit(10), scene.submit(10)]);
      const large = await submitTwo();
      await eventually(() => fanout.ledCount === 2);
      large.push(...(await submitTwo()));
      const small = await scene.submit(3, { accountId: await scene.addAccount() });
      expect(await scene.finished(small)).toMatchObject({ state: 'done', succeededCount: 3 });
      expect(fanout.ledCount).toBeLessThanOrEqual(3);
      release.resolve();
      for (const jobId of large) expect(await scene.finished(jobId)).toMatchObject({ state: 'done' });
    },
  );

  it('waits for a store that is away, and goes on', async () => {
    const replica = await scene.startReplica();
    await scene.startWorker(4, async () => pause(10).then(() => OK_END));
    const jobId = await scene.submit(200);
    await eventually(async () => (await scene.job(jobId)).visibleCount > 20);
    replica.setStoreAway(true);
    await pause(250);
    replica.setStoreAway(false);
    expect(await scene.finished(jobId)).toMatchObject({ state: 'done', chargedCredits: 200 });
    await expectWhole(jobId, 200);
  });

  it('is known to stand still when a step does not come back', async () => {
    const replica = await scene.startReplica();
    const later = (): number => performance.now() + STUCK_AFTER_MS;
    expect(replica.fanout.isStuck()).toBe(false);
    replica.kill();
    await eventually(() => replica.fanout.isStuck(later()));
    expect(replica.fanout.isStuck()).toBe(false);
  });
});

describe('a Redis that loses everything', () => {
  it('costs time, and no item: what waited is enqueued again, what ran loses to its next attempt', async () => {
    const { metrics } = await scene.startReplica();
    const release = Promise.withResolvers<void>();
    const worker = await scene.startWorker(4, async () => release.promise.then(() => OK_END));
    const jobId = await scene.submit(60);
    const waiting = async (): Promise<number> => (await scene.queue.jobs.backlog('browser-scrape')).prioritized;
    await eventually(async () => worker.activeCount === 3 && (await waiting()) === 5);
    await redis.command('FLUSHALL');
    await eventually(async () => /batch_requeued_total\{[^}]*\} 8\n/.test(await metrics.text()));
    release.resolve();
    expect(await scene.finished(jobId)).toMatchObject({ state: 'done', chargedCredits: 60 });
    await expectWhole(jobId, 60);
    expect((await scene.results(jobId)).filter(({ attempt }) => attempt === 2)).toHaveLength(8);
  });

  it('and dies for a while keeps nobody from going on', async () => {
    await scene.startReplica();
    await scene.startWorker(4, async () => pause(20).then(() => OK_END));
    const jobId = await scene.submit(200);
    await eventually(async () => (await scene.job(jobId)).visibleCount > 20);
    await redis.kill();
    await pause(250);
    await redis.start();
    expect(await scene.finished(jobId)).toMatchObject({ state: 'done', chargedCredits: 200 });
    await expectWhole(jobId, 200);
  });
});
