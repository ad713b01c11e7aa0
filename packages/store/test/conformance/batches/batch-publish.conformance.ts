import { describe, expect, it } from '@jest/globals';
import {
  endInTurn,
  expectSoundJob,
  FAILED_END,
  handOver,
  HOLD,
  lead,
  newItem,
  newItems,
  OK_END,
  OWNER,
  readAllResults,
  running,
  submit,
} from './batch-scene.js';
import { DAY_MS, expectBalanced, OK, readWholeJournal, START_MS, useScene } from '../store-scene.js';
import type { OpenStore } from '../store-scene.js';

const CANCELLED = { state: 'cancelled', chargedCredits: 0, verdict: 'cancelled', error: 'cancelled' } as const;

const describeNumbers = (openStore: OpenStore): void =>
  describe('publish', () => {
    const scene = useScene(openStore);

    it('numbers ended items in the order of their end, up to the limit, and makes them visible', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const { jobId, ids } = await running(scene(), accountId, 6);
      const inOrder = [4, 0, 5, 2].map((index) => ids[index] ?? '');
      expect(await store.batches.publish(jobId, OWNER, 10)).toMatchObject({ published: 0, hasMore: false });
      await endInTurn(scene(), inOrder, OK_END);
      expect(await store.batches.results(jobId, { afterSeq: 0, limit: 10 })).toEqual([]);
      const first = await store.batches.publish(jobId, OWNER, 3);
      expect(first).toMatchObject({ published: 3, hasMore: true, job: { visibleCount: 3, succeededCount: 3 } });
      expect(first?.job).toEqual(await store.batches.get(jobId));
      const visible = await readAllResults(store, jobId);
      expect(visible.map(({ id, seq }) => [id, seq])).toEqual(inOrder.slice(0, 3).map((id, place) => [id, place + 1]));
      expect(visible[0]).toEqual(await store.items.get(inOrder[0] ?? ''));
      expect(await store.batches.publish(jobId, OWNER, 3)).toMatchObject({ published: 1, hasMore: false });
      expect((await readAllResults(store, jobId)).slice(0, 3)).toEqual(visible);
      await expectSoundJob(store, { jobId, ids });
      await expectBalanced(store, accountId);
    });
  });

const describeMoney = (openStore: OpenStore): void =>
  describe('the credits of what is published', () => {
    const scene = useScene(openStore);

    it('moves the hold by what the rows charge and release, with a movement each', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const { jobId, ids } = await running(scene(), accountId, 4);
      await endInTurn(scene(), ids.slice(0, 2), OK_END);
      await endInTurn(scene(), ids.slice(2, 3), FAILED_END);
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 40, charged: 0 });
      await store.batches.publish(jobId, OWNER, 2);
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 20, charged: 8, available: 972 });
      const { job } = (await store.batches.publish(jobId, OWNER, 2)) ?? {};
      expect(job).toMatchObject({ heldCredits: 10, chargedCredits: 8, succeededCount: 2, failedCount: 1 });
      expect(job).toMatchObject({ state: 'in_progress', visibleCount: 3 });
      await endInTurn(scene(), ids.slice(3), { ...OK, chargedCredits: HOLD });
      const last = await store.batches.publish(jobId, OWNER, 2);
      const figures = { state: 'done', finishedAtMs: scene().nowMs, heldCredits: 0, chargedCredits: 18 };
      expect(last).toMatchObject({ published: 1, hasMore: false, job: figures });
      const journal = (await readWholeJournal(store, accountId)).filter(({ requestId }) => requestId === jobId);
      expect(journal.map(({ id, kind, credits, periodIndex }) => [id, kind, credits, periodIndex])).toEqual([
        [`hold:${jobId}`, 'hold', 40, 0],
        [`settle:${jobId}:2`, 'settle', 8, 0],
        [`release:${jobId}:2`, 'release', 12, 0],
        [`release:${jobId}:3`, 'release', 10, 0],
        [`settle:${jobId}:4`, 'settle', 10, 0],
      ]);
      await expectSoundJob(store, { jobId, ids });
      await expectBalanced(store, accountId);
    });

    it('settles in the period of the job; what is released after its end expires', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      scene().nowMs = START_MS + 30 * DAY_MS - 1000;
      const { jobId, ids } = await running(scene(), accountId, 3);
      await endInTurn(scene(), ids.slice(0, 1), OK_END);
      await store.batches.publish(jobId, OWNER, 10);
      scene().nowMs = START_MS + 30 * DAY_MS;
      await endInTurn(scene(), ids.slice(1, 2), OK_END);
      await endInTurn(scene(), ids.slice(2), FAILED_END);
      expect(await store.batches.publish(jobId, OWNER, 10)).toMatchObject({ job: { state: 'done', periodIndex: 0 } });
      expect(await store.accounts.periods(accountId)).toMatchObject([
        { charged: 8, held: 0, expired: 92, available: 0 },
        { charged: 0, held: 0, available: 100 },
      ]);
      const journal = await readWholeJournal(store, accountId);
      expect(journal.filter(({ id }) => id.endsWith(`${jobId}:3`)).map(({ kind, credits }) => [kind, credits])).toEqual(
        [
          ['settle', 4],
          ['release', 16],
          ['expire', 16],
        ],
      );
      await expectSoundJob(store, { jobId, ids });
      await expectBalanced(store, accountId);
    });
  });

