import { describe, expect, it } from '@jest/globals';
import { MAX_CREDITS, MAX_NAME_LENGTH, MAX_PERIOD_DAYS } from '../../src/input-rules.js';
import { expectBalanced, START_MS, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

const UNKNOWN = 'no-such-account';
const PLAN = { creditsPerPeriod: 1000, periodDays: 30, renew: true };

const describeLifecycle = (openStore: OpenStore): void =>
  describe('accounts', () => {
    const scene = useScene(openStore);

    it('creates an account with its first period', async () => {
      const { store } = scene();
      const account = await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 7, id: 'acme' });
      expect(account).toEqual({
        id: 'acme',
        name: 'Acme',
        plan: PLAN,
        concurrency: 7,
        isDisabled: false,
        createdAtMs: START_MS,
        storedBytes: 0,
      });
      expect(await store.accounts.get('acme')).toEqual(account);
      expect(await store.accounts.list()).toEqual([account]);
      expect(await store.accounts.period('acme')).toMatchObject({ index: 0, granted: 1000, available: 1000 });
      await expectBalanced(store, 'acme');
    });

    it('makes ids of its own that differ', async () => {
      const { newAccount, store } = scene();
      const accounts = [await newAccount(1), await newAccount(2)];
      expect(new Set(accounts.map(({ id }) => id)).size).toBe(2);
      expect(await store.accounts.list()).toHaveLength(2);
    });

    it('returns the account that stands when its id is created again', async () => {
      const { store } = scene();
      const first = await store.accounts.create({ name: 'Demo', plan: PLAN, concurrency: 5, id: 'demo' });
      const more = { creditsPerPeriod: 9, periodDays: 1, renew: false };
      const again = await store.accounts.create({ name: 'Other', plan: more, concurrency: 1, id: 'demo' });
      expect(again).toEqual(first);
      expect(await store.accounts.periods('demo')).toHaveLength(1);
      await expectBalanced(store, 'demo');
    });

    it('answers for an unknown account with nothing', async () => {
      const { store } = scene();
      expect(await store.accounts.get(UNKNOWN)).toBeNull();
      expect(await store.accounts.setDisabled(UNKNOWN, true)).toBeNull();
      expect(await store.accounts.grant(UNKNOWN, 5, 'gift')).toBeNull();
      expect(await store.accounts.period(UNKNOWN)).toBeNull();
      expect(await store.accounts.periods(UNKNOWN)).toEqual([]);
      expect(await store.ledger.rebuild(UNKNOWN)).toEqual([]);
      expect(await store.ledger.journal(UNKNOWN, { limit: 10 })).toEqual([]);
      expect(await store.requests.list(UNKNOWN, { limit: 10 })).toEqual([]);
    });
  });

/** Stores end, and come again on the same data. */
export const describeReopening = (openStore: OpenStore): void =>
  describe('a store', () => {
    const scene = useScene(openStore);

    it('keeps everything when it is opened again', async () => {
      const { fixture, newAccount, hold } = scene();
      const account = await newAccount(100);
      const id = await hold(account.id, 30);
      const store = await fixture.reopen();
      expect(await store.accounts.get(account.id)).toEqual(account);
      expect(await store.accounts.period(account.id)).toMatchObject({ held: 30, available: 70 });
      expect(await store.requests.get(id)).toMatchObject({ state: 'open', heldCredits: 30 });
      await expectBalanced(store, account.id);
    });

    it('answers a ping while open and rejects after close', async () => {
      const { fixture } = scene();
      const another = await fixture.openAnother();
      await another.ping();
      await another.close();
      await another.close();
      await expect(another.ping()).rejects.toMatchObject({ code: 'closed' });
      await expect(another.accounts.list()).rejects.toMatchObject({ code: 'closed' });
    });
  });

