import { describe, expect, it } from '@jest/globals';
import type { ItemSearch } from '../../src/port.js';
import { FAILED_END, LEASE_MS, OK_END, OWNER, running, TARGET_ERROR_END } from './batches/batch-scene.js';
import { useScene } from './store-scene.js';
import type { OpenStore, StoreScene } from './store-scene.js';

const COUNT = 7;

/** The indexes of every item of a search, page by page. */
const readAll = async ({ store }: StoreScene, jobId: string, search: Omit<ItemSearch, 'count'>) => {
  const found: number[] = [];
  let afterIndex: number | undefined;
  do {
    const page = await store.batches.searchItems(jobId, { ...search, count: COUNT, afterIndex });
    found.push(...page.rows.map(({ index }) => index));
    afterIndex = page.nextIndex;
  } while (afterIndex !== undefined);
  return found;
};

export const describeItemSearch = (openStore: OpenStore): void =>
  describe('the items of a job in the request log', () => {
    const scene = useScene(openStore);

    it.each<[string, Partial<ItemSearch>, number[]]>([
      ['nothing', {}, [0, 1, 2, 3, 4, 5, 6]],
      ['what succeeded', { status: 'ok' }, [0, 2]],
      ['what failed', { status: 'error' }, [1]],
      ['what runs', { status: 'pending' }, [3, 4, 5, 6]],
      ['an error', { error: 'target_blocked' }, [1]],
      ['a host, which the end replaces', { host: 'shop-0.example' }, [3, 6]],
      ['the host of an end', { host: 'www.shop.example', status: 'ok' }, [0]],
    ])('are searched by %s in the order of submission', async (_name, search, expected) => {
      const { id: accountId } = await scene().newAccount(1000);
      const { jobId, ids } = await running(scene(), accountId, COUNT);
      const { items } = scene().store;
      await items.finish(ids[0] ?? '', { ...OK_END, host: 'www.shop.example' });
      await items.finish(ids[1] ?? '', FAILED_END);
      await items.finish(ids[2] ?? '', OK_END);
      for (const limit of [1, 3, 100]) expect(await readAll(scene(), jobId, { ...search, limit })).toEqual(expected);
    });

    it('leave out what was sent, and are none of an unknown job', async () => {
      const { store, newAccount } = scene();
      const { jobId } = await running(scene(), (await newAccount(1000)).id, 1);
      const { rows } = await store.batches.searchItems(jobId, { limit: 1, count: 1 });
      expect(rows).toMatchObject([{ jobId, index: 0, state: 'open', operation: 'scrape/web' }]);
      for (const name of ['params', 'query', 'sealedHeaders']) expect(rows[0]).not.toHaveProperty(name);
      expect(await store.batches.searchItems('nobody', { limit: 1, count: 1 })).toEqual({ rows: [] });
    });

    it('count as errors of the target what succeeded with one', async () => {
      const { store, newAccount } = scene();
      const { jobId, ids } = await running(scene(), (await newAccount(1000)).id, 3);
      for (const [index, end] of [TARGET_ERROR_END, FAILED_END, OK_END].entries()) {
        await store.items.finish(ids[index] ?? '', end);
      }
      await store.batches.renewLease(jobId, OWNER, LEASE_MS);
      expect((await store.batches.publish(jobId, OWNER, 2))?.job).toMatchObject({ targetErrorCount: 1 });
      await store.batches.publish(jobId, OWNER, 2);
      expect(await store.batches.get(jobId)).toMatchObject({ succeededCount: 2, failedCount: 1, targetErrorCount: 1 });
      expect(await store.items.get(ids[0] ?? '')).toMatchObject({ statusCode: 404 });
    });
  });
