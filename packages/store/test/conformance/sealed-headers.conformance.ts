import { describe, expect, it } from '@jest/globals';
import { MAX_SEALED_BYTES } from '../../src/input-rules.js';
import type { NewBatchItem, RequestEnd, Store } from '../../src/port.js';
import { FAILED_END, handOver, lead, newItems, OK_END, OWNER, readAllResults, submit } from './batches/batch-scene.js';
import { admitInput, DEADLINE_MS, FAILED, OK, useScene } from './store-scene.js';
import type { OpenStore, StoreScene } from './store-scene.js';

const SEALED = 'sealed-headers_of-a-request';
const CANCELLED: RequestEnd = { state: 'cancelled', chargedCredits: 0, verdict: 'cancelled', error: 'cancelled' };
const ENDS = [OK, FAILED, CANCELLED];

const describeOfRequests = (openStore: OpenStore): void =>
  describe('of requests', () => {
    const scene = useScene(openStore);

    const admitSealed = async ({ store, newAccount, nowMs }: StoreScene, sealedHeaders = SEALED) => {
      const { id: accountId } = await newAccount(100);
      const input = { ...admitInput(accountId, 5, nowMs), sealedHeaders };
      expect(await store.requests.admit(input)).toMatchObject({ outcome: 'admitted' });
      return { accountId, id: input.id };
    };

    const expectNone = async (store: Store, { id, accountId }: { id: string; accountId: string }): Promise<void> => {
      expect(await store.requests.get(id)).not.toHaveProperty('sealedHeaders');
      expect(await store.requests.list(accountId, { limit: 10 })).toEqual([await store.requests.get(id)]);
    };

    it('are given to every attempt while the request is open', async () => {
      const { store } = scene();
      const { id } = await admitSealed(scene());
      expect(await store.requests.begin(id, 1)).toMatchObject({ sealedHeaders: SEALED });
      await store.requests.nextAttempt(id, 1);
      expect(await store.requests.begin(id, 2)).toMatchObject({ sealedHeaders: SEALED });
    });

    it.each(ENDS)('go with its end as $state', async (end) => {
      const { store } = scene();
      const made = await admitSealed(scene());
      const ended = await store.requests.finish(made.id, end);
      expect(ended).toMatchObject({ isWinner: true });
      expect(ended?.row).not.toHaveProperty('sealedHeaders');
      await expectNone(store, made);
    });

    it('go with the sweep that ends it', async () => {
      const made = await admitSealed(scene());
      scene().nowMs += DEADLINE_MS + 1;
      expect(await scene().store.requests.sweepExpired({ graceMs: 0, limit: 10 })).toHaveLength(1);
      await expectNone(scene().store, made);
    });

    it('are bounded', async () => {
      await admitSealed(scene(), 'x'.repeat(MAX_SEALED_BYTES));
      await expect(admitSealed(scene(), 'x'.repeat(MAX_SEALED_BYTES + 1))).rejects.toMatchObject({
        code: 'invalid_input',
      });
    });
  });

const describeOfItems = (openStore: OpenStore): void =>
  describe('of items', () => {
    const scene = useScene(openStore);
    const sealedItems = (count: number): NewBatchItem[] =>
      newItems(count).map((item) => ({ ...item, sealedHeaders: SEALED }));

    const submitSealed = async (count: number) => {
      const submitted = await submit(scene(), (await scene().newAccount(1000)).id, sealedItems(count));
      await lead(scene(), submitted.jobId);
      return submitted;
    };

    it('are given to every attempt while the item is open', async () => {
      const { store } = scene();
      const { jobId, ids } = await submitSealed(1);
      const [id = ''] = ids;
      await handOver(scene(), jobId, ids);
      expect(await store.items.begin(id, 1)).toMatchObject({ sealedHeaders: SEALED });
      await store.items.nextAttempt(id, 1);
      expect(await store.items.begin(id, 2)).toMatchObject({ sealedHeaders: SEALED });
    });

    it('go with its end, whoever ends it, and are in no result', async () => {
      const { store } = scene();
      const { jobId, ids } = await submitSealed(4);
      await handOver(scene(), jobId, ids.slice(0, 2));
      for (const [index, end] of [OK_END, FAILED_END].entries()) {
        const ended = await store.items.finish(ids[index] ?? '', end);
        expect(ended?.row).not.toHaveProperty('sealedHeaders');
      }
      await store.batches.requestStop(jobId);
      expect(await store.batches.endItems(jobId, OWNER, { itemIds: ids.slice(2), end: CANCELLED })).toHaveLength(2);
      await store.batches.publish(jobId, OWNER, 10);
      const rows = [
        ...(await readAllResults(store, jobId)),
        ...(await Promise.all(ids.map((id) => store.items.get(id)))),
      ];
      expect(rows).toHaveLength(8);
      for (const row of rows) expect(row).not.toHaveProperty('sealedHeaders');
    });

    it('are bounded', async () => {
      const { store, newAccount } = scene();
      const submitting = submit(scene(), (await newAccount(1000)).id, [
        { ...(newItems(1)[0] as NewBatchItem), sealedHeaders: 'x'.repeat(MAX_SEALED_BYTES + 1) },
      ]);
      await expect(submitting).rejects.toMatchObject({ code: 'invalid_input' });
      await store.ping();
    });
  });

export const describeSealedHeaders = (openStore: OpenStore): void =>
  describe('sealed headers', () => {
    describeOfRequests(openStore);
    describeOfItems(openStore);
  });
