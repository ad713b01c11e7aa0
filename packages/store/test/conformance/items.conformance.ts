import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { FAILED_END, handOver, HOLD, lead, newItems, OK_END, OWNER, running, submit } from './batches/batch-scene.js';
import { DEADLINE_MS, expectBalanced, FAILED, OK, START_MS, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

const describeAttempts = (openStore: OpenStore): void =>
  describe('attempts at an item', () => {
    const scene = useScene(openStore);

    it('begin returns the item and keeps the first start', async () => {
      const { newAccount, store } = scene();
      const items = newItems(1);
      const { jobId, ids } = await submit(scene(), (await newAccount(1000)).id, items);
      const [id = ''] = ids;
      await lead(scene(), jobId);
      await handOver(scene(), jobId, ids);
      scene().nowMs += 10;
      const [{ query, params } = { query: null, params: null }] = items;
      const began = { id, jobId, state: 'open', startedAtMs: START_MS + 10, query, params };
      expect(await store.items.begin(id, 1)).toMatchObject(began);
      scene().nowMs += 10;
      expect(await store.items.nextAttempt(id, 1)).toBe(2);
      expect(await store.items.begin(id, 2)).toMatchObject({ attempt: 2, startedAtMs: START_MS + 10 });
      expect(await store.items.get(id)).toEqual(await store.items.begin(id, 2));
    });

    it('begin refuses what was not handed over, has ended, is too late, of another attempt or unknown', async () => {
      const { newAccount, store } = scene();
      const { jobId, ids } = await submit(scene(), (await newAccount(1000)).id, newItems(3));
      const [open = '', ended = '', waiting = ''] = ids;
      await lead(scene(), jobId);
      await handOver(scene(), jobId, [open, ended]);
      await store.items.finish(ended, FAILED);
      expect(await store.items.begin(waiting, 1)).toBeNull();
      expect(await store.items.begin(ended, 1)).toBeNull();
      expect(await store.items.begin(open, 2)).toBeNull();
      expect(await store.items.begin(randomUUID(), 1)).toBeNull();
      scene().nowMs = START_MS + DEADLINE_MS - 1;
      expect(await store.items.begin(open, 1)).not.toBeNull();
      scene().nowMs += 1;
      expect(await store.items.begin(open, 1)).toBeNull();
    });

    it('nextAttempt has one winner and none after the end', async () => {
      const { newAccount, store, fixture } = scene();
      const { ids } = await running(scene(), (await newAccount(1000)).id, 1);
      const [id = ''] = ids;
      const another = await fixture.openAnother();
      const moved = await Promise.all([store, another, store].map(({ items }) => items.nextAttempt(id, 1)));
      expect(moved.filter((attempt) => attempt === 2)).toHaveLength(1);
      expect(moved.filter((attempt) => attempt === null)).toHaveLength(2);
      expect(await store.items.nextAttempt(id, 3)).toBeNull();
      await store.items.finish(id, FAILED);
      expect(await store.items.nextAttempt(id, 2)).toBeNull();
      expect(await store.items.nextAttempt(randomUUID(), 1)).toBeNull();
    });

    it('an older attempt cannot end the item', async () => {
      const { newAccount, store } = scene();
      const { ids } = await running(scene(), (await newAccount(1000)).id, 1);
      const [id = ''] = ids;
      await store.items.nextAttempt(id, 1);
      const late = await store.items.finish(id, OK_END, 1);
      expect(late).toMatchObject({ isWinner: false, row: { state: 'open', attempt: 2 } });
      const current = await store.items.finish(id, OK_END, 2);
      expect(current).toMatchObject({ isWinner: true, row: { state: 'ok', chargedCredits: 4 } });
    });
  });

const describeEnds = (openStore: OpenStore): void =>
  describe('the end of an item', () => {
    const scene = useScene(openStore);

    it('keeps what it brought, and moves no credits before it is published', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const { jobId, ids } = await running(scene(), accountId, 2);
      const metadata = { html: 'https://files.example/a/b/page.html', url: 'https://shop.example/ü?a=1&b="2"' };
      scene().nowMs += 7;
      const ended = await store.items.finish(ids[0] ?? '', { ...OK_END, metadata }, 1);
      expect(ended?.row).toMatchObject({ ...OK_END, metadata, endedAtMs: START_MS + 7, heldCredits: HOLD });
      expect(await store.items.get(ids[0] ?? '')).toEqual(ended?.row);
      const why = {
        ...FAILED_END,
        reason: 'challenge',
        message: 'The page asked for a challenge.',
        retryAfterSeconds: 90,
        pageName: 'p.html',
      };
      await store.items.finish(ids[1] ?? '', why);
      expect(await store.items.get(ids[1] ?? '')).toMatchObject({ ...why, chargedCredits: 0 });
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 20, charged: 0 });
      await store.batches.publish(jobId, OWNER, 10);
      expect(await store.items.get(ids[0] ?? '')).toEqual({ ...ended?.row, seq: 1 });
    });

    it('has one winner among many that bring one at the same time', async () => {
      const { newAccount, store, fixture } = scene();
      const { id: accountId } = await newAccount(1000);
      const { jobId, ids } = await running(scene(), accountId, 1);
      const [id = ''] = ids;
      const another = await fixture.openAnother();
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? store : another).items.finish(
            id,
            index % 3 === 0 ? FAILED : { ...OK, chargedCredits: index },
          ),
        ),
      );
      const winners = results.filter((result) => result?.isWinner);
      expect(winners).toHaveLength(1);
      expect(new Set(results.map((result) => JSON.stringify(result?.row))).size).toBe(1);
      const charged = winners[0]?.row.chargedCredits ?? -1;
      expect(await store.batches.publish(jobId, OWNER, 10)).toMatchObject({ job: { chargedCredits: charged } });
      expect(await store.accounts.period(accountId)).toMatchObject({ charged, held: 0, available: 1000 - charged });
      await expectBalanced(store, accountId);
    });

    it('refuses a charge above the hold or without success, and leaves the item open', async () => {
      const { newAccount, store } = scene();
      const { ids } = await running(scene(), (await newAccount(1000)).id, 1);
      const [id = ''] = ids;
      const invalid = { code: 'invalid_input' };
      await expect(store.items.finish(id, { ...OK, chargedCredits: HOLD + 1 })).rejects.toMatchObject(invalid);
      await expect(store.items.finish(id, { ...OK, chargedCredits: -1 })).rejects.toMatchObject(invalid);
      await expect(store.items.finish(id, { ...FAILED, chargedCredits: 1 })).rejects.toMatchObject(invalid);
      expect(await store.items.get(id)).toMatchObject({ state: 'open' });
      expect(await store.items.finish(randomUUID(), OK)).toBeNull();
      expect(await store.items.get(randomUUID())).toBeNull();
    });

    it('is not changed by what comes after it', async () => {
      const { newAccount, store } = scene();
      const { jobId, ids } = await running(scene(), (await newAccount(1000)).id, 1);
      await store.items.finish(ids[0] ?? '', FAILED);
      await store.batches.publish(jobId, OWNER, 10);
      const before = await store.items.get(ids[0] ?? '');
      expect(await store.items.finish(ids[0] ?? '', OK_END, 1)).toEqual({ isWinner: false, row: before });
      expect(await store.items.get(ids[0] ?? '')).toEqual(before);
    });
  });

export const describeItems = (openStore: OpenStore): void => {
  describeAttempts(openStore);
  describeEnds(openStore);
};