const describeLeaders = (openStore: OpenStore): void =>
  describe('publishing by several and to the end', () => {
    const scene = useScene(openStore);

    it('numbers each item once when two who believe to lead publish at the same time', async () => {
      const { newAccount, store, fixture } = scene();
      const { id: accountId } = await newAccount(1000);
      const { jobId, ids } = await running(scene(), accountId, 24);
      const another = await fixture.openAnother();
      await Promise.all(ids.map((id) => store.items.finish(id, OK_END)));
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? store : another).batches.publish(jobId, OWNER, 5)),
      );
      for (let turn = 0; turn < 8; turn += 1) await store.batches.publish(jobId, OWNER, 5);
      expect(results.some((result) => (result?.published ?? 0) > 0)).toBe(true);
      expect(await expectSoundJob(store, { jobId, ids })).toMatchObject({ state: 'done', chargedCredits: 96 });
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, charged: 96 });
      await expectBalanced(store, accountId);
    });

    it('is carried on by whoever takes the lead over', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const { jobId, ids } = await running(scene(), accountId, 4);
      await endInTurn(scene(), ids.slice(0, 3), OK_END);
      await store.batches.publish(jobId, OWNER, 2);
      scene().nowMs += DAY_MS;
      await lead(scene(), jobId, 'other');
      await endInTurn(scene(), ids.slice(3), FAILED_END);
      expect(await store.batches.publish(jobId, OWNER, 10)).toBeNull();
      expect(await store.batches.publish(jobId, 'other', 10)).toMatchObject({ published: 2, job: { state: 'done' } });
      expect((await readAllResults(store, jobId)).map(({ id }) => id)).toEqual(ids);
      await expectSoundJob(store, { jobId, ids });
      await expectBalanced(store, accountId);
    });

    it('ends a job as stopped where that was asked for, with every item in it', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const { jobId, ids } = await submit(scene(), accountId, newItems(3));
      await lead(scene(), jobId);
      await handOver(scene(), jobId, ids.slice(0, 1));
      await store.batches.requestStop(jobId);
      await store.batches.endItems(jobId, OWNER, { itemIds: ids.slice(1), end: CANCELLED });
      expect(await store.batches.publish(jobId, OWNER, 10)).toMatchObject({ job: { state: 'in_progress' } });
      await endInTurn(scene(), ids.slice(0, 1), OK_END);
      const figures = { state: 'stopped', succeededCount: 1, failedCount: 2, chargedCredits: 4, heldCredits: 0 };
      expect(await store.batches.publish(jobId, OWNER, 10)).toMatchObject({ job: figures });
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, charged: 4, available: 996 });
      await expectSoundJob(store, { jobId, ids });
    });

    it('finishes a job of which nothing was handed over', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(0);
      const items = [newItem(0, 0), newItem(1, 0)];
      const submitted = await submit(scene(), accountId, items);
      await lead(scene(), submitted.jobId);
      const { jobId, ids } = submitted;
      await store.batches.endItems(jobId, OWNER, { itemIds: ids, end: CANCELLED });
      const { job } = (await store.batches.publish(jobId, OWNER, 10)) ?? {};
      expect(job).toMatchObject({ state: 'done', failedCount: 2, chargedCredits: 0 });
      expect(job).not.toHaveProperty('startedAtMs');
      await expectSoundJob(store, submitted);
      await expectBalanced(store, accountId);
    });
  });

const describeResults = (openStore: OpenStore): void =>
  describe('results', () => {
    const scene = useScene(openStore);

    it('are read by number, whole pages, the failed ones alone where asked for', async () => {
      const { newAccount, store } = scene();
      const { jobId, ids } = await running(scene(), (await newAccount(1000)).id, 8);
      const isFailed = (place: number): boolean => place % 3 === 1;
      for (const [place, id] of ids.entries()) await endInTurn(scene(), [id], isFailed(place) ? FAILED_END : OK_END);
      await store.batches.publish(jobId, OWNER, 7);
      const page = async (afterSeq: number, limit: number, onlyFailed = false) =>
        (await store.batches.results(jobId, { afterSeq, limit, onlyFailed })).map(({ seq }) => seq);
      expect(await page(0, 3)).toEqual([1, 2, 3]);
      expect(await page(3, 3)).toEqual([4, 5, 6]);
      expect(await page(6, 3)).toEqual([7]);
      expect(await page(7, 3)).toEqual([]);
      expect(await page(0, 1, true)).toEqual([2]);
      expect(await page(2, 9, true)).toEqual([5]);
      await expect(page(0, 0)).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await store.batches.results('nothing', { afterSeq: 0, limit: 3 })).toEqual([]);
    });
  });

export const describeBatchPublish = (openStore: OpenStore): void => {
  describeNumbers(openStore);
  describeMoney(openStore);
  describeLeaders(openStore);
  describeResults(openStore);
};
