import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import { admitInput, DAY_MS, expectBalanced, FAILED, OK, START_MS } from '../conformance/store-scene.js';
import type { Store } from '../port.js';
import { createMongoDatabase } from './testing/mongo-database.js';
import type { MongoDatabase } from './testing/mongo-database.js';

const uri = process.env['TEST_MONGODB_URI'];
const describeWithServer = uri === undefined ? describe.skip : describe;
const suite = uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '';

const ACCOUNT = 'acme';
const HELD = 'held';
const FRESH = 'fresh';
const PLAN = { creditsPerPeriod: 100, periodDays: 30, renew: true };
const PERIOD_MS = 30 * DAY_MS;
/** More than any call below sends. */
const MOST_COMMANDS = 60;

/** A call of the store on an account of 100 credits with one open request, `held`, of 10. */
interface Scenario {
  readonly name: string;
  /** Past the end of the account's period when the call is made. */
  readonly isLate?: boolean;
  readonly play: (store: Store, nowMs: number) => Promise<unknown>;
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'admit', play: (store, nowMs) => store.requests.admit(admitInput(ACCOUNT, 30, nowMs, FRESH)) },
  { name: 'admit of a taken id', play: (store, nowMs) => store.requests.admit(admitInput(ACCOUNT, 5, nowMs, HELD)) },
  {
    name: 'admit in a new period',
    isLate: true,
    play: (store, nowMs) => store.requests.admit(admitInput(ACCOUNT, 30, nowMs, FRESH)),
  },
  {
    name: 'admit of a taken id in a new period',
    isLate: true,
    play: (store, nowMs) => store.requests.admit(admitInput(ACCOUNT, 5, nowMs, HELD)),
  },
  { name: 'finish with a charge', play: (store) => store.requests.finish(HELD, { ...OK, chargedCredits: 4 }) },
  { name: 'finish without one', play: (store) => store.requests.finish(HELD, FAILED) },
  {
    name: 'finish after the period',
    isLate: true,
    play: (store) => store.requests.finish(HELD, { ...OK, chargedCredits: 4 }),
  },
  { name: 'grant', play: (store) => store.accounts.grant(ACCOUNT, 7, 'gift') },
  { name: 'grant in a new period', isLate: true, play: (store) => store.accounts.grant(ACCOUNT, 7, 'gift') },
  { name: 'period', isLate: true, play: (store) => store.accounts.period(ACCOUNT) },
  { name: 'rollPeriods', isLate: true, play: (store) => store.ledger.rollPeriods(10) },
  { name: 'sweepExpired', isLate: true, play: (store) => store.requests.sweepExpired({ graceMs: 0, limit: 10 }) },
];

/** `npm test` takes some of them; the proof takes all. */
const PAIRS_STEP = proofSize(9, 1);
const SCENARIOS_STEP = proofSize(3, 1);

let database: MongoDatabase;
let nowMs: number;
const clock = (): number => nowMs;

beforeEach(() => {
  nowMs = START_MS;
  database = createMongoDatabase(uri ?? '');
});
afterEach(async () => {
  if (uri !== undefined) await database.drop();
});

/** A new account and its open request; the clock then stands where the scenario wants it. */
const setTheScene = async (store: Store, scenario: Scenario): Promise<void> => {
  await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1, id: ACCOUNT });
  await store.requests.admit(admitInput(ACCOUNT, 10, nowMs, HELD));
  if (scenario.isLate) nowMs += 3 * PERIOD_MS;
};

/** The sum of what rows hold and charge is what the periods say, and the journal agrees. */
const expectExact = async (store: Store): Promise<void> => {
  await expectBalanced(store, ACCOUNT);
  const periods = await store.accounts.periods(ACCOUNT);
  const rows = await store.requests.list(ACCOUNT, { limit: 10 });
  for (const { index, held, charged, available } of periods) {
    const own = rows.filter(({ periodIndex }) => periodIndex === index);
    const open = own.filter(({ state }) => state === 'open');
    expect(held).toBe(open.reduce((sum, { heldCredits }) => sum + heldCredits, 0));
    expect(charged).toBe(own.reduce((sum, { chargedCredits }) => sum + chargedCredits, 0));
    if (index < periods.length - 1) expect(available).toBe(0);
  }
};

const heal = async (store: Store): Promise<void> => {
  await store.requests.sweepExpired({ graceMs: 3_600_000 * 24 * 365, limit: 100 });
  await store.ledger.rollPeriods(100);
};

describeWithServer(`a store that dies before any command${suite}`, () => {
  it.each(SCENARIOS.filter((_, index) => index % SCENARIOS_STEP === 1 % SCENARIOS_STEP))(
    'in $name leaves what a sweep or the same call heals',
    async (scenario) => {
      let isThrough = false;
      for (let commands = 0; !isThrough; commands += 1) {
        expect(commands).toBeLessThan(MOST_COMMANDS);
        for (const isRepeated of [false, true]) {
          await database.drop();
          database = createMongoDatabase(uri ?? '');
          nowMs = START_MS;
          let left = Number.POSITIVE_INFINITY;
          const beforeCommand = (): void => {
            left -= 1;
            if (left < 0) throw new Error('dead');
          };
          const store = await database.open(clock);
          const doomed = await database.open(clock, { beforeCommand });
          await setTheScene(store, scenario);
          left = commands;
          isThrough = await scenario.play(doomed, nowMs).then(
            () => true,
            (error: Error) => {
              expect(error.message).toBe('dead');
              return false;
            },
          );
          if (isRepeated) await scenario.play(store, nowMs);
          await heal(store);
          await expectExact(store);
          nowMs += PERIOD_MS;
          await store.requests.sweepExpired({ graceMs: 0, limit: 100 });
          await expectExact(store);
          expect((await store.accounts.periods(ACCOUNT)).map(({ held }) => held).every((held) => held === 0)).toBe(
            true,
          );
        }
      }
    },
    120_000,
  );
});

const PAIRS = SCENARIOS.flatMap((first) =>
  SCENARIOS.filter((second) => (second.isLate ?? false) === (first.isLate ?? false)).map((second) => ({
    first,
    second,
  })),
);

describeWithServer(`a store that is overtaken before any command${suite}`, () => {
  it.each(PAIRS.filter((_, index) => index % PAIRS_STEP === 0))(
    'in $first.name by $second.name and by sweeps',
    async ({ first, second }) => {
      let isThrough = false;
      for (let commands = 0; !isThrough; commands += 1) {
        expect(commands).toBeLessThan(MOST_COMMANDS);
        await database.drop();
        database = createMongoDatabase(uri ?? '');
        nowMs = START_MS;
        let left = Number.POSITIVE_INFINITY;
        const store = await database.open(clock);
        const overtake = async (): Promise<void> => {
          left -= 1;
          if (left !== -1) return;
          await second.play(store, nowMs);
          await heal(store);
        };
        const slow = await database.open(clock, { beforeCommand: overtake });
        await setTheScene(store, first);
        left = commands;
        await first.play(slow, nowMs);
        isThrough = left >= 0;
        if (isThrough) await second.play(store, nowMs);
        await expectExact(store);
        await heal(store);
        await expectExact(store);
      }
    },
    120_000,
  );
});
