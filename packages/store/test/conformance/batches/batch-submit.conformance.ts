import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { MAX_BATCH_ITEM_BYTES, MAX_ITEMS_PER_CALL, MAX_SITE_LENGTH } from '../../../src/batches/batch-rules.js';
import { HOLD, lead, newBatch, newItem, newItems, OWNER, submit, WEBHOOK } from './batch-scene.js';
import { admitInput, DAY_MS, expectBalanced, readWholeJournal, START_MS, useScene } from '../store-scene.js';
import type { OpenStore } from '../store-scene.js';

const INVALID = { code: 'invalid_input' };

const describeAdmit = (openStore: OpenStore): void =>
  describe('admit of a batch', () => {
    const scene = useScene(openStore);

    it('makes an accepting job and takes the hold for all items', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const input = { ...newBatch(accountId, newItems(3), START_MS), webhook: WEBHOOK };
      expect(await store.batches.admit(input)).toEqual({ outcome: 'admitted', availableCredits: 70 });
      expect(await store.batches.get(input.id)).toEqual({
        id: input.id,
        accountId,
        operation: 'scrape/web',
        contractVersion: 1,
        state: 'accepting',
        requestsCount: 3,
        visibleCount: 0,
        succeededCount: 0,
        failedCount: 0,
        targetErrorCount: 0,
        heldCredits: 30,
        chargedCredits: 0,
        periodIndex: 0,
        createdAtMs: START_MS,
        deadlineAtMs: START_MS + DAY_MS,
        webhook: WEBHOOK,
      });
      expect((await readWholeJournal(store, accountId)).at(-1)).toMatchObject({
        id: `hold:${input.id}`,
        kind: 'hold',
        credits: 30,
        requestId: input.id,
      });
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 30, available: 70 });
      await expectBalanced(store, accountId);
    });

    it('keeps nothing when the credits do not suffice or the account is unknown', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(29);
      const input = newBatch(accountId, newItems(3), START_MS);
      const exhausted = { outcome: 'credits_exhausted', neededCredits: 30, availableCredits: 29 };
      expect(await store.batches.admit(input)).toEqual(exhausted);
      expect(await store.batches.get(input.id)).toBeNull();
      const unknown = await store.batches.admit({ ...input, accountId: 'nobody' });
      expect(unknown).toEqual({ outcome: 'account_unknown' });
      expect(await readWholeJournal(store, accountId)).toHaveLength(1);
      await expectBalanced(store, accountId);
    });

    it('takes an id once, also that of a request and of a job that was abandoned', async () => {
      const { newAccount, store, hold } = scene();
      const { id: accountId } = await newAccount(1000);
      const input = newBatch(accountId, newItems(3), START_MS);
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => store.batches.admit(input)));
      expect(outcomes.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(5);
      const requestId = await hold(accountId, 1);
      expect(await store.batches.admit({ ...input, id: requestId })).toEqual({ outcome: 'duplicate' });
      const request = await store.requests.admit(admitInput(accountId, 1, START_MS, input.id));
      expect(request).toEqual({ outcome: 'duplicate' });
      expect(await store.batches.abandon(input.id)).toBe(true);
      expect(await store.batches.admit(input)).toEqual({ outcome: 'duplicate' });
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 1, available: 999 });
      await expectBalanced(store, accountId);
    });

    it('refuses malformed input', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const input = newBatch(accountId, newItems(3), START_MS);
      const wrong = [{ id: 'a:b' }, { requestsCount: 0 }, { requestsCount: 1.5 }, { holdCredits: -1 }];
      for (const part of wrong) await expect(store.batches.admit({ ...input, ...part })).rejects.toMatchObject(INVALID);
      await expectBalanced(store, accountId);
    });
  });

