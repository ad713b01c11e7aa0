import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestRedis, withDatabase, type TestRedis } from '@quarry/testkit';
import { eventually, OK_END, openFanoutScene, pause, type FanoutScene } from '../test/fanout-scene.js';

const mongodbUri = process.env['TEST_MONGODB_URI'];

(mongodbUri === undefined ? describe.skip : describe)('on MongoDB', () => {
  let redis: TestRedis;
  let scene: FanoutScene;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis.close());
  beforeEach(async () => {
    scene = await openFanoutScene(redis.url, withDatabase(mongodbUri ?? '', `quarry-test-${randomUUID()}`));
  });
  afterEach(() => scene.close());

  it('a job is followed through the death of its leader and a Redis that loses everything', async () => {
    const dying = await scene.startReplica({ killAt: 'fanout.handed_over' });
    await scene.startWorker(8, async () => pause(20).then(() => OK_END));
    const jobId = await scene.submit(200);
    await eventually(() => dying.isDead());
    await scene.startReplica();
    await eventually(async () => (await scene.job(jobId)).visibleCount > 20, 20_000);
    await redis.command('FLUSHALL');
    expect(await scene.finished(jobId, 30_000)).toMatchObject({ state: 'done', chargedCredits: 200, heldCredits: 0 });
    const indexes = (await scene.results(jobId)).map(({ index }) => index);
    expect(indexes.sort((one, other) => one - other)).toEqual(Array.from({ length: 200 }, (_, index) => index));
    expect(await scene.store.accounts.period(scene.accountId)).toMatchObject({ held: 0, charged: 200 });
  }, 60_000);

  it('a job that is stopped ends what has not begun', async () => {
    await scene.startReplica();
    const release = Promise.withResolvers<void>();
    const worker = await scene.startWorker(3, async () => release.promise.then(() => OK_END));
    const jobId = await scene.submit(300);
    // One slot is kept for another account.
    await eventually(() => worker.activeCount === 2);
    await scene.store.batches.requestStop(jobId);
    await eventually(async () => (await scene.job(jobId)).visibleCount === 298, 20_000);
    release.resolve();
    expect(await scene.finished(jobId)).toMatchObject({ state: 'stopped', succeededCount: 2, chargedCredits: 2 });
  }, 60_000);
});
