import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BATCH_ITEM_DEADLINE_MS } from '@quarry/contracts';
import { startTestRedis, type TestRedis } from '@quarry/testkit';
import { MAX_ATTEMPTS, OVERDUE_GRACE_MS } from './bounds.js';
import { eventually, OK_END, openFanoutScene, type FanoutScene } from '../test/fanout-scene.js';

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

describe('a stop', () => {
  it('ends what has not begun, free of charge; what has begun runs on and counts', async () => {
    const { metrics } = await scene.startReplica();
    const release = Promise.withResolvers<void>();
    const worker = await scene.startWorker(5, async () => release.promise.then(() => OK_END));
    const jobId = await scene.submit(300);
    // One slot is kept for another account.
    await eventually(() => worker.activeCount === 4);
    await scene.store.batches.requestStop(jobId);
    await scene.queue.batchHints.announceJob(jobId);
    await eventually(async () => (await scene.job(jobId)).visibleCount === 296);
    expect(await scene.job(jobId)).toMatchObject({ state: 'in_progress', heldCredits: 4, chargedCredits: 0 });
    release.resolve();
    expect(await scene.finished(jobId)).toMatchObject({
      ...{ state: 'stopped', succeededCount: 4, failedCount: 296, heldCredits: 0, chargedCredits: 4 },
    });
    // The four were ended, and are counted, by their worker.
    expect((await metrics.text()).match(/^requests_ended_total.*$/gm)).toEqual([
      'requests_ended_total{operation="scrape/web",state="cancelled",service="batch-fanout"} 296',
    ]);
    const [cancelled] = (await scene.results(jobId)).filter(({ state }) => state !== 'ok');
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      verdict: 'cancelled',
      error: 'cancelled',
      chargedCredits: 0,
    });
    expect(await scene.queue.jobs.backlog('browser-scrape')).toMatchObject({ prioritized: 0 });
  });

  it('of a job that nobody has begun to lead ends it as a whole', async () => {
    const jobId = await scene.submit(30);
    await scene.store.batches.requestStop(jobId);
    await scene.startReplica();
    expect(await scene.finished(jobId)).toMatchObject({ state: 'stopped', failedCount: 30, chargedCredits: 0 });
  });
});

describe('time', () => {
  it('that is over for a job ends the rest as expired, free of charge', async () => {
    await scene.startReplica();
    await scene.startWorker(2, async (_item, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return { state: 'failed', verdict: 'deadline_exceeded', error: 'deadline_exceeded', chargedCredits: 0 };
    });
    const jobId = await scene.submit(40, { deadlineAtMs: Date.now() + 1_500 });
    expect(await scene.finished(jobId)).toMatchObject({ state: 'done', failedCount: 40, chargedCredits: 0 });
    const errors = (await scene.results(jobId)).map(({ state, error }) => `${state} ${error}`);
    expect(new Set(errors)).toEqual(new Set(['failed deadline_exceeded', 'expired expired']));
    expect(errors.filter((error) => error === 'expired expired').length).toBeGreaterThanOrEqual(38);
  });
});

describe('an item', () => {
  it('whose time is over with nobody to run it ends then, free of charge, and leaves the queue', async () => {
    let aheadMs = 0;
    await scene.startReplica({ clock: () => Date.now() + aheadMs });
    const worker = await scene.startWorker(1, () => new Promise(() => undefined));
    // The second has a time of its own.
    const jobId = await scene.submit(2, { paramsOf: (index) => (index === 1 ? { timeout: 60_000 } : {}) });
    const waiting = async (): Promise<number> => (await scene.queue.jobs.backlog('browser-scrape')).prioritized;
    await eventually(async () => worker.activeCount === 1 && (await waiting()) === 1);
    await worker.drain(0);
    expect(await waiting()).toBe(2);
    aheadMs = 60_000;
    await eventually(async () => (await scene.job(jobId)).visibleCount === 1);
    expect(await scene.job(jobId)).toMatchObject({ state: 'in_progress', heldCredits: 1, chargedCredits: 0 });
    expect(await scene.results(jobId)).toMatchObject([{ index: 1, verdict: 'page_timeout', error: 'target_timeout' }]);
    expect(await waiting()).toBe(1);
    aheadMs = BATCH_ITEM_DEADLINE_MS + OVERDUE_GRACE_MS + 1_000;
    expect(await scene.finished(jobId)).toMatchObject({
      state: 'done',
      failedCount: 2,
      heldCredits: 0,
      chargedCredits: 0,
    });
    const ends = (await scene.results(jobId)).map(({ index, state, error }) => `${index} ${state} ${error}`);
    expect(ends.toSorted()).toEqual(['0 failed deadline_exceeded', '1 failed target_timeout']);
    expect(await waiting()).toBe(0);
  });

  it('that the queue loses again and again ends as our error, free of charge', async () => {
    const { metrics } = await scene.startReplica();
    // Gone from the queue before it has ended, as with a worker that the item kills.
    const attempts: number[] = [];
    await scene.startOddWorker(1, async ({ attempt }) => void attempts.push(attempt));
    const jobId = await scene.submit(1);
    expect(await scene.finished(jobId)).toMatchObject({ state: 'done', failedCount: 1, chargedCredits: 0 });
    expect(attempts).toEqual(Array.from({ length: MAX_ATTEMPTS }, (_, index) => index + 1));
    expect(await scene.results(jobId)).toMatchObject([{ state: 'failed', error: 'internal_error', chargedCredits: 0 }]);
    expect(await metrics.text()).toMatch(new RegExp(`batch_requeued_total\\{[^}]*\\} ${MAX_ATTEMPTS - 1}\n`));
  });

  it('whose end nobody told of is found ended', async () => {
    await scene.startReplica();
    await scene.startOddWorker(4, async ({ requestId, attempt }) => {
      if ((await scene.store.items.begin(requestId, attempt)) === null) return;
      await scene.store.items.finish(requestId, OK_END, attempt);
    });
    const jobId = await scene.submit(20);
    expect(await scene.finished(jobId)).toMatchObject({ state: 'done', succeededCount: 20, chargedCredits: 20 });
  });
});
