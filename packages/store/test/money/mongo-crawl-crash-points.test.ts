import { randomUUID } from 'node:crypto';
import { it } from '@jest/globals';
import { newBatch, PAGE_WEBHOOK } from '../conformance/batches/batch-scene.js';
import { EACH, pageItem } from '../conformance/crawls/crawl-scene.js';
import { expectBalanced, START_MS } from '../conformance/store-scene.js';
import type { Store } from '../../src/port.js';
import { CRAWL_STEPS, expectCrawled, finishCrawl, type CrawlCase } from './crawl-steps.js';
import { isWhole } from './each-command.js';
import { CRASH_TIMEOUT_MS, crashSuite, die, useCrashScene } from './mongo-crash-scene.js';
import { NO_END_MS } from './mongo-scenarios.js';
import type { CountedStore } from './mongo-scenarios.js';

const uri = process.env['TEST_MONGODB_URI'];
const { describeWithServer, suite } = crashSuite(uri);

const PLAN = { creditsPerPeriod: 100, periodDays: 30, renew: true };
const LEASE_MS = 10_000;
/** What `npm test` plays: the steps that write several documents. The proof plays all that batches do not have. */
const SHORT = ['absorb', 'grow', 'close'];
const OWN = [...SHORT, 'activate', 'end more', 'publish before it is absorbed', 'grow by the last'];

let store: Store;
let counted: CountedStore;
const { time, atEachCommand } = useCrashScene(
  uri,
  'MongoDB: crawls, crash and overtaking at each command',
  (stores) => {
    ({ store, counted } = stores);
  },
);

const begin = async (step: number): Promise<CrawlCase> => {
  time.nowMs = START_MS;
  const accountId = randomUUID();
  await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1, id: accountId });
  const first = pageItem(0);
  const crawl = { plan: {}, itemCredits: EACH };
  const scene = { job: { ...newBatch(accountId, [first], time.nowMs), crawl, webhook: PAGE_WEBHOOK }, first };
  for (const [, play] of CRAWL_STEPS.slice(0, step)) await play(store, scene, 'one', time.nowMs);
  return scene;
};

const finish = async (scene: CrawlCase): Promise<void> => {
  await store.requests.sweepExpired({ graceMs: NO_END_MS, limit: 100 });
  await store.batches.activate(scene.job.id);
  time.nowMs += LEASE_MS + 1;
  await finishCrawl(store, scene, 'two', time.nowMs);
};

const expectWhole = async (scene: CrawlCase): Promise<void> => {
  await store.requests.sweepExpired({ graceMs: NO_END_MS, limit: 100 });
  await expectCrawled(store, scene, scene.job.accountId);
  await expectBalanced(store, scene.job.accountId);
};

describeWithServer(`a store at any command of a step of a crawl${suite}`, () => {
  const names = isWhole() ? OWN : SHORT;
  const cases = CRAWL_STEPS.flatMap(([name, play], step) => (names.includes(name) ? [{ name, play, step }] : []));

  const playStep = (step: number, play: (scene: CrawlCase, commands: number) => Promise<void>): Promise<void> =>
    atEachCommand(async (commands) => {
      const scene = await begin(step);
      await play(scene, commands);
      const wasReached = counted.wasReached();
      await expectWhole(scene);
      return { wasReached };
    });

  it.each(cases)(
    'dies in $name, and another finishes the crawl',
    ({ play, step }) =>
      playStep(step, async (scene, commands) => {
        counted.arm(commands, die);
        await play(counted.store, scene, 'one', time.nowMs).catch(() => undefined);
        await finish(scene);
      }),
    CRASH_TIMEOUT_MS,
  );

  it.each(cases)(
    'is overtaken in $name by another that finishes the crawl',
    ({ play, step }) =>
      playStep(step, async (scene, commands) => {
        counted.arm(commands, () => finish(scene));
        await play(counted.store, scene, 'one', START_MS).catch(() => undefined);
        if (!counted.wasReached()) await finish(scene);
      }),
    CRASH_TIMEOUT_MS,
  );
});
