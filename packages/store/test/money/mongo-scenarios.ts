import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { admitInput, DAY_MS, expectBalanced, FAILED, OK, START_MS } from '../conformance/store-scene.js';
import type { MongoDatabase } from '../mongo/mongo-database.js';
import type { Store } from '../../src/port.js';
import { isWhole } from './each-command.js';

const PLAN = { creditsPerPeriod: 100, periodDays: 30, renew: true };
export const PERIOD_MS = PLAN.periodDays * DAY_MS;
/** Far above every grace: such a sweep carries on what was left, and ends nothing by itself. */
export const NO_END_MS = 365 * DAY_MS;

/** An account of 100 credits with one open request, `held`, of 10. `fresh` is an id that is not used yet. */
export interface Scene {
  readonly accountId: string;
  readonly held: string;
  readonly fresh: string;
}

/** One call of the store. */
export interface Scenario {
  readonly name: string;
  /** Past the end of the account's period when the call is made. */
  readonly isLate?: boolean;
  readonly play: (store: Store, scene: Scene, nowMs: number) => Promise<unknown>;
}

const admitFresh: Scenario['play'] = ({ requests }, { accountId, fresh }, nowMs) =>
  requests.admit(admitInput(accountId, 30, nowMs, fresh));
const admitTaken: Scenario['play'] = ({ requests }, { accountId, held }, nowMs) =>
  requests.admit(admitInput(accountId, 5, nowMs, held));
const charge: Scenario['play'] = ({ requests }, { held }) => requests.finish(held, { ...OK, chargedCredits: 4 });
const grant: Scenario['play'] = ({ accounts }, { accountId }) => accounts.grant(accountId, 7, 'gift');

export const SCENARIOS: readonly Scenario[] = [
  { name: 'admit', play: admitFresh },
  { name: 'admit of a taken id', play: admitTaken },
  { name: 'admit in a new period', isLate: true, play: admitFresh },
  { name: 'admit of a taken id in a new period', isLate: true, play: admitTaken },
  { name: 'finish with a charge', play: charge },
  { name: 'finish without one', play: (store, { held }) => store.requests.finish(held, FAILED) },
  { name: 'finish after the period', isLate: true, play: charge },
  { name: 'grant', play: grant },
  { name: 'grant in a new period', isLate: true, play: grant },
  { name: 'period', isLate: true, play: (store, { accountId }) => store.accounts.period(accountId) },
  { name: 'rollPeriods', isLate: true, play: (store) => store.ledger.rollPeriods(10) },
  { name: 'sweepExpired', isLate: true, play: (store) => store.requests.sweepExpired({ graceMs: 0, limit: 10 }) },
];

/** A store whose commands the test counts, and where it steps in. */
export interface CountedStore {
  readonly store: Store;
  /** Calls `act` before the command after the next `commands` ones, and keeps calling it when it throws. */
  readonly arm: (commands: number, act: () => void | Promise<void>) => void;
  /** Whether `act` was called since it was armed. */
  readonly wasReached: () => boolean;
}

/** Commands that change nothing, by their names. */
const READS = /\.(find[A-Z]?\w*|exists|list|due|page|is[A-Z]\w*|with[A-Z]\w*)$/;

/**
 * Its cleanup never gets through: everything is left to the sweeps. `npm test` steps in before each write: who dies before
 * a read leaves what one leaves who dies before the write behind it, and a write that comes late was decided by what had
 * been read until then. The proof steps in before each read as well.
 */
export const openCounted = async (
  database: MongoDatabase,
  clock: () => number,
  options: { uri?: string } = {},
): Promise<CountedStore> => {
  const writesOnly = !isWhole();
  let left = Number.POSITIVE_INFINITY;
  let act: () => void | Promise<void> = () => undefined;
  const beforeCommand = async (name: string): Promise<void> => {
    if (name === 'periods.cleanUp') throw new Error('The sweeps have to do it.');
    if (writesOnly && left >= 0 && READS.test(name)) return;
    left -= 1;
    if (left === -1) await act();
    else if (left < -1 && isFatal) throw new Error('dead');
  };
  let isFatal = false;
  const store = await database.open(clock, { ...options, beforeCommand });
  return {
    store,
    arm: (commands, then) => {
      isFatal = false;
      left = commands;
      act = async () => {
        try {
          await then();
        } catch (error) {
          isFatal = true;
          throw error;
        }
      };
    },
    wasReached: () => left < 0,
  };
};

/** The time of one test, which starts anew with each scene. */
export interface Time {
  nowMs: number;
}

/** A new account and its open request; the clock then stands where the scenario wants it. */
export const setTheScene = async (store: Store, time: Time, { isLate }: Scenario): Promise<Scene> => {
  time.nowMs = START_MS;
  const scene = { accountId: randomUUID(), held: randomUUID(), fresh: randomUUID() };
  await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1, id: scene.accountId });
  await store.requests.admit(admitInput(scene.accountId, 10, time.nowMs, scene.held));
  if (isLate) time.nowMs += 3 * PERIOD_MS;
  return scene;
};

/** What rows hold and charge is what the periods say, and the journal agrees. */
export const expectExact = async (store: Store, { accountId }: Scene): Promise<void> => {
  await expectBalanced(store, accountId);
  const periods = await store.accounts.periods(accountId);
  const rows = await store.requests.list(accountId, { limit: 10 });
  for (const { index, held, charged, available } of periods) {
    const own = rows.filter(({ periodIndex }) => periodIndex === index);
    const open = own.filter(({ state }) => state === 'open');
    expect(held).toBe(open.reduce((sum, { heldCredits }) => sum + heldCredits, 0));
    expect(charged).toBe(own.reduce((sum, { chargedCredits }) => sum + chargedCredits, 0));
    if (index < periods.length - 1) expect(available).toBe(0);
  }
};

/** The sweeps of a store, which end nothing that is not due. */
export const heal = async (store: Store): Promise<void> => {
  await store.requests.sweepExpired({ graceMs: NO_END_MS, limit: 100 });
  await store.ledger.rollPeriods(100);
};

/** Past all deadlines nothing is open or held. */
export const expectAtRest = async (store: Store, scene: Scene): Promise<void> => {
  await store.requests.sweepExpired({ graceMs: 0, limit: 100 });
  const rows = await store.requests.list(scene.accountId, { limit: 10 });
  expect(rows.filter(({ state }) => state === 'open')).toEqual([]);
  const periods = await store.accounts.periods(scene.accountId);
  expect(periods.filter(({ held }) => held !== 0)).toEqual([]);
  await expectBalanced(store, scene.accountId);
};
