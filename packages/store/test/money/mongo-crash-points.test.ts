import { expect, it } from '@jest/globals';
import { DEADLINE_MS, OK } from '../conformance/store-scene.js';
import { startCutProxy } from '../mongo/cut-proxy.js';
import type { MongoDatabase } from '../mongo/mongo-database.js';
import type { Store } from '../../src/port.js';
import { drawnOf, shapesOf, twiceOf } from './each-command.js';
import { CRASH_TIMEOUT_MS, crashSuite, die, useCrashScene } from './mongo-crash-scene.js';
import { expectAtRest, expectExact, heal, openCounted, PERIOD_MS, SCENARIOS, setTheScene } from './mongo-scenarios.js';
import type { CountedStore, Scenario, Scene } from './mongo-scenarios.js';

const uri = process.env['TEST_MONGODB_URI'];
const { describeWithServer, suite } = crashSuite(uri);

const RETENTION_MS = 3_600_000;

/**
 * What `npm test` plays. Each way to write once: a hold and a row, a roll before them, a settlement in the open and in
 * an ended period, a grant, and a sweep that ends rows. The others are made of the same commands, or of some of them.
 */
const WRITES = [
  'admit of a taken id',
  'admit in a new period',
  'finish with a charge',
  'finish after the period',
  'grant in a new period',
  'sweepExpired',
];
/** Those whose late command could bring a row or a period back. */
const BRINGS_BACK = ['admit', 'finish after the period'];
/** One for each kind of reply that must be known again. */
const REPLIES = ['admit', 'finish after the period', 'grant'];
/** How many of these `npm test` plays. */
const BRINGS_BACK_COUNT = 1;
const PAIRS_COUNT = 2;

let database: MongoDatabase;
let store: Store;
let counted: CountedStore;
const { time, clock, atEachCommand } = useCrashScene(
  uri,
  'MongoDB: crash, overtaking, sleep, lost reply at each command',
  (stores) => {
    ({ database, store, counted } = stores);
  },
);

describeWithServer(`a store that dies before any command${suite}`, () => {
  it.each(twiceOf(shapesOf(SCENARIOS, WRITES)))(
    'in $name leaves what a sweep heals; called again: $isRepeated',
    async (scenario) => {
      await atEachCommand(async (commands) => {
        const scene = await setTheScene(store, time, scenario);
        counted.arm(commands, die);
        const failure = await scenario.play(counted.store, scene, time.nowMs).then(
          () => undefined,
          (error: Error) => error.message,
        );
        const wasReached = counted.wasReached();
        expect(failure).toBe(wasReached ? 'dead' : undefined);
        if (scenario.isRepeated) await scenario.play(store, scene, time.nowMs);
        await heal(store);
        await expectExact(store, scene);
        time.nowMs += PERIOD_MS;
        await expectAtRest(store, scene);
        await expectExact(store, scene);
        return { wasReached };
      });
    },
    CRASH_TIMEOUT_MS,
  );
});

const PAIRS = SCENARIOS.flatMap((first) =>
  SCENARIOS.filter((second) => (second.isLate ?? false) === (first.isLate ?? false)).map((second) => ({
    first,
    second,
  })),
);

describeWithServer(`a store that is overtaken before any command${suite}`, () => {
  it.each(drawnOf(PAIRS, PAIRS_COUNT))(
    'in $first.name by $second.name and by sweeps',
    async ({ first, second }) => {
      await atEachCommand(async (commands) => {
        const scene = await setTheScene(store, time, first);
        counted.arm(commands, async () => {
          await second.play(store, scene, time.nowMs);
          await heal(store);
        });
        await first.play(counted.store, scene, time.nowMs);
        const wasReached = counted.wasReached();
        if (!wasReached) await second.play(store, scene, time.nowMs);
        await expectExact(store, scene);
        await heal(store);
        await expectExact(store, scene);
        time.nowMs += PERIOD_MS;
        await expectAtRest(store, scene);
        return { wasReached };
      });
    },
    CRASH_TIMEOUT_MS,
  );
});

