import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { admitInput, DEADLINE_MS, expectBalanced, FAILED, OK, START_MS, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

const describeAdmission = (openStore: OpenStore): void =>
  describe('admit', () => {
    const scene = useScene(openStore);

    it('inserts the open row and takes the hold', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const params = { q: 'schöne "Häuser" 🏠', nested: { list: [1, null, true], empty: {} } };
      const input = { ...admitInput(accountId, 15, START_MS), params };
      expect(await store.requests.admit(input)).toEqual({ outcome: 'admitted', availableCredits: 85 });
      expect(await store.requests.get(input.id)).toEqual({
        id: input.id,
        accountId,
        operation: 'scrape/web',
        params,
        contractVersion: 1,
        state: 'open',
        attempt: 1,
        heldCredits: 15,
        chargedCredits: 0,
        periodIndex: 0,
        createdAtMs: START_MS,
        deadlineAtMs: START_MS + DEADLINE_MS,
      });
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 15, available: 85 });
      await expectBalanced(store, accountId);
    });

    it('holds nothing when the credits do not suffice, and all of them when they just do', async () => {
      const { newAccount, admit, store } = scene();
      const { id: accountId } = await newAccount(10);
      const { id, result } = await admit(accountId, 11);
      expect(result).toEqual({ outcome: 'credits_exhausted', neededCredits: 11, availableCredits: 10 });
      expect(await store.requests.get(id)).toBeNull();
      expect((await admit(accountId, 10)).result).toEqual({ outcome: 'admitted', availableCredits: 0 });
      expect((await admit(accountId, 1)).result).toMatchObject({ outcome: 'credits_exhausted', availableCredits: 0 });
      expect((await admit(accountId, 0)).result).toEqual({ outcome: 'admitted', availableCredits: 0 });
      await expectBalanced(store, accountId);
    });

    it('takes an id once, also when several ask at the same time or the request has ended', async () => {
      const { newAccount, admit, store } = scene();
      const { id: accountId } = await newAccount(100);
      const id = randomUUID();
      const outcomes = (await Promise.all(Array.from({ length: 8 }, () => admit(accountId, 10, id)))).map(
        ({ result }) => result.outcome,
      );
      expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(7);
      await store.requests.finish(id, FAILED);
      expect((await admit(accountId, 10, id)).result).toEqual({ outcome: 'duplicate' });
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, available: 100 });
      await expectBalanced(store, accountId);
    });

    it('says when the account is unknown and refuses malformed input', async () => {
      const { newAccount, admit } = scene();
      expect((await admit('nobody', 1)).result).toEqual({ outcome: 'account_unknown' });
      const { id: accountId } = await newAccount(100);
      await expect(admit(accountId, -1)).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(admit(accountId, 1.5)).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(admit(accountId, 1, 'a:b')).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });

const describeAttempts = (openStore: OpenStore): void =>
  describe('attempts', () => {
    const scene = useScene(openStore);

    it('begin returns the row and keeps the first start', async () => {
      const { newAccount, hold, store } = scene();
      const id = await hold((await newAccount(100)).id, 5);
      scene().nowMs += 10;
      expect(await store.requests.begin(id, 1)).toMatchObject({ id, state: 'open', startedAtMs: START_MS + 10 });
      scene().nowMs += 10;
      expect(await store.requests.nextAttempt(id, 1)).toBe(2);
      expect(await store.requests.begin(id, 2)).toMatchObject({ attempt: 2, startedAtMs: START_MS + 10 });
    });

    it('begin refuses another attempt, an ended row, a passed deadline and an unknown id', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const [open, ended] = [await hold(accountId, 5), await hold(accountId, 5)];
      await store.requests.finish(ended, FAILED);
      expect(await store.requests.begin(ended, 1)).toBeNull();
      expect(await store.requests.begin(open, 2)).toBeNull();
      expect(await store.requests.begin(randomUUID(), 1)).toBeNull();
      scene().nowMs = START_MS + DEADLINE_MS - 1;
      expect(await store.requests.begin(open, 1)).not.toBeNull();
      scene().nowMs += 1;
      expect(await store.requests.begin(open, 1)).toBeNull();
    });

    it('nextAttempt has one winner and none after the end', async () => {
      const { newAccount, hold, store, fixture } = scene();
      const id = await hold((await newAccount(100)).id, 5);
      const another = await fixture.openAnother();
      const moved = await Promise.all([store, another, store].map(({ requests }) => requests.nextAttempt(id, 1)));
      expect(moved.filter((attempt) => attempt === 2)).toHaveLength(1);
      expect(moved.filter((attempt) => attempt === null)).toHaveLength(2);
      expect(await store.requests.nextAttempt(id, 3)).toBeNull();
      await store.requests.finish(id, FAILED);
      expect(await store.requests.nextAttempt(id, 2)).toBeNull();
      expect(await store.requests.nextAttempt(randomUUID(), 1)).toBeNull();
    });

    it('an older attempt cannot finish the row', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const id = await hold(accountId, 20);
      await store.requests.nextAttempt(id, 1);
      const late = await store.requests.finish(id, { ...OK, chargedCredits: 20 }, 1);
      expect(late).toMatchObject({ isWinner: false, row: { state: 'open', attempt: 2 }, availableCredits: 80 });
      const current = await store.requests.finish(id, { ...OK, chargedCredits: 20 }, 2);
      expect(current).toMatchObject({ isWinner: true, row: { state: 'ok', chargedCredits: 20 } });
      await expectBalanced(store, accountId);
    });
  });

