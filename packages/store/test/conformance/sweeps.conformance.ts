import { describe, expect, it } from '@jest/globals';
import { deadlineEnd } from '../../src/requests/deadline-end.js';
import type { Store } from '../../src/port.js';
import { admitInput, DEADLINE_MS, expectBalanced, FAILED, OK, readWholeJournal, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

const describeExpiry = (openStore: OpenStore): void =>
  describe('sweepExpired', () => {
    const scene = useScene(openStore);

    it('ends what is overdue by more than the grace and nothing else', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const [overdue, ended] = [await hold(accountId, 10), await hold(accountId, 20)];
      await store.requests.finish(ended, { ...OK, chargedCredits: 20 });
      scene().nowMs += 1;
      const inside = await hold(accountId, 30);
      scene().nowMs += DEADLINE_MS + 5000 - 1;
      expect(await store.requests.sweepExpired({ graceMs: 5000, limit: 10 })).toEqual([]);
      scene().nowMs += 1;
      const swept = await store.requests.sweepExpired({ graceMs: 5000, limit: 10 });
      const { params, ...summary } = (await store.requests.get(overdue)) ?? {};
      expect(swept).toEqual([summary]);
      expect(params).toEqual(expect.any(Object));
      expect(summary).toMatchObject({
        state: 'expired',
        verdict: 'deadline_exceeded',
        error: 'deadline_exceeded',
        chargedCredits: 0,
        endedAtMs: scene().nowMs,
      });
      expect(await store.requests.get(inside)).toMatchObject({ state: 'open' });
      expect(await store.accounts.period(accountId)).toMatchObject({ charged: 20, held: 30, available: 50 });
      await expectBalanced(store, accountId);
    });

    it('says that the caller’s own timeout ended a call, as its gateway would', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const params = { url: 'https://a.example/', timeout: 1_500 };
      const input = { ...admitInput(accountId, 10, scene().nowMs), params, deadlineAtMs: scene().nowMs + 1_500 };
      await store.requests.admit(input);
      scene().nowMs += 1_501;
      const told = {
        ...{ id: input.id, state: 'expired', verdict: 'page_timeout', error: 'target_timeout', chargedCredits: 0 },
        message: expect.stringContaining('its timeout of 1500 ms'),
      };
      expect(await store.requests.sweepExpired({ graceMs: 0, limit: 10 })).toMatchObject([told]);
      expect(await store.requests.get(input.id)).toMatchObject(told);
      expect(await store.requests.get(input.id)).toMatchObject(deadlineEnd(params));
    });

    it('takes the oldest first, up to the limit', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const held: string[] = [];
      for (let count = 0; count < 5; count += 1) {
        held.push(await hold(accountId, 1));
        scene().nowMs += 1;
      }
      scene().nowMs += DEADLINE_MS;
      const swept = [];
      for (const limit of [2, 9])
        swept.push((await store.requests.sweepExpired({ graceMs: 0, limit })).map(({ id }) => id));
      expect(swept).toEqual([held.slice(0, 2), held.slice(2)]);
      expect(await store.requests.sweepExpired({ graceMs: 0, limit: 9 })).toEqual([]);
      await expectBalanced(store, accountId);
    });

    it('returns each row to one of several sweepers', async () => {
      const { fixture, newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const held = await Promise.all(Array.from({ length: 30 }, () => hold(accountId, 1)));
      const another = await fixture.openAnother();
      scene().nowMs += DEADLINE_MS + 1;
      const sweepers = [store, another, store, another];
      const swept: string[] = [];
      // Sweepers that read the same 20 rows leave the last 10 to a second round.
      for (let round = 0; round < 2; round += 1) {
        const rows = await Promise.all(
          sweepers.map(({ requests }) => requests.sweepExpired({ graceMs: 0, limit: 20 })),
        );
        swept.push(...rows.flat().map(({ id }) => id));
      }
      expect(swept.sort()).toEqual(held.sort());
      await expectBalanced(store, accountId);
    });
  });

const describePurge = (openStore: OpenStore): void =>
  describe('purge', () => {
    const scene = useScene(openStore);

    it('removes ended rows past their retention, keeps open ones and the journal', async () => {
      const { newAccount, hold, admit, store } = scene();
      const { id: accountId } = await newAccount(100);
      const [old, open] = [await hold(accountId, 10), await hold(accountId, 10)];
      await store.requests.finish(old, { ...OK, chargedCredits: 10 });
      scene().nowMs += 1000;
      const young = await hold(accountId, 10);
      await store.requests.finish(young, FAILED);
      const before = await readWholeJournal(store, accountId);
      const purge = () => store.requests.purge({ retentionMs: 1000, limit: 10 });
      expect(await purge()).toEqual({ removed: [], hasMore: false });
      scene().nowMs += 1;
      expect(await purge()).toEqual({ removed: [{ id: old, accountId }], hasMore: false });
      expect(await store.requests.get(old)).toBeNull();
      expect(await store.requests.get(open)).not.toBeNull();
      expect(await store.requests.get(young)).not.toBeNull();
      expect(await readWholeJournal(store, accountId)).toEqual(before);
      expect((await admit(accountId, 10, old)).result).toEqual({ outcome: 'duplicate' });
      expect(await store.requests.finish(old, FAILED)).toBeNull();
      await expectBalanced(store, accountId);
    });

    it('says to each of several at once that there is more, whichever of them won the rows', async () => {
      const { newAccount, hold, store, fixture } = scene();
      const another = await fixture.openAnother();
      const { id: accountId } = await newAccount(100);
      const held = await Promise.all(Array.from({ length: 30 }, () => hold(accountId, 1)));
      for (const id of held) await store.requests.finish(id, FAILED);
      scene().nowMs += 1001;
      const purge = ({ requests }: Store) => requests.purge({ retentionMs: 1000, limit: 10 });
      const passes = await Promise.all([store, another].map(purge));
      expect(passes.map(({ hasMore }) => hasMore)).toEqual([true, true]);
      while (passes.at(-1)?.hasMore) passes.push(await purge(store));
      const removed = passes.flatMap((pass) => pass.removed.map(({ id }) => id));
      expect(removed.sort()).toEqual(held.sort());
    });
  });

const describeBounds = (openStore: OpenStore): void =>
  describe('bounds', () => {
    const scene = useScene(openStore);

    it('cuts every page, sweep and purge to its limit', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      await Promise.all(Array.from({ length: 5 }, () => hold(accountId, 1)));
      const limit = 3;
      expect(await store.requests.list(accountId, { limit })).toHaveLength(3);
      expect(await store.requests.listOpen(accountId, limit)).toHaveLength(3);
      expect(await store.ledger.journal(accountId, { limit })).toHaveLength(3);
      scene().nowMs += DEADLINE_MS + 1;
      expect(await store.requests.sweepExpired({ graceMs: 0, limit })).toHaveLength(3);
      expect(await store.requests.sweepExpired({ graceMs: 0, limit })).toHaveLength(2);
      scene().nowMs += 1;
      const first = await store.requests.purge({ retentionMs: 0, limit });
      expect([first.removed.length, first.hasMore]).toEqual([3, true]);
      const last = await store.requests.purge({ retentionMs: 0, limit });
      expect([last.removed.length, last.hasMore]).toEqual([2, false]);
      await expectBalanced(store, accountId);
    });
  });

export const describeSweeps = (openStore: OpenStore): void => {
  describeExpiry(openStore);
  describePurge(openStore);
  describeBounds(openStore);
};
