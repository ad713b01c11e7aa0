import { describe, expect, it } from '@jest/globals';
import { DEADLINE_MS, FAILED, START_MS, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

export const describeListOpen = (openStore: OpenStore): void =>
  describe('listOpen', () => {
    const scene = useScene(openStore);

    it("names an account's open rows until they end or their deadline passes, and no others", async () => {
      const { newAccount, hold, store } = scene();
      const [{ id: accountId }, other] = [await newAccount(100), await newAccount(100)];
      expect(await store.requests.listOpen(accountId, 10)).toEqual([]);
      await hold(other.id, 1);
      const [first, ended] = [await hold(accountId, 1), await hold(accountId, 1)];
      await store.requests.finish(ended, FAILED);
      scene().nowMs += 1000;
      const second = await hold(accountId, 0);
      const rows = [
        { id: first, deadlineAtMs: START_MS + DEADLINE_MS },
        { id: second, deadlineAtMs: START_MS + DEADLINE_MS + 1000 },
      ];
      expect(await store.requests.listOpen(accountId, 10)).toEqual(rows);
      await store.requests.begin(first, 1);
      await store.requests.nextAttempt(first, 1);
      expect(await store.requests.listOpen(accountId, 10)).toEqual(rows);
      scene().nowMs = START_MS + DEADLINE_MS - 1;
      expect(await store.requests.listOpen(accountId, 10)).toEqual(rows);
      scene().nowMs += 1;
      expect(await store.requests.listOpen(accountId, 10)).toEqual(rows.slice(1));
      expect(await store.requests.get(first)).toMatchObject({ state: 'open' });
      expect(await store.requests.listOpen('nobody', 10)).toEqual([]);
    });

    it('is bounded by its limit', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const held = [await hold(accountId, 0), await hold(accountId, 1), await hold(accountId, 1)];
      expect(await store.requests.listOpen(accountId, held.length - 1)).toHaveLength(held.length - 1);
      expect(await store.requests.listOpen(accountId, held.length)).toHaveLength(held.length);
      await expect(store.requests.listOpen(accountId, 0)).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });
