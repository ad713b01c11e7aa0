import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fleetParts, inParallel, proofSize, recordProof } from '@quarry/testkit';
import { startChaosScene, type ChaosScene } from './chaos-scene.js';

const WAITING = 32;
const ROUNDS = proofSize(1, 4);
/** Long after any of these calls should have been answered, long before their deadline of 300 s. */
const PATIENCE_MS = 60_000;
const AWAY_MS = 5_000;

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

describe.each(fleetParts())('Redis under 32 waiting calls, on $name', (parts) => {
  let scene: ChaosScene;
  const tally = { cases: 0, failures: 0, startedAt: 0 };

  beforeAll(async () => {
    scene = await startChaosScene(parts);
    tally.startedAt = Date.now();
  }, 180_000);

  afterAll(async () => {
    const seconds = (Date.now() - tally.startedAt) / 1_000;
    recordProof({ name: `Redis lost, ${parts.name}`, cases: tally.cases, failures: tally.failures, seconds });
    await scene.close();
  }, 60_000);

  /** Breaks Redis while 32 calls wait: all are answered well, each charged once, nothing stays held. */
  const survives = async (breakRedis: () => Promise<void>): Promise<void> => {
    for (let round = 0; round < ROUNDS; round += 1) {
      tally.cases += 1;
      tally.failures += 1;
      const before = await scene.books();
      // A path of its own: a job of an earlier round may still run a second time.
      const path = `/slow/${2_000 + tally.cases}`;
      const answers = inParallel(WAITING, WAITING, () => scene.scrape(path));
      await scene.site.reached(path, WAITING);
      await breakRedis();
      const answered = await withinPatience(answers);
      expect(answered.map(({ status, body }) => (status === 200 ? status : body))).toEqual(
        Array.from({ length: WAITING }, () => 200),
      );
      const after = await scene.books();
      expect(after.period.charged - before.period.charged).toBe(WAITING);
      tally.failures -= 1;
    }
  };
  const timeoutMs = ROUNDS * (PATIENCE_MS + 45_000);

  it('FLUSHALL', () => survives(async () => void (await scene.redis.command('FLUSHALL'))), timeoutMs);

  it(
    'killed and started again at once',
    () =>
      survives(async () => {
        await scene.redis.kill();
        await scene.redis.start();
      }),
    timeoutMs,
  );

  it(
    'away for five seconds: new calls are turned away without a charge',
    () =>
      survives(async () => {
        await scene.redis.kill();
        const refused = await inParallel(4, 4, async () => {
          const startedAt = Date.now();
          const { status, headers } = await scene.scrape('/page/new');
          return { status, charged: headers.get('x-credits-charged'), isQuick: Date.now() - startedAt < AWAY_MS };
        });
        await pause(AWAY_MS);
        await scene.redis.start();
        expect(refused).toEqual(Array.from({ length: 4 }, () => ({ status: 503, charged: '0', isQuick: true })));
      }),
    timeoutMs,
  );

  it(
    'killed, emptied and started again',
    () =>
      survives(async () => {
        await scene.redis.kill();
        await scene.redis.start();
        await scene.redis.command('FLUSHALL');
      }),
    timeoutMs,
  );
});
