import { describe, expect, it } from '@jest/globals';
import { OK_END, OWNER, running } from './batches/batch-scene.js';
import { DAY_MS, FAILED, OK, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

/** What rows have stored is summed up in their accounts. */
export const describeStoredBytes = (openStore: OpenStore): void =>
  describe('stored bytes', () => {
    const scene = useScene(openStore);
    const storedBy = async (accountId: string) => (await scene().store.accounts.get(accountId))?.storedBytes;

    it('of an account are those of its ended requests, of the winner of each', async () => {
      const { newAccount, hold, store } = scene();
      const [{ id: accountId }, { id: otherId }] = [await newAccount(100), await newAccount(100)];
      expect(await storedBy(accountId)).toBe(0);
      const [first, second] = [await hold(accountId, 1), await hold(accountId, 1)];
      await store.requests.finish(first, { ...OK, storedBytes: 4_000_000_000 });
      await store.requests.finish(first, { ...OK, storedBytes: 7 });
      await store.requests.finish(second, { ...FAILED, storedBytes: 20 }, 2);
      expect(await storedBy(accountId)).toBe(4_000_000_000);
      await store.requests.finish(second, { ...FAILED, storedBytes: 20 }, 1);
      expect([await storedBy(accountId), await storedBy(otherId)]).toEqual([4_000_000_020, 0]);
    });

    it('are said by the key as well', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const made = await store.keys.create({ accountId, name: 'test' });
      await store.requests.finish(await hold(accountId, 1), { ...OK, storedBytes: 30 });
      expect((await store.keys.authenticate(made?.plainKey ?? ''))?.account.storedBytes).toBe(30);
    });

    it('go with what stored them: once forgotten, or with the row', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const [kept, emptied] = [await hold(accountId, 1), await hold(accountId, 1)];
      await store.requests.finish(kept, { ...OK, storedBytes: 30 });
      await store.requests.finish(emptied, { ...OK, storedBytes: 12 });
      for (let turn = 0; turn < 2; turn += 1) await store.requests.forgetStored(emptied);
      expect(await storedBy(accountId)).toBe(30);
      expect(await store.requests.get(emptied)).toMatchObject({ state: 'ok' });
      await store.requests.forgetStored('no-such-request');
      scene().nowMs += DAY_MS;
      expect((await store.requests.purge({ retentionMs: 1, limit: 10 })).removed).toHaveLength(2);
      expect(await storedBy(accountId)).toBe(0);
    });

    it('of a batch are those of its items', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const { jobId, ids } = await running(scene(), accountId, 3);
      for (const id of ids) await store.items.finish(id, { ...OK_END, storedBytes: 100 });
      await store.items.finish(ids[0] ?? '', { ...OK_END, storedBytes: 100 });
      expect(await storedBy(accountId)).toBe(300);
      while ((await store.batches.publish(jobId, OWNER, 10))?.hasMore);
      scene().nowMs += DAY_MS;
      expect((await store.batches.purge({ retentionMs: 1, limit: 2 })).removed).toHaveLength(2);
      expect(await storedBy(accountId)).toBe(100);
      await store.batches.purge({ retentionMs: 1, limit: 2 });
      expect(await storedBy(accountId)).toBe(0);
    });

    it.each([-1, 0.5, Number.NaN])('are whole and not below zero: %d is refused', async (storedBytes) => {
      const { newAccount, hold, store } = scene();
      const id = await hold((await newAccount(100)).id, 1);
      await expect(store.requests.finish(id, { ...OK, storedBytes })).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });
