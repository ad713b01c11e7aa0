import { describe, expect, it } from '@jest/globals';
import { DAY_MS, expectBalanced, FAILED, OK, readWholeJournal, START_MS, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

export const describeLedger = (openStore: OpenStore): void =>
  describe('journal', () => {
    const scene = useScene(openStore);

    it('tells the whole story in order, one unique id per movement', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      await store.accounts.grant(accountId, 20, 'gift');
      const [paid, failed, late] = [await hold(accountId, 15), await hold(accountId, 10), await hold(accountId, 5)];
      scene().nowMs += 1000;
      await store.requests.finish(paid, { ...OK, chargedCredits: 15 });
      await store.requests.finish(failed, FAILED);
      await store.requests.finish(failed, FAILED);
      scene().nowMs = START_MS + 30 * DAY_MS;
      await store.requests.finish(late, { ...OK, chargedCredits: 2 });
      const journal = await readWholeJournal(store, accountId);
      expect(journal.map(({ id, kind, credits, periodIndex }) => [id, kind, credits, periodIndex])).toEqual([
        [`open:${accountId}:0`, 'grant', 100, 0],
        [`grant:${accountId}:gift`, 'grant', 20, 0],
        [`hold:${paid}`, 'hold', 15, 0],
        [`hold:${failed}`, 'hold', 10, 0],
        [`hold:${late}`, 'hold', 5, 0],
        [`settle:${paid}`, 'settle', 15, 0],
        [`release:${failed}`, 'release', 10, 0],
        [`expire:${accountId}:0`, 'expire', 100, 0],
        [`open:${accountId}:1`, 'grant', 100, 1],
        [`settle:${late}`, 'settle', 2, 0],
        [`release:${late}`, 'release', 3, 0],
        [`expire:${late}`, 'expire', 3, 0],
      ]);
      expect(journal[0]).not.toHaveProperty('requestId');
      expect(journal[5]).toMatchObject({ accountId, requestId: paid, atMs: START_MS + 1000 });
      await expectBalanced(store, accountId);
    });

    it('pages on after an entry of the same account', async () => {
      const { newAccount, hold, store } = scene();
      const [{ id: accountId }, other] = [await newAccount(100), await newAccount(100)];
      for (let count = 0; count < 4; count += 1) {
        await hold(accountId, 1);
        await hold(other.id, 1);
      }
      const whole = await readWholeJournal(store, accountId);
      expect(whole).toHaveLength(5);
      expect(whole.every((entry) => entry.accountId === accountId)).toBe(true);
      const afterId = whole[1]?.id ?? '';
      expect(await store.ledger.journal(accountId, { limit: 2, afterId })).toEqual(whole.slice(2, 4));
      expect(await store.ledger.journal(accountId, { limit: 2, afterId: 'hold:unknown' })).toEqual([]);
      expect(await store.ledger.journal(accountId, { limit: 2, afterId: `open:${other.id}:0` })).toEqual([]);
    });

    it('holds an entry for a free request and none for its end', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const id = await hold(accountId, 0);
      await store.requests.finish(id, OK);
      const journal = await readWholeJournal(store, accountId);
      expect(journal.map((entry) => entry.id)).toEqual([`open:${accountId}:0`, `hold:${id}`]);
      await expectBalanced(store, accountId);
    });
  });
