import { describe, expect, it } from '@jest/globals';
import { MAX_BATCH_ITEMS, MAX_DELIVERY_ERROR_LENGTH, MAX_ITEMS_PER_CALL } from '../../batches/batch-rules.js';
import {
  endInTurn,
  newBatch,
  newItems,
  OK_END,
  OWNER,
  running,
  WEBHOOK,
} from '../../../test/conformance/batches/batch-scene.js';
import { expectBalanced, START_MS, useScene } from '../../../test/conformance/store-scene.js';
import { MAX_PAGE_ROWS } from '../../input-rules.js';
import { MAX_SWEPT_ITEMS } from './batch-job-calls.js';
import { openInlineFixture } from '../../../test/sqlite/open-inline-fixture.js';

const scene = useScene(openInlineFixture);

describe('bounds of batches', () => {
  it('refuse a job of more items than a key has room for', async () => {
    const { newAccount, store } = scene();
    const { id: accountId } = await newAccount(100);
    const input = { ...newBatch(accountId, [], START_MS), requestsCount: MAX_BATCH_ITEMS };
    expect(await store.batches.admit(input)).toMatchObject({ outcome: 'admitted' });
    const larger = { ...newBatch(accountId, [], START_MS), requestsCount: MAX_BATCH_ITEMS + 1 };
    await expect(store.batches.admit(larger)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('cut pages and publishing to the most rows of one call', async () => {
    const { newAccount, store } = scene();
    const { id: accountId } = await newAccount(1_000_000);
    const count = MAX_PAGE_ROWS + 5;
    const limit = count * 2;
    const { jobId, ids } = await running(scene(), accountId, count);
    expect(await store.batches.openItems(jobId, { afterIndex: -1, limit })).toHaveLength(MAX_PAGE_ROWS);
    await endInTurn(scene(), ids, OK_END);
    expect(await store.batches.publish(jobId, OWNER, limit)).toMatchObject({ published: MAX_PAGE_ROWS, hasMore: true });
    expect(await store.batches.publish(jobId, OWNER, limit)).toMatchObject({ published: 5, hasMore: false });
    expect(await store.batches.results(jobId, { afterSeq: 0, limit })).toHaveLength(MAX_PAGE_ROWS);
    scene().nowMs += 1;
    const purge = async () => {
      const { removed, hasMore } = await store.batches.purge({ retentionMs: 0, limit });
      return [removed.length, hasMore];
    };
    expect([await purge(), await purge()]).toEqual([
      [MAX_PAGE_ROWS, true],
      [5, false],
    ]);
    expect(await store.batches.get(jobId)).toBeNull();
    await expectBalanced(store, accountId);
  });

  it('end a sweep of jobs that were never activated once it has deleted many items', async () => {
    const { newAccount, store } = scene();
    const { id: accountId } = await newAccount(1_000_000);
    const half = MAX_SWEPT_ITEMS / 2;
    const made: string[] = [];
    for (const count of [half, half + 1, 1]) {
      const items = newItems(count, 1);
      const input = newBatch(accountId, items, START_MS);
      await store.batches.admit(input);
      for (let from = 0; from < count; from += MAX_ITEMS_PER_CALL) {
        await store.batches.addItems(input.id, items.slice(from, from + MAX_ITEMS_PER_CALL));
      }
      made.push(input.id);
      scene().nowMs += 1;
    }
    scene().nowMs += 10;
    expect(await store.batches.sweepAccepting({ maxAgeMs: 1, limit: 10 })).toEqual(made.slice(0, 1));
    expect(await store.batches.sweepAccepting({ maxAgeMs: 1, limit: 10 })).toEqual(made.slice(1));
    expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, available: 1_000_000 });
  });

  it('cut the reason that is kept of a failed try', async () => {
    const { newAccount, store } = scene();
    const { id: accountId } = await newAccount(100);
    const { jobId, ids } = await running(scene(), accountId, 1, {
      webhook: { ...WEBHOOK, events: ['batch.completed'] },
    });
    await endInTurn(scene(), ids, OK_END);
    await store.batches.publish(jobId, OWNER, 10);
    const [delivery] = await store.webhooks.claim({ leaseMs: 1000, limit: 1 });
    const error = 'x'.repeat(MAX_DELIVERY_ERROR_LENGTH + 1);
    expect(await store.webhooks.finish(delivery?.id ?? '', 1, { state: 'dead', error })).toBe(true);
    const kept = (await store.webhooks.get(delivery?.id ?? ''))?.lastError;
    expect(kept).toBe(error.slice(0, MAX_DELIVERY_ERROR_LENGTH));
  });
});