describeWithServer(`a store that sleeps before any command${suite}`, () => {
  it.each(drawnOf(shapesOf(SCENARIOS, BRINGS_BACK), BRINGS_BACK_COUNT))(
    'in $name through the end and the purge of its rows brings nothing back',
    async (scenario) => {
      await atEachCommand(async (commands) => {
        const scene = await setTheScene(store, time, scenario);
        counted.arm(commands, async () => {
          await heal(store);
          time.nowMs += DEADLINE_MS + 1;
          await store.requests.sweepExpired({ graceMs: 0, limit: 100 });
          time.nowMs += RETENTION_MS + 1;
          await store.requests.purge({ retentionMs: RETENTION_MS, limit: 100 });
          time.nowMs += PERIOD_MS;
          await store.ledger.rollPeriods(100);
        });
        await scenario.play(counted.store, scene, time.nowMs);
        const wasReached = counted.wasReached();
        const rows = await store.requests.list(scene.accountId, { limit: 10 });
        const held = (await store.accounts.periods(scene.accountId)).reduce((sum, period) => sum + period.held, 0);
        const open = rows.filter(({ state }) => state === 'open');
        expect(open.reduce((sum, { heldCredits }) => sum + heldCredits, 0)).toBe(held);
        await heal(store);
        time.nowMs += 5 * PERIOD_MS;
        await expectAtRest(store, scene);
        return { wasReached };
      });
    },
    CRASH_TIMEOUT_MS,
  );
});

/** What a call that is made again must say of what the first one has done, whose reply was lost. */
const expectKnown = async (scenario: Scenario, again: unknown, scene: Scene): Promise<void> => {
  if (scenario.name === 'finish with a charge') {
    expect(again).toMatchObject({ row: { id: scene.held, state: 'ok', chargedCredits: 4 } });
  }
  if (scenario.name === 'grant') expect(again).toMatchObject({ granted: 107 });
  if (scenario.name === 'admit') {
    expect(['admitted', 'duplicate']).toContain((again as { outcome: string }).outcome);
  }
};

describeWithServer(`a store that loses the reply to any command${suite}`, () => {
  const tried = SCENARIOS.filter(({ name }) =>
    ['admit', 'admit in a new period', 'finish with a charge', 'finish after the period', 'grant'].includes(name),
  );

  it.each(shapesOf(tried, REPLIES))(
    'in $name rejects the call as busy, and it may be made again',
    async (scenario) => {
      const proxy = await startCutProxy(uri ?? '');
      let lost = 0;
      await atEachCommand(async (commands) => {
        const cut = await openCounted(database, clock, { uri: proxy.uri });
        const scene = await setTheScene(store, time, scenario);
        cut.arm(commands, () => proxy.loseNextReply());
        const outcome = await scenario.play(cut.store, scene, time.nowMs).catch((error: unknown) => error);
        if (outcome instanceof Error) {
          lost += 1;
          expect(outcome).toMatchObject({ name: 'StoreError', code: 'busy' });
          await expectKnown(scenario, await scenario.play(store, scene, time.nowMs), scene);
        }
        const wasReached = cut.wasReached();
        await heal(store);
        await expectExact(store, scene);
        await cut.store.close();
        return { wasReached };
      });
      expect(lost).toBeGreaterThan(1);
      await proxy.close();
    },
    CRASH_TIMEOUT_MS,
  );
});

describeWithServer(`a row whose hold is not settled${suite}`, () => {
  it('is not purged, however old, until a sweep has settled it', async () => {
    const scene = await setTheScene(store, time, { name: 'finish', play: async () => undefined });
    counted.arm(1, die);
    await expect(counted.store.requests.finish(scene.held, { ...OK, chargedCredits: 4 })).rejects.toThrow('dead');
    time.nowMs += RETENTION_MS + 1;
    const purge = () => store.requests.purge({ retentionMs: RETENTION_MS, limit: 10 });
    expect(await store.requests.get(scene.held)).toMatchObject({ state: 'ok', chargedCredits: 4 });
    expect(await purge()).toEqual({ removed: [], hasMore: false });
    await heal(store);
    await expectExact(store, scene);
    const removed = [{ id: scene.held, accountId: scene.accountId }];
    expect(await purge()).toEqual({ removed, hasMore: false });
    expect(await store.accounts.period(scene.accountId)).toMatchObject({ held: 0, charged: 4, available: 96 });
  });
});