const describePlanChanges = (openStore: OpenStore): void =>
  describe('a change of the plan', () => {
    const scene = useScene(openStore);
    const PERIOD_MS = 30 * 86_400_000;

    it('counts for concurrency at once, for credits from the next period on', async () => {
      const { store, newAccount, hold } = scene();
      const { id } = await newAccount(100);
      await hold(id, 30);
      const changed = await store.accounts.changePlan(id, { creditsPerPeriod: 500, concurrency: 2 });
      expect(changed).toMatchObject({ concurrency: 2, plan: { creditsPerPeriod: 500, periodDays: 30, renew: true } });
      expect(await store.accounts.get(id)).toEqual(changed);
      expect(await store.accounts.period(id)).toMatchObject({ index: 0, granted: 100, held: 30, available: 70 });
      scene().nowMs += PERIOD_MS;
      expect(await store.accounts.period(id)).toMatchObject({ index: 1, granted: 500, available: 500 });
      await expectBalanced(store, id);
    });

    it('counts for the length of periods from the next one on, which begins where the current one ends', async () => {
      const { store, newAccount, hold } = scene();
      const { id, createdAtMs } = await newAccount(100);
      await hold(id, 30);
      const week = 7 * 86_400_000;
      await store.accounts.changePlan(id, { periodDays: 7 });
      expect(await store.accounts.period(id)).toMatchObject({ index: 0, endMs: createdAtMs + PERIOD_MS });
      scene().nowMs = createdAtMs + PERIOD_MS + 2 * week;
      expect(await store.accounts.period(id)).toMatchObject({
        ...{ index: 3, startMs: createdAtMs + PERIOD_MS + 2 * week, endMs: createdAtMs + PERIOD_MS + 3 * week },
        available: 100,
      });
      await store.accounts.changePlan(id, { periodDays: 60 });
      scene().nowMs = createdAtMs + PERIOD_MS + 3 * week;
      const { startMs = 0, endMs = 0, index } = (await store.accounts.period(id)) ?? {};
      expect([index, startMs, endMs - startMs]).toEqual([4, scene().nowMs, 2 * PERIOD_MS]);
      const periods = await store.accounts.periods(id);
      expect(periods.map((period) => period.startMs)).toEqual([
        createdAtMs,
        ...periods.slice(0, -1).map((period) => period.endMs),
      ]);
      await expectBalanced(store, id);
    });

    it('leaves alone what it does not name, and may end the renewal', async () => {
      const { store, newAccount } = scene();
      const account = await newAccount(100);
      expect(await store.accounts.changePlan(account.id, {})).toEqual(account);
      const ended = await store.accounts.changePlan(account.id, { renew: false });
      expect(ended).toEqual({ ...account, plan: { ...account.plan, renew: false } });
      scene().nowMs += PERIOD_MS;
      expect(await store.accounts.period(account.id)).toMatchObject({ index: 1, granted: 0 });
      await expectBalanced(store, account.id);
    });

    it('does not reach back into a period that had begun and was not opened yet', async () => {
      const { store, newAccount } = scene();
      const { id } = await newAccount(100);
      scene().nowMs += PERIOD_MS;
      await store.accounts.changePlan(id, { creditsPerPeriod: 5 });
      expect(await store.accounts.period(id)).toMatchObject({ index: 1, granted: 100 });
      scene().nowMs += PERIOD_MS;
      expect(await store.accounts.period(id)).toMatchObject({ index: 2, granted: 5 });
      await expectBalanced(store, id);
    });

    it('is refused out of bounds, and changes no unknown account', async () => {
      const { store, newAccount } = scene();
      const { id } = await newAccount(100);
      for (const change of [
        ...[{ creditsPerPeriod: -1 }, { creditsPerPeriod: MAX_CREDITS + 1 }, { concurrency: 1.5 }],
        ...[{ periodDays: 0 }, { periodDays: 1.5 }, { periodDays: MAX_PERIOD_DAYS + 1 }],
      ]) {
        await expect(store.accounts.changePlan(id, change)).rejects.toMatchObject({ code: 'invalid_input' });
      }
      expect(await store.accounts.changePlan(UNKNOWN, { concurrency: 1 })).toBeNull();
    });
  });

const describeGrants = (openStore: OpenStore): void =>
  describe('grants', () => {
    const scene = useScene(openStore);

    it('adds credits once per grant id, however often it is told', async () => {
      const { newAccount, store } = scene();
      const { id } = await newAccount(100);
      const repeated = await Promise.all(Array.from({ length: 10 }, () => store.accounts.grant(id, 40, 'gift')));
      expect(repeated.map((period) => period?.available)).toEqual(Array.from({ length: 10 }, () => 140));
      expect(await store.accounts.grant(id, 999, 'gift')).toMatchObject({ granted: 140 });
      expect(await store.accounts.grant(id, 5, 'another-gift')).toMatchObject({ granted: 145, available: 145 });
      await expectBalanced(store, id);
    });

    it('keeps the grant ids of two accounts apart', async () => {
      const { newAccount, store } = scene();
      const [left, right] = [await newAccount(0), await newAccount(0)];
      await store.accounts.grant(left.id, 3, 'sign-up');
      expect(await store.accounts.grant(right.id, 4, 'sign-up')).toMatchObject({ granted: 4 });
      expect(await store.accounts.period(left.id)).toMatchObject({ granted: 3 });
    });

    it('refuses amounts, plans, names and ids out of bounds', async () => {
      const { newAccount, store } = scene();
      const { id } = await newAccount(100);
      const invalid = { code: 'invalid_input' };
      for (const credits of [-1, 0.5, Number.NaN, MAX_CREDITS + 1]) {
        await expect(store.accounts.grant(id, credits, 'gift')).rejects.toMatchObject(invalid);
        await expect(newAccount(credits)).rejects.toMatchObject(invalid);
      }
      for (const periodDays of [0, 1.5, MAX_PERIOD_DAYS + 1]) {
        await expect(newAccount(1, { periodDays })).rejects.toMatchObject(invalid);
      }
      for (const changed of [
        { id: 'a:b' },
        { id: 'x'.repeat(65) },
        { name: '' },
        { name: 'n'.repeat(MAX_NAME_LENGTH + 1) },
      ]) {
        const input = { name: 'n', plan: PLAN, concurrency: 1, ...changed };
        await expect(store.accounts.create(input)).rejects.toMatchObject(invalid);
      }
      expect(await store.accounts.list()).toHaveLength(1);
      expect(await store.accounts.grant(id, MAX_CREDITS, 'largest')).toMatchObject({ granted: MAX_CREDITS + 100 });
      await expectBalanced(store, id);
    });
  });

export const describeAccounts = (openStore: OpenStore): void => {
  describeLifecycle(openStore);
  describeReopening(openStore);
  describePlanChanges(openStore);
  describeGrants(openStore);
};
