import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Store } from '@quarry/store';
import { openInlineStore } from '../../../../packages/store/test/sqlite/open-inline-store.js';
import { DAY_SUM_LOOK_MS } from '../bounds.js';
import { createAlertSettings, type AlertSettings, type AlertSettingsStore } from './alert-settings.js';
import { createCreditLevels } from './credit-levels.js';

const DAY_MS = 86_400_000;
const ACCOUNT = 'shop';
const NONE = { shares: [], emails: [] };

let folder: string;
let store: Store;
let settings: AlertSettingsStore;
let nowMs: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quarry-levels-'));
  nowMs = Date.UTC(2026, 10, 24, 12);
  store = openInlineStore({ path: path.join(folder, 'quarry.sqlite'), clock: () => nowMs });
  settings = createAlertSettings(store.records);
  const plan = { creditsPerPeriod: 1_000, periodDays: 30, renew: true };
  await store.accounts.create({ id: ACCOUNT, name: 'Shop', plan, concurrency: 1 });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const spend = async (credits: number): Promise<void> => {
  const id = randomUUID();
  const row = { id, accountId: ACCOUNT, operation: 'scrape/web', contractVersion: 1, params: {} };
  await store.requests.admit({ ...row, holdCredits: credits, deadlineAtMs: nowMs + 1_000 });
  await store.requests.finish(id, { state: 'ok', verdict: 'ok', chargedCredits: credits });
};

const set = (levels: Partial<AlertSettings>): Promise<AlertSettings> => settings.put(ACCOUNT, { ...NONE, ...levels });
const due = () => createCreditLevels({ accounts: store.accounts, settings }).due(nowMs);
const titles = async (): Promise<string[]> => (await due()).map(({ title }) => title);

describe('levels of credits', () => {
  it('are due for nobody who has set none', async () => {
    await spend(1_000);
    expect(await due()).toEqual([]);
    await set({});
    expect(await due()).toEqual([]);
  });

  it('by share: only the highest that is reached, under an id of the period', async () => {
    await set({ shares: [50, 80, 100] });
    await spend(499);
    expect(await due()).toEqual([]);
    await spend(1);
    const [half] = await due();
    expect(half).toMatchObject({ accountId: ACCOUNT, kind: 'credits.level', path: '/usage' });
    expect(half?.title).toBe('Shop has used 50 % of its credits');
    expect(half?.text).toContain('500 of the 1,000 credits');
    await spend(400);
    expect(await titles()).toEqual(['Shop has used 80 % of its credits']);
    await spend(100);
    expect(await titles()).toEqual(['Shop has used 100 % of its credits']);
    nowMs += 30 * DAY_MS;
    expect(await due()).toEqual([]);
    await spend(500);
    const [again] = await due();
    expect(again?.title).toBe(half?.title);
    expect(again?.id).not.toBe(half?.id);
  });

  it('by credits left: held ones are not used yet', async () => {
    await set({ creditsLeft: 100 });
    await spend(900);
    const hold = { id: randomUUID(), accountId: ACCOUNT, operation: 'scrape/web', contractVersion: 1, params: {} };
    await store.requests.admit({ ...hold, holdCredits: 50, deadlineAtMs: nowMs + 1_000 });
    expect(await due()).toEqual([]);
    await spend(1);
    expect(await titles()).toEqual(['Shop has fewer than 100 credits left']);
  });

  it('by day: what was spent before does not count, and the next day is another', async () => {
    await set({ creditsPerDay: 10 });
    await spend(300);
    const [first] = await due();
    expect(first?.title).toBe('Shop has spent more than 10 credits today');
    nowMs += DAY_MS;
    await spend(10);
    expect(await due()).toEqual([]);
    await spend(1);
    const [second] = await due();
    expect(second?.text).toContain('11 credits on 2026-11-25');
    expect(second?.id).not.toBe(first?.id);
  });

  it('by day: sums an account’s requests once in a while, not in each round', async () => {
    await set({ creditsPerDay: 10 });
    await spend(300);
    let sums = 0;
    const spending: Store['accounts']['spending'] = (id, range) => {
      sums += 1;
      return store.accounts.spending(id, range);
    };
    const { due: round } = createCreditLevels({ accounts: { ...store.accounts, spending }, settings });
    expect(await round(nowMs)).toHaveLength(1);
    expect(await round(nowMs + DAY_SUM_LOOK_MS - 1)).toEqual([]);
    expect(await round(nowMs + DAY_SUM_LOOK_MS)).toHaveLength(1);
    expect(sums).toBe(2);
  });

  it('are not due for an account that is disabled', async () => {
    await set({ shares: [1] });
    await spend(500);
    await store.accounts.setDisabled(ACCOUNT, true);
    expect(await due()).toEqual([]);
  });
});
