import { expect } from '@jest/globals';
import { inParallel, proofSize } from '@quarry/testkit';
import type { ChaosCase } from './chaos-cases.js';
import { SLOTS, type ChaosScene } from './chaos-scene.js';

const WAITING = SLOTS;
const PAGE_MS = 2_000;
/** Long after any of these calls should have ended, long before their deadline of 300 s. */
const PATIENCE_MS = 120_000;
/** A call that cannot be served fails long before its deadline. */
const REFUSAL_MS = 30_000;
const REFUSED = 4;

const withinPatience = async <T>(work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), PATIENCE_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

let rounds = 0;

/** Breaks Redis while calls wait: all succeed, each charged once, nothing stays held. */
const survives = (name: string, breakRedis: (scene: ChaosScene) => Promise<void>): ChaosCase => ({
  name,
  cases: WAITING,
  run: async (scene) => {
    rounds += 1;
    // A new path: a job of an earlier round may still run a second time.
    const path = `/slow/${PAGE_MS + rounds}`;
    const before = await scene.books();
    const answers = inParallel(WAITING, WAITING, () => scene.scrape(path));
    await scene.site.reached(path, WAITING);
    await breakRedis(scene);
    const answered = await withinPatience(answers);
    expect(answered.map(({ status, body }) => (status === 200 ? status : body))).toEqual(answered.map(() => 200));
    const after = await scene.books();
    expect(after.period.charged - before.period.charged).toBe(WAITING);
    return undefined;
  },
});

/** New calls are refused without a charge. */
const expectRefusals = async (scene: ChaosScene): Promise<void> => {
  const refused = await inParallel(REFUSED, REFUSED, async () => {
    const startedAt = Date.now();
    const { status, headers } = await scene.scrape('/page/new');
    return { status, charged: headers.get('x-credits-charged'), isQuick: Date.now() - startedAt < REFUSAL_MS };
  });
  expect(refused).toEqual(refused.map(() => ({ status: 503, charged: '0', isQuick: true })));
};

/** The short form's: what the others lose is lost in these as well. */
const BOTH_FORMS: readonly ChaosCase[] = [
  survives('away: new calls are turned away without a charge', async (scene) => {
    await scene.redis.kill();
    try {
      await expectRefusals(scene);
    } finally {
      await scene.redis.start();
    }
  }),
  survives('killed, emptied and started again', async ({ redis }) => {
    await redis.kill();
    await redis.start();
    await redis.command('FLUSHALL');
  }),
];

const LONG_FORM: readonly ChaosCase[] = [
  survives('FLUSHALL', async ({ redis }) => void (await redis.command('FLUSHALL'))),
  survives('killed and started again at once', async ({ redis }) => {
    await redis.kill();
    await redis.start();
  }),
];

export const REDIS_CASES: readonly ChaosCase[] = [...BOTH_FORMS, ...(proofSize(1, 0) === 1 ? [] : LONG_FORM)];
