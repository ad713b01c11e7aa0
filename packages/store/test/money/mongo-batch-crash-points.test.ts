import { expect, it } from '@jest/globals';
import { DAY_MS, START_MS } from '../conformance/store-scene.js';
import { startCutProxy } from '../mongo/cut-proxy.js';
import type { MongoDatabase } from '../mongo/mongo-database.js';
import type { Store } from '../../src/port.js';
import { drawnOf, shapesOf, twiceOf } from './each-command.js';
import { CRASH_TIMEOUT_MS, crashSuite, die, useCrashScene } from './mongo-crash-scene.js';
import {
  BATCH_SCENARIOS,
  carryOn,
  expectBatchExact,
  expectWhole,
  healBatch,
  setTheBatchScene,
} from './mongo-batch-scenarios.js';
import type { BatchScenario, BatchScene } from './mongo-batch-scenarios.js';
import { openCounted, PERIOD_MS } from './mongo-scenarios.js';
import type { CountedStore } from './mongo-scenarios.js';

const uri = process.env['TEST_MONGODB_URI'];
const { describeWithServer, suite } = crashSuite(uri);

const RETENTION_MS = 3_600_000;

/**
 * What `npm test` plays. Each way to write once: a job with its hold, its items, their way to workers, their ends, results
 * with the charge in the open and in an ended period, the release of a hold that nothing follows, and the purge.
 */
const WRITES = [
  'admit in a new period',
  'addItems',
  'abandon after the period',
  'handOver',
  'endItems',
  'publish of the last items',
  'publish after the period',
  'purge',
];
/** Those that hand on, end and publish what another leader does as well. */
const IS_LED = ['addItems', 'handOver', 'publish of the last items'];
/** Those whose late command could bring a job, an item or a hold back. */
const BRINGS_BACK = ['admit', 'addItems', 'publish after the period'];
const REPLIES = ['admit', 'publish of the last items'];
/** How many of these `npm test` plays. */
const IS_LED_COUNT = 2;
const BRINGS_BACK_COUNT = 2;
const PAIRS_COUNT = 2;

let database: MongoDatabase;
let store: Store;
let counted: CountedStore;
const { time, clock, atEachCommand } = useCrashScene(
  uri,
  'MongoDB: batches, crash and overtaking at each command',
  (stores) => {
    ({ database, store, counted } = stores);
  },
);

/** The job is brought to its end by another leader, and everything adds up at each step. */
const expectHealed = async (store: Store, scene: BatchScene, scenario: BatchScenario): Promise<void> => {
  await healBatch(store, scene);
  await expectBatchExact(store, scene, scenario);
  const items = await carryOn(store, scene, time);
  if (!scenario.isPurge) await expectWhole(store, scene, items);
  await expectBatchExact(store, scene, scenario);
  time.nowMs += PERIOD_MS;
  await healBatch(store, scene);
  await expectBatchExact(store, scene, scenario);
};

describeWithServer(`a store that dies before any command of a batch${suite}`, () => {
  it.each(twiceOf(shapesOf(BATCH_SCENARIOS, WRITES)))(
    'in $name leaves what another one carries on; called again: $isRepeated',
    async (scenario) => {
      await atEachCommand(async (commands) => {
        const scene = await setTheBatchScene(store, time, START_MS, scenario);
        counted.arm(commands, die);
        const failure = await scenario.play(counted.store, scene, time).then(
          () => undefined,
          (error: Error) => error.message,
        );
        const wasReached = counted.wasReached();
        expect(failure).toBe(wasReached ? 'dead' : undefined);
        if (scenario.isRepeated) await scenario.play(store, scene, time);
        await expectHealed(store, scene, scenario);
        return { wasReached };
      });
    },
    CRASH_TIMEOUT_MS,
  );
});

const PAIRS = BATCH_SCENARIOS.flatMap((first) =>
  BATCH_SCENARIOS.filter(
    ({ stage, isLate = false }) => stage === first.stage && isLate === (first.isLate ?? false),
  ).map((second) => ({ first, second })),
);