const describeAddItems = (openStore: OpenStore): void =>
  describe('addItems', () => {
    const scene = useScene(openStore);

    it('keeps what was sent as it was, and has no item twice when a chunk comes again', async () => {
      const { newAccount, store, fixture } = scene();
      const { id: accountId } = await newAccount(1000);
      const odd = { q: 'schöne "Häuser" 🏠', 'a.b': { $list: [1, null, true], empty: {} }, deep: [[['x']]] };
      const items = [{ ...newItem(0), query: odd, params: { ...odd, more: 1 } }, ...newItems(5).slice(1)];
      const input = newBatch(accountId, items, START_MS);
      await store.batches.admit(input);
      await store.batches.addItems(input.id, items.slice(0, 3));
      await store.batches.addItems(input.id, items.slice(0, 3));
      const others = items.slice(0, 3).map((item) => ({ ...item, id: randomUUID(), query: 'another' }));
      await store.batches.addItems(input.id, others);
      expect(await store.batches.activate(input.id)).toBeNull();
      await store.batches.addItems(input.id, items.slice(2));
      expect(await store.batches.activate(input.id)).toMatchObject({ state: 'pending', requestsCount: 5 });
      const reopened = await fixture.reopen();
      expect(await reopened.items.get(items[0]?.id ?? '')).toEqual({
        id: items[0]?.id,
        jobId: input.id,
        index: 0,
        accountId,
        operation: 'scrape/web',
        site: 'shop-0.example',
        query: odd,
        params: { ...odd, more: 1 },
        contractVersion: 1,
        state: 'open',
        attempt: 1,
        heldCredits: HOLD,
        chargedCredits: 0,
        periodIndex: 0,
        createdAtMs: START_MS,
        deadlineAtMs: START_MS + DAY_MS,
      });
      expect(await reopened.items.get(others[0]?.id ?? '')).toBeNull();
    });

    it('refuses items of no accepting job, of no place in it, too many and too large ones', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100_000);
      const items = newItems(2);
      const input = newBatch(accountId, items, START_MS);
      await expect(store.batches.addItems(input.id, items)).rejects.toMatchObject(INVALID);
      await store.batches.admit(input);
      const wrong = [
        [newItem(2)],
        [newItem(-1)],
        [{ ...newItem(0), id: 'a:b' }],
        [{ ...newItem(0), site: 'x'.repeat(MAX_SITE_LENGTH + 1) }],
        [{ ...newItem(0), params: 'x'.repeat(MAX_BATCH_ITEM_BYTES) }],
        [{ ...newItem(0), query: 'ü'.repeat(MAX_BATCH_ITEM_BYTES / 2) }],
        newItems(MAX_ITEMS_PER_CALL + 1),
      ];
      for (const part of wrong) await expect(store.batches.addItems(input.id, part)).rejects.toMatchObject(INVALID);
      const large = { ...newItem(0), params: 'x'.repeat(MAX_BATCH_ITEM_BYTES - 2) };
      await store.batches.addItems(input.id, [large, newItem(1)]);
      expect(await store.batches.activate(input.id)).toMatchObject({ state: 'pending' });
      await expect(store.batches.addItems(input.id, items)).rejects.toMatchObject(INVALID);
      expect(await store.items.get(large.id)).toMatchObject({ params: large.params });
    });
  });

const describeActivate = (openStore: OpenStore): void =>
  describe('activate', () => {
    const scene = useScene(openStore);

    it('starts a job once and answers what stands afterwards', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      expect(await store.batches.activate(randomUUID())).toBeNull();
      const { jobId } = await submit(scene(), accountId, newItems(2));
      await lead(scene(), jobId);
      await store.batches.requestStop(jobId);
      const again = await store.batches.activate(jobId);
      expect(again).toEqual(await store.batches.get(jobId));
      expect(again).toMatchObject({ state: 'pending', stopRequestedAtMs: START_MS });
    });

    it('refuses a job whose items hold another sum than was held', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const items = newItems(2);
      const input = { ...newBatch(accountId, items, START_MS), holdCredits: 2 * HOLD + 1 };
      await store.batches.admit(input);
      await store.batches.addItems(input.id, items);
      await expect(store.batches.activate(input.id)).rejects.toMatchObject(INVALID);
      expect(await store.batches.get(input.id)).toMatchObject({ state: 'accepting' });
    });
  });

