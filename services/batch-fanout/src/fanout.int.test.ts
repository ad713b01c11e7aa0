import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestRedis, type TestRedis } from '@quarry/testkit';
import { OK_END, openFanoutScene, pause, type FanoutScene } from './testing/fanout-scene.js';

describe('a job', () => {
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

  it('is run to its end, each item once, and charged for what succeeded', async () => {
    await scene.startReplica();
    const ran: number[] = [];
    await scene.startWorker(32, async ({ index }) => {
      ran.push(index);
      await pause(10);
      if (index % 10 > 0) return OK_END;
      return { state: 'failed', verdict: 'blocked', error: 'target_blocked', chargedCredits: 0 };
    });
    const jobId = await scene.submit(1_000);
    const job = await scene.finished(jobId);
    expect(job).toMatchObject({ state: 'done', visibleCount: 1_000, succeededCount: 900, failedCount: 100 });
    expect(job).toMatchObject({ heldCredits: 0, chargedCredits: 900 });
    expect(ran).toHaveLength(1_000);
    const results = await scene.results(jobId);
    expect(new Set(results.map(({ index }) => index)).size).toBe(1_000);
    expect(await scene.store.accounts.period(scene.accountId)).toMatchObject({ held: 0, charged: 900 });
  });
});
