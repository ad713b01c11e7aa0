import { describe, expect, it } from '@jest/globals';
import { MAX_PERIODS_PER_ROLL } from '../../src/period-rule.js';
import { DAY_MS, expectBalanced, FAILED, OK, START_MS, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

const describeRolling = (openStore: OpenStore): void =>
  describe('periods roll', () => {
    const scene = useScene(openStore);

    it('at their end and not a millisecond earlier', async () => {
      const { newAccount, store } = scene();
      const { id } = await newAccount(100, { periodDays: 7 });
      scene().nowMs = START_MS + 7 * DAY_MS - 1;
      expect(await store.accounts.period(id)).toMatchObject({
        index: 0,
        startMs: START_MS,
        endMs: START_MS + 7 * DAY_MS,
      });
      scene().nowMs += 1;
      expect(await store.accounts.period(id)).toMatchObject({
        index: 1,
        startMs: START_MS + 7 * DAY_MS,
        endMs: START_MS + 14 * DAY_MS,
        granted: 100,
        available: 100,
      });
      expect((await store.accounts.periods(id))[0]).toMatchObject({ granted: 100, expired: 100, available: 0 });
      await expectBalanced(store, id);
    });

    it('over several that were missed, each with its own credits, and keep their bounds', async () => {
      const { newAccount, hold, store } = scene();
      const { id } = await newAccount(100);
      await hold(id, 30);
      scene().nowMs += 3.5 * 30 * DAY_MS;
      await hold(id, 1);
      const periods = await store.accounts.periods(id);
      expect(periods.map(({ index, held, expired, available }) => [index, held, expired, available])).toEqual([
        [0, 30, 70, 0],
        [1, 0, 100, 0],
        [2, 0, 100, 0],
        [3, 1, 0, 99],
      ]);
      periods.slice(1).forEach((period, index) => expect(period.startMs).toBe(periods[index]?.endMs));
      await expectBalanced(store, id);
    });

    it('without new credits when the plan does not renew, and can be granted some', async () => {
      const { newAccount, admit, store } = scene();
      const { id } = await newAccount(100, { renew: false });
      scene().nowMs += 31 * DAY_MS;
      expect((await admit(id, 1)).result).toMatchObject({ outcome: 'credits_exhausted', availableCredits: 0 });
      expect(await store.accounts.grant(id, 50, 'top-up')).toMatchObject({ index: 1, granted: 50, available: 50 });
      expect((await admit(id, 50)).result).toMatchObject({ outcome: 'admitted' });
      await expectBalanced(store, id);
    });
  });

const describeRollingRaces = (openStore: OpenStore): void =>
  describe('periods roll together', () => {
    const scene = useScene(openStore);

    it('once, when two processes see the end at the same time', async () => {
      const { fixture, newAccount, store } = scene();
      const { id } = await newAccount(100);
      const another = await fixture.openAnother();
      scene().nowMs += 30 * DAY_MS;
      const seen = await Promise.all([store, another, store, another].map(({ accounts }) => accounts.period(id)));
      expect(seen.map((period) => period?.index)).toEqual([1, 1, 1, 1]);
      expect(await store.accounts.periods(id)).toHaveLength(2);
      await expectBalanced(store, id);
    });

    it('never back, when a clock does', async () => {
      const { newAccount, hold, store } = scene();
      const { id } = await newAccount(100);
      scene().nowMs += 30 * DAY_MS;
      await store.accounts.period(id);
      scene().nowMs -= 5000;
      await hold(id, 10);
      expect(await store.accounts.period(id)).toMatchObject({ index: 1, held: 10, available: 90 });
      await expectBalanced(store, id);
    });

    it('not at all under a clock that is absurdly ahead', async () => {
      const { newAccount, store } = scene();
      const { id } = await newAccount(100, { periodDays: 1 });
      scene().nowMs += (MAX_PERIODS_PER_ROLL + 1) * DAY_MS;
      await expect(store.accounts.period(id)).rejects.toMatchObject({ code: 'engine_failed' });
      scene().nowMs = START_MS;
      expect(await store.accounts.period(id)).toMatchObject({ index: 0, available: 100 });
    });

    it('by a sweep, bounded, once', async () => {
      const { newAccount, store } = scene();
      const early = [await newAccount(10), await newAccount(20), await newAccount(30)];
      scene().nowMs += DAY_MS;
      const later = await newAccount(40);
      scene().nowMs = START_MS + 30 * DAY_MS;
      expect(await store.ledger.rollPeriods(2)).toBe(2);
      expect(await store.ledger.rollPeriods(2)).toBe(1);
      expect(await store.ledger.rollPeriods(2)).toBe(0);
      for (const { id } of early) {
        expect(await store.accounts.periods(id)).toHaveLength(2);
        await expectBalanced(store, id);
      }
      expect(await store.accounts.periods(later.id)).toHaveLength(1);
    });
  });

const describeLateEnds = (openStore: OpenStore): void =>
  describe('a hold belongs to the period it was taken in', () => {
    const scene = useScene(openStore);

    it('settles against it after its end, and the rest expires', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const id = await hold(accountId, 40);
      scene().nowMs += 30 * DAY_MS;
      await store.accounts.period(accountId);
      const result = await store.requests.finish(id, { ...OK, chargedCredits: 25 }, 1);
      expect(result).toMatchObject({ isWinner: true, availableCredits: 100, row: { periodIndex: 0 } });
      expect(await store.accounts.periods(accountId)).toMatchObject([
        { granted: 100, charged: 25, held: 0, expired: 75, available: 0 },
        { granted: 100, charged: 0, held: 0, expired: 0, available: 100 },
      ]);
      await expectBalanced(store, accountId);
    });

    it('expires what is released after its end, even where nobody had rolled the period', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const id = await hold(accountId, 40);
      scene().nowMs += 90 * DAY_MS;
      const result = await store.requests.finish(id, FAILED, 1);
      expect(result).toMatchObject({ isWinner: true, availableCredits: 100 });
      expect((await store.accounts.periods(accountId)).map(({ expired }) => expired)).toEqual([100, 100, 100, 0]);
      await expectBalanced(store, accountId);
    });

    it('gives back what is released in its last millisecond', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const id = await hold(accountId, 40);
      scene().nowMs += 30 * DAY_MS - 1;
      expect(await store.requests.finish(id, FAILED)).toMatchObject({ availableCredits: 100 });
      expect(await store.accounts.period(accountId)).toMatchObject({ index: 0, expired: 0, available: 100 });
    });

    it('keeps it held through the roll', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      await hold(accountId, 100);
      scene().nowMs += 30 * DAY_MS;
      expect(await store.ledger.rollPeriods(10)).toBe(1);
      expect((await store.accounts.periods(accountId))[0]).toMatchObject({ held: 100, expired: 0, available: 0 });
      await expectBalanced(store, accountId);
    });
  });

export const describePeriods = (openStore: OpenStore): void => {
  describeRolling(openStore);
  describeRollingRaces(openStore);
  describeLateEnds(openStore);
};