const describeAccepting = (openStore: OpenStore): void =>
  describe('a job that is accepting', () => {
    const scene = useScene(openStore);

    it('is not listed, led, counted, stopped or worked on', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const items = newItems(2);
      const input = newBatch(accountId, items, START_MS);
      await store.batches.admit(input);
      await store.batches.addItems(input.id, items);
      const ids = items.map(({ id }) => id);
      expect(await store.batches.list(accountId, { limit: 10 })).toEqual([]);
      expect(await store.batches.lease({ owner: OWNER, leaseMs: 1000, limit: 10 })).toEqual([]);
      expect(await store.batches.load()).toEqual([]);
      expect(await store.batches.requestStop(input.id)).not.toHaveProperty('stopRequestedAtMs');
      const work = { itemIds: ids, deadlineAtMs: START_MS + 1000 };
      expect(await store.batches.handOver(input.id, OWNER, work)).toEqual([]);
      expect(await store.batches.openItems(input.id, { afterIndex: -1, limit: 10 })).toEqual([]);
      expect(await store.items.begin(ids[0] ?? '', 1)).toBeNull();
      expect(await store.batches.publish(input.id, OWNER, 10)).toBeNull();
    });

    it('is abandoned as if it had never been, in a later period too', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const inputs = [newBatch(accountId, newItems(2), START_MS), newBatch(accountId, newItems(3), START_MS)];
      for (const input of inputs) await store.batches.admit(input);
      const [first, second] = inputs.map(({ id }) => id);
      const items = newItems(2);
      await store.batches.addItems(first ?? '', items);
      const abandoned = await Promise.all([1, 2, 3].map(() => store.batches.abandon(first ?? '')));
      expect(abandoned.filter((isDone) => isDone)).toHaveLength(1);
      expect(await store.batches.get(first ?? '')).toBeNull();
      expect(await store.items.get(items[0]?.id ?? '')).toBeNull();
      await expect(store.batches.addItems(first ?? '', items)).rejects.toMatchObject(INVALID);
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 30, available: 70 });
      scene().nowMs += 30 * DAY_MS;
      expect(await store.batches.abandon(second ?? '')).toBe(true);
      expect(await store.accounts.periods(accountId)).toMatchObject([
        { held: 0, expired: 100, available: 0, charged: 0 },
        { held: 0, available: 100 },
      ]);
      const active = await submit(scene(), accountId, newItems(1));
      expect(await store.batches.abandon(active.jobId)).toBe(false);
      expect(await store.batches.abandon(randomUUID())).toBe(false);
      expect(await store.batches.get(active.jobId)).toMatchObject({ state: 'pending', heldCredits: HOLD });
      await expectBalanced(store, accountId);
    });
  });

const describeList = (openStore: OpenStore): void =>
  describe('list of batches', () => {
    const scene = useScene(openStore);

    it('pages through all of the account, newest first, once each, also within one millisecond', async () => {
      const { newAccount, store } = scene();
      const [{ id: accountId }, other] = [await newAccount(1000), await newAccount(1000)];
      await submit(scene(), other.id, newItems(1));
      const made: string[] = [];
      for (const sameTime of [2, 1, 3]) {
        scene().nowMs += 1;
        for (let count = 0; count < sameTime; count += 1) {
          made.push((await submit(scene(), accountId, newItems(1))).jobId);
        }
      }
      const seen: { id: string; createdAtMs: number }[] = [];
      for (;;) {
        const last = seen.at(-1);
        const from = last ? { beforeMs: last.createdAtMs, beforeId: last.id } : {};
        const page = await store.batches.list(accountId, { limit: 2, ...from });
        if (page.length === 0) break;
        seen.push(...page);
      }
      expect(seen.map(({ id }) => id).sort()).toEqual(made.sort());
      const times = seen.map(({ createdAtMs }) => createdAtMs);
      expect(times).toEqual(times.toSorted((left, right) => right - left));
      expect(await store.batches.list(accountId, { limit: 10, beforeMs: START_MS + 2 })).toHaveLength(2);
    });
  });

export const describeBatchSubmit = (openStore: OpenStore): void => {
  describeAdmit(openStore);
  describeAddItems(openStore);
  describeActivate(openStore);
  describeAccepting(openStore);
  describeList(openStore);
};
