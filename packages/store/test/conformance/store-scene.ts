import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect } from '@jest/globals';
import type { Account, AdmitResult, Clock, LedgerEntry, Plan, RequestEnd, Store } from '../../src/port.js';

/** What an adapter hands to the suite: fresh, empty data and ways to reach the same data again. */
export interface StoreFixture {
  readonly store: Store;
  /** Closes every store of the fixture and opens the same data again. */
  reopen: () => Promise<Store>;
  /** A second store on the same data, as another process would have it. */
  openAnother: () => Promise<Store>;
  /** Closes what is open and removes the data. */
  dispose: () => Promise<void>;
}

export type OpenStore = (clock: Clock) => Promise<StoreFixture>;

export const DAY_MS = 86_400_000;
export const START_MS = Date.UTC(2026, 0, 15, 13, 30);
export const DEADLINE_MS = 300_000;

export const OK: RequestEnd = { state: 'ok', chargedCredits: 0, verdict: 'ok' };
export const FAILED: RequestEnd = { state: 'failed', chargedCredits: 0, verdict: 'blocked', error: 'target_blocked' };

/** A store with a clock that only the test moves, and the few moves every test makes. */
export interface StoreScene {
  readonly fixture: StoreFixture;
  readonly store: Store;
  nowMs: number;
  newAccount: (creditsPerPeriod: number, plan?: Partial<Plan>) => Promise<Account>;
  admit: (accountId: string, holdCredits: number, id?: string) => Promise<{ id: string; result: AdmitResult }>;
  /** Admits and expects it to succeed; returns the request's id. */
  hold: (accountId: string, holdCredits: number) => Promise<string>;
}

export const admitInput = (accountId: string, holdCredits: number, nowMs: number, id: string = randomUUID()) => ({
  id,
  accountId,
  operation: 'scrape/web',
  params: { url: 'https://shop.example/', outputFormat: ['html'] },
  contractVersion: 1,
  holdCredits,
  deadlineAtMs: nowMs + DEADLINE_MS,
});

export const openScene = async (openStore: OpenStore): Promise<StoreScene> => {
  let scene: StoreScene | undefined = undefined as StoreScene | undefined;
  const fixture = await openStore(() => scene?.nowMs ?? START_MS);
  const { store } = fixture;
  const admit: StoreScene['admit'] = async (accountId, holdCredits, id = randomUUID()) => ({
    id,
    result: await store.requests.admit(admitInput(accountId, holdCredits, scene?.nowMs ?? START_MS, id)),
  });
  scene = {
    fixture,
    store,
    nowMs: START_MS,
    newAccount: (creditsPerPeriod, plan) =>
      store.accounts.create({
        name: 'Test account',
        plan: { creditsPerPeriod, periodDays: 30, renew: true, ...plan },
        concurrency: 10,
      }),
    admit,
    hold: async (accountId, holdCredits) => {
      const { id, result } = await admit(accountId, holdCredits);
      expect(result.outcome).toBe('admitted');
      return id;
    },
  };
  return scene;
};

/** Gives each test of the enclosing `describe` its own scene. */
export const useScene = (openStore: OpenStore): (() => StoreScene) => {
  let scene: StoreScene | undefined;
  beforeEach(async () => {
    scene = await openScene(openStore);
  });
  afterEach(async () => {
    await scene?.fixture.dispose();
    scene = undefined;
  });
  return () => {
    if (!scene) throw new Error('The scene is open inside a test only.');
    return scene;
  };
};

export const readWholeJournal = async (store: Store, accountId: string): Promise<LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (;;) {
    const afterId = entries.at(-1)?.id;
    const page = await store.ledger.journal(accountId, { limit: 1000, ...(afterId ? { afterId } : {}) });
    if (page.length === 0) return entries;
    entries.push(...page);
  }
};

/** Every period adds up, nothing is below zero, and the journal alone tells the same. */
export const expectBalanced = async (store: Store, accountId: string): Promise<void> => {
  const periods = await store.accounts.periods(accountId);
  for (const { granted, charged, held, expired, available } of periods) {
    expect(Math.min(granted, charged, held, expired, available)).toBeGreaterThanOrEqual(0);
    expect(charged + held + expired + available).toBe(granted);
  }
  expect(await store.ledger.rebuild(accountId)).toEqual(periods);
  const journal = await readWholeJournal(store, accountId);
  expect(new Set(journal.map(({ id }) => id)).size).toBe(journal.length);
};
