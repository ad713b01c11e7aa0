import { describe, expect, it } from '@jest/globals';
import { endInTurn, FAILED_END, newBatch, newItems, OK_END, OWNER, running, submit } from './batch-scene.js';
import { expectBalanced, readWholeJournal, START_MS, useScene } from '../store-scene.js';
import type { OpenStore } from '../store-scene.js';

const describeSweep = (openStore: OpenStore): void =>
  describe('sweepAccepting', () => {
    const scene = useScene(openStore);

    it('abandons what has been accepting for too long, and nothing else', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const old = [1, 2, 3].map(() => newBatch(accountId, newItems(2), START_MS));
      for (const input of old) {
        await store.batches.admit(input);
        scene().nowMs += 1;
      }
      const active = await submit(scene(), accountId, newItems(1));
      scene().nowMs = START_MS + 1002;
      const young = newBatch(accountId, newItems(2), scene().nowMs);
      await store.batches.admit(young);
      expect(await store.batches.sweepAccepting({ maxAgeMs: 1000, limit: 1 })).toEqual([old[0]?.id]);
      expect(await store.batches.sweepAccepting({ maxAgeMs: 1000, limit: 10 })).toEqual([old[1]?.id]);
      expect(await store.batches.sweepAccepting({ maxAgeMs: 1000, limit: 10 })).toEqual([]);
      scene().nowMs += 1;
      expect(await store.batches.sweepAccepting({ maxAgeMs: 1000, limit: 10 })).toEqual([old[2]?.id]);
      for (const { id } of old) expect(await store.batches.get(id)).toBeNull();
      expect(await store.batches.get(young.id)).toMatchObject({ state: 'accepting' });
      expect(await store.batches.get(active.jobId)).toMatchObject({ state: 'pending' });
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 30, available: 970 });
      await expectBalanced(store, accountId);
    });

    it('returns each job to one of several sweepers', async () => {
      const { newAccount, store, fixture } = scene();
      const { id: accountId } = await newAccount(1000);
      const old = Array.from({ length: 6 }, () => newBatch(accountId, newItems(1), START_MS));
      for (const input of old) await store.batches.admit(input);
      const another = await fixture.openAnother();
      scene().nowMs += 11;
      const swept = await Promise.all(
        [store, another, store].map(({ batches }) => batches.sweepAccepting({ maxAgeMs: 10, limit: 10 })),
      );
      expect(swept.flat().sort()).toEqual(old.map(({ id }) => id).sort());
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, available: 1000 });
      await expectBalanced(store, accountId);
    });
  });

const describePurge = (openStore: OpenStore): void =>
  describe('purge of batches', () => {
    const scene = useScene(openStore);

    it('deletes items of jobs that finished long ago, bounded, a job with its last item', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const finish = async (count: number) => {
        const submitted = await running(scene(), accountId, count);
        await endInTurn(scene(), submitted.ids, FAILED_END);
        await store.batches.publish(submitted.jobId, OWNER, 10);
        return submitted;
      };
      const first = await finish(3);
      const second = await finish(2);
      const unfinished = await running(scene(), accountId, 2);
      await endInTurn(scene(), unfinished.ids.slice(0, 1), OK_END);
      await store.batches.publish(unfinished.jobId, OWNER, 10);
      const journal = await readWholeJournal(store, accountId);
      const finishedAtMs = (await store.batches.get(second.jobId))?.finishedAtMs ?? 0;
      scene().nowMs = finishedAtMs + 1000;
      const purge = async (limit: number) => {
        const { removed, hasMore } = await store.batches.purge({ retentionMs: 1000, limit });
        expect(hasMore).toBe(removed.length === limit);
        return removed;
      };
      expect(await purge(2)).toHaveLength(2);
      expect(await store.batches.get(first.jobId)).not.toBeNull();
      expect(await purge(10)).toHaveLength(1);
      expect(await store.batches.get(first.jobId)).toBeNull();
      expect(await store.items.get(first.ids[0] ?? '')).toBeNull();
      expect(await store.batches.results(first.jobId, { afterSeq: 0, limit: 10 })).toEqual([]);
      expect(await purge(10)).toEqual([]);
      scene().nowMs += 1;
      const rest = await purge(10);
      expect(rest.sort((left, right) => (left.id < right.id ? -1 : 1))).toEqual(
        [...second.ids].sort().map((id) => ({ id, accountId })),
      );
      expect(await store.batches.list(accountId, { limit: 10 })).toHaveLength(1);
      expect(await store.batches.get(unfinished.jobId)).toMatchObject({ state: 'in_progress', visibleCount: 1 });
      expect(await readWholeJournal(store, accountId)).toEqual(journal);
      await expectBalanced(store, accountId);
    });
  });

export const describeBatchUpkeep = (openStore: OpenStore): void => {
  describeSweep(openStore);
  describePurge(openStore);
};