describeWithServer(`a store that is overtaken before any command of a batch${suite}`, () => {
  it.each(drawnOf(PAIRS, PAIRS_COUNT))(
    'in $first.name by $second.name and by sweeps',
    async ({ first, second }) => {
      await atEachCommand(async (commands) => {
        const scene = await setTheBatchScene(store, time, START_MS, first);
        counted.arm(commands, async () => {
          await second.play(store, scene, time);
          await healBatch(store, scene);
        });
        await first.play(counted.store, scene, time);
        const wasReached = counted.wasReached();
        if (!wasReached) await second.play(store, scene, time);
        await expectHealed(store, scene, first);
        return { wasReached };
      });
    },
    CRASH_TIMEOUT_MS,
  );
});

describeWithServer(`a store that sleeps before any command of a batch${suite}`, () => {
  it.each(drawnOf(shapesOf(BATCH_SCENARIOS, IS_LED), IS_LED_COUNT))(
    'in $name while another one leads the job to its end',
    async (scenario) => {
      await atEachCommand(async (commands) => {
        const scene = await setTheBatchScene(store, time, START_MS, scenario);
        counted.arm(commands, async () => {
          const items = await carryOn(store, scene, time);
          if (!scenario.isPurge) await expectWhole(store, scene, items);
        });
        await scenario.play(counted.store, scene, time);
        const wasReached = counted.wasReached();
        await expectHealed(store, scene, scenario);
        return { wasReached };
      });
    },
    CRASH_TIMEOUT_MS,
  );

  it.each(drawnOf(shapesOf(BATCH_SCENARIOS, BRINGS_BACK), BRINGS_BACK_COUNT))(
    'in $name through the end and the purge of its job brings nothing back',
    async (scenario) => {
      await atEachCommand(async (commands) => {
        const scene = await setTheBatchScene(store, time, START_MS, scenario);
        counted.arm(commands, async () => {
          await carryOn(store, scene, time);
          time.nowMs += DAY_MS;
          await store.batches.sweepAccepting({ maxAgeMs: RETENTION_MS, limit: 100 });
          time.nowMs += RETENTION_MS + 1;
          for (let item = 0; item < 3; item += 1) await store.batches.purge({ retentionMs: RETENTION_MS, limit: 100 });
          time.nowMs += PERIOD_MS;
          await healBatch(store, scene);
        });
        await scenario.play(counted.store, scene, time).catch((error: unknown) => expect(error).toBeUndefined());
        const wasReached = counted.wasReached();
        await healBatch(store, scene);
        // Only what slept before its first word is there, with its hold.
        const held = (await store.accounts.periods(scene.accountId)).reduce((sum, period) => sum + period.held, 0);
        if (wasReached) expect((await store.batches.get(scene.job.id))?.heldCredits ?? 0).toBe(held);
        time.nowMs += DAY_MS;
        await store.batches.sweepAccepting({ maxAgeMs: RETENTION_MS, limit: 100 });
        if (wasReached) {
          const periods = await store.accounts.periods(scene.accountId);
          expect(periods.filter(({ held }) => held !== 0)).toEqual([]);
          expect(await store.batches.list(scene.accountId, { limit: 10 })).toEqual([]);
        }
        return { wasReached };
      });
    },
    CRASH_TIMEOUT_MS,
  );
});

describeWithServer(`a store that loses the reply to any command of a batch${suite}`, () => {
  const tried = BATCH_SCENARIOS.filter(({ name }) =>
    ['admit', 'handOver', 'finish', 'endItems', 'publish of the last items'].includes(name),
  );

  it.each(shapesOf(tried, REPLIES))(
    'in $name rejects the call as busy, and it may be made again',
    async (scenario) => {
      const proxy = await startCutProxy(uri ?? '');
      let lost = 0;
      await atEachCommand(async (commands) => {
        const cut = await openCounted(database, clock, { uri: proxy.uri });
        const scene = await setTheBatchScene(store, time, START_MS, scenario);
        cut.arm(commands, () => proxy.loseNextReply());
        const outcome = await scenario.play(cut.store, scene, time).catch((error: unknown) => error);
        if (outcome instanceof Error) {
          lost += 1;
          expect(outcome).toMatchObject({ name: 'StoreError', code: 'busy' });
          await scenario.play(store, scene, time);
        }
        const wasReached = cut.wasReached();
        await expectHealed(store, scene, scenario);
        await cut.store.close();
        return { wasReached };
      });
      expect(lost).toBeGreaterThan(0);
      await proxy.close();
    },
    CRASH_TIMEOUT_MS,
  );
});