const describeFinish = (openStore: OpenStore): void =>
  describe('finish', () => {
    const scene = useScene(openStore);

    it('charges what the result cost and releases the rest', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const id = await hold(accountId, 15);
      scene().nowMs += 1000;
      const result = await store.requests.finish(id, { ...OK, chargedCredits: 5 }, 1);
      expect(result).toMatchObject({ isWinner: true, availableCredits: 95 });
      expect(result?.row).toMatchObject({ state: 'ok', verdict: 'ok', heldCredits: 15, chargedCredits: 5 });
      expect(result?.row.endedAtMs).toBe(START_MS + 1000);
      expect(await store.requests.get(id)).toEqual(result?.row);
      expect(await store.accounts.period(accountId)).toMatchObject({ charged: 5, held: 0, available: 95 });
      await expectBalanced(store, accountId);
    });

    it.each(['failed', 'expired', 'cancelled'] as const)('releases everything when it ends %s', async (state) => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const id = await hold(accountId, 15);
      const end = { ...FAILED, state, reason: 'challenge', message: 'Why.', retryAfterSeconds: 0 };
      const result = await store.requests.finish(id, end);
      expect(result).toMatchObject({ isWinner: true, availableCredits: 100, row: { ...end, chargedCredits: 0 } });
      await expectBalanced(store, accountId);
    });

    it('keeps the names of the stored answer and of the stored page', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const [answered, failed] = [await hold(accountId, 5), await hold(accountId, 5)];
      await store.requests.finish(answered, { ...OK, answerName: 'result-1a2b3c4d.json' });
      await store.requests.finish(failed, { ...FAILED, pageName: 'page-1a2b3c4d.html', retryAfterSeconds: 90 });
      expect(await store.requests.get(answered)).toMatchObject({ answerName: 'result-1a2b3c4d.json' });
      expect(await store.requests.get(answered)).not.toHaveProperty('pageName');
      expect(await store.requests.get(answered)).not.toHaveProperty('retryAfterSeconds');
      expect(await store.requests.get(failed)).toMatchObject({ pageName: 'page-1a2b3c4d.html', retryAfterSeconds: 90 });
    });

    it('has one winner among many that end it at the same time', async () => {
      const { newAccount, hold, store, fixture } = scene();
      const { id: accountId } = await newAccount(100);
      const id = await hold(accountId, 15);
      const another = await fixture.openAnother();
      const results = await Promise.all(
        Array.from({ length: 15 }, (_, index) =>
          (index % 2 === 0 ? store : another).requests.finish(
            id,
            index % 3 === 0 ? FAILED : { ...OK, chargedCredits: index },
          ),
        ),
      );
      const winners = results.filter((result) => result?.isWinner);
      expect(winners).toHaveLength(1);
      expect(new Set(results.map((result) => JSON.stringify(result?.row))).size).toBe(1);
      const charged = winners[0]?.row.chargedCredits ?? -1;
      expect(await store.accounts.period(accountId)).toMatchObject({ charged, held: 0, available: 100 - charged });
      await expectBalanced(store, accountId);
    });

    it('after the sweep is no winner and charges nothing', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const id = await hold(accountId, 15);
      scene().nowMs += DEADLINE_MS + 1;
      expect(await store.requests.sweepExpired({ graceMs: 0, limit: 10 })).toMatchObject([{ id }]);
      const late = await store.requests.finish(id, { ...OK, chargedCredits: 15 }, 1);
      expect(late).toMatchObject({ isWinner: false, row: { state: 'expired', chargedCredits: 0 } });
      await expectBalanced(store, accountId);
    });

    it('refuses a charge above the hold or without success, and leaves the row open', async () => {
      const { newAccount, hold, store } = scene();
      const { id: accountId } = await newAccount(100);
      const id = await hold(accountId, 15);
      const invalid = { code: 'invalid_input' };
      await expect(store.requests.finish(id, { ...OK, chargedCredits: 16 })).rejects.toMatchObject(invalid);
      await expect(store.requests.finish(id, { ...OK, chargedCredits: -1 })).rejects.toMatchObject(invalid);
      await expect(store.requests.finish(id, { ...FAILED, chargedCredits: 1 })).rejects.toMatchObject(invalid);
      expect(await store.requests.get(id)).toMatchObject({ state: 'open', heldCredits: 15 });
      expect(await store.requests.finish(randomUUID(), OK)).toBeNull();
      await expectBalanced(store, accountId);
    });
  });

const describeList = (openStore: OpenStore): void =>
  describe('list', () => {
    const scene = useScene(openStore);

    it('pages through everything, newest first, once each, also within one millisecond', async () => {
      const { newAccount, hold, store } = scene();
      const [{ id: accountId }, other] = [await newAccount(100), await newAccount(100)];
      await hold(other.id, 1);
      const held: string[] = [];
      for (const sameTime of [3, 1, 4]) {
        scene().nowMs += 1;
        for (let count = 0; count < sameTime; count += 1) held.push(await hold(accountId, 1));
      }
      const seen: { id: string; createdAtMs: number }[] = [];
      for (;;) {
        const last = seen.at(-1);
        const from = last ? { beforeMs: last.createdAtMs, beforeId: last.id } : {};
        const page = await store.requests.list(accountId, { limit: 3, ...from });
        if (page.length === 0) break;
        seen.push(...page);
      }
      expect(seen.map(({ id }) => id).sort()).toEqual(held.sort());
      const times = seen.map(({ createdAtMs }) => createdAtMs);
      expect(times).toEqual(times.toSorted((left, right) => right - left));
      expect(await store.requests.list(accountId, { limit: 10, beforeMs: START_MS + 2 })).toHaveLength(3);
      await expect(store.requests.list(accountId, { limit: 0 })).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });

export const describeRequests = (openStore: OpenStore): void => {
  describeAdmission(openStore);
  describeAttempts(openStore);
  describeFinish(openStore);
  describeList(openStore);
};
