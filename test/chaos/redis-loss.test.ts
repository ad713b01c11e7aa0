import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inParallel, proofSize } from '@quarry/testkit';
import { startChaosScenes, type ChaosScene, type ChaosScenes } from './chaos-scene.js';

const WAITING = 32;
const ROUNDS = proofSize(1, 4);
/** Long after any of these calls should have been answered, long before their deadline of 300 s. */
const PATIENCE_MS = 60_000;
const AWAY_MS = 5_000;
/** A call that cannot be served is told so within this time, on a busy machine too. */
const REFUSAL_MS = 8_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const withinPatience = async <T>(work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), PATIENCE_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

let scenes: ChaosScenes;

beforeAll(async () => {
  scenes = await startChaosScenes();
}, 240_000);

afterAll(() => scenes.close('Redis lost under 32 waiting calls'), 90_000);

let rounds = 0;

/** Breaks Redis while 32 calls wait: all are answered well, each charged once, nothing stays held. */
const survives = async (breakRedis: (scene: ChaosScene) => Promise<void>): Promise<void> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds += 1;
    // A path of its own: a job of an earlier round may still run a second time.
    const path = `/slow/${2_000 + rounds}`;
    await scenes.round(async (scene) => {
      const before = await scene.books();
      const answers = inParallel(WAITING, WAITING, () => scene.scrape(path));
      await scene.site.reached(path, WAITING);
      await breakRedis(scene);
      const answered = await withinPatience(answers);
      expect(answered.map(({ status, body }) => (status === 200 ? status : body))).toEqual(
        Array.from({ length: WAITING }, () => 200),
      );
      const after = await scene.books();
      expect(after.period.charged - before.period.charged).toBe(WAITING);
    }, WAITING);
  }
};

describe('Redis under 32 waiting calls', () => {
  const timeoutMs = ROUNDS * (PATIENCE_MS + 80_000);

  it('FLUSHALL', () => survives(async ({ redis }) => void (await redis.command('FLUSHALL'))), timeoutMs);

  it(
    'killed and started again at once',
    () =>
      survives(async ({ redis }) => {
        await redis.kill();
        await redis.start();
      }),
    timeoutMs,
  );

  it(
    'away for five seconds: new calls are turned away without a charge',
    () =>
      survives(async (scene) => {
        const { redis } = scene;
        await redis.kill();
        const refused = await inParallel(4, 4, async () => {
          const startedAt = Date.now();
          const { status, headers } = await scene.scrape('/page/new');
          return { status, charged: headers.get('x-credits-charged'), isQuick: Date.now() - startedAt < REFUSAL_MS };
        });
        await pause(AWAY_MS);
        await redis.start();
        expect(refused).toEqual(Array.from({ length: 4 }, () => ({ status: 503, charged: '0', isQuick: true })));
      }),
    timeoutMs,
  );

  it(
    'killed, emptied and started again',
    () =>
      survives(async ({ redis }) => {
        await redis.kill();
        await redis.start();
        await redis.command('FLUSHALL');
      }),
    timeoutMs,
  );
});
