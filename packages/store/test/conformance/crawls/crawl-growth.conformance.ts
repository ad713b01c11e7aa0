import { describe, expect, it } from '@jest/globals';
import { lead, OWNER, readAllResults, WEBHOOK } from '../batches/batch-scene.js';
import { DAY_MS, expectBalanced, FAILED, readWholeJournal, START_MS, useScene } from '../store-scene.js';
import type { OpenStore } from '../store-scene.js';
import { begun, endOpen, linking, pageItem, pageItems, UNREAD } from './crawl-scene.js';

export const describeGrowth = (openStore: OpenStore): void =>
  describe('the growth of a crawl', () => {
    const scene = useScene(openStore);

    it('holds the credits of each page that it adds, and ends with each page what that did not cost', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const { jobId } = await begun(scene(), accountId);
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 5, available: 95 });
      const grown = await store.crawls.grow(jobId, OWNER, { items: pageItems(1, 3) });
      expect(grown).toMatchObject({ added: 3, job: { requestsCount: 4, heldCredits: 20, visibleCount: 0 } });
      expect(grown).not.toHaveProperty('obstacle');
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 20, available: 80 });
      expect(await endOpen(scene(), jobId)).toMatchObject({ visibleCount: 4, heldCredits: 0, chargedCredits: 4 });
      expect(await store.batches.get(jobId)).toMatchObject({ state: 'in_progress', requestsCount: 4 });
      await store.crawls.grow(jobId, OWNER, { items: pageItems(4, 2) });
      await endOpen(scene(), jobId, FAILED);
      const closed = await store.crawls.close(jobId, OWNER, ['maxCredits']);
      const figures = { requestsCount: 6, succeededCount: 4, failedCount: 2, heldCredits: 0, chargedCredits: 4 };
      expect(closed).toMatchObject({ state: 'done', finishedAtMs: scene().nowMs, ...figures });
      expect(closed?.crawl?.limitsHit).toEqual(['maxCredits']);
      expect(await store.batches.get(jobId)).toEqual(closed);
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, charged: 4, available: 96 });
      const holds = (await readWholeJournal(store, accountId)).filter(({ kind }) => kind === 'hold');
      expect(holds.map(({ credits }) => credits)).toEqual([5, 15, 10]);
      expect((await readAllResults(store, jobId)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
      await expectBalanced(store, accountId);
    });

    it.each([
      ['the account has credits', 22, {}, 3, 'credits'],
      ['the crawl may hold and be charged', 100, { maxCredits: 19 }, 2, 'maxCredits'],
      ['nothing at all', 100, { maxCredits: 5 }, 0, 'maxCredits'],
    ])('adds as many as %s', async (_, credits, bounds, added, obstacle) => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(credits);
      const { jobId } = await begun(scene(), accountId);
      const grown = await store.crawls.grow(jobId, OWNER, { items: pageItems(1, 9), ...bounds });
      expect(grown).toMatchObject({ added, obstacle, job: { requestsCount: 1 + added } });
      expect(await store.batches.openItems(jobId, { afterIndex: -1, limit: 100 })).toHaveLength(1 + added);
      await endOpen(scene(), jobId);
      // What the pages did not cost is there for others.
      expect(await store.crawls.grow(jobId, OWNER, { items: [pageItem(1 + added)], ...bounds })).toMatchObject(
        added === 0 ? { added: 0 } : { added: 1 },
      );
      await expectBalanced(store, accountId);
    });

    it('keeps to the day of its key', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const key = { id: 'key-1', creditsPerDay: 17 };
      const { jobId } = await begun(scene(), accountId, { key });
      const grown = await store.crawls.grow(jobId, OWNER, { items: pageItems(1, 9), creditsPerDay: 17 });
      expect(grown).toMatchObject({ added: 2, obstacle: 'keyCreditsPerDay' });
      await endOpen(scene(), jobId);
      // 14 of the 17 are free again.
      const more = await store.crawls.grow(jobId, OWNER, { items: pageItems(3, 9), creditsPerDay: 17 });
      expect(more).toMatchObject({ added: 2, obstacle: 'keyCreditsPerDay' });
      await expectBalanced(store, accountId);
    });
  });

export const describeGrowthRules = (openStore: OpenStore): void =>
  describe('the growth of a crawl that others move', () => {
    const scene = useScene(openStore);

    it('ends with the period that it began in, whose credits it has', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      scene().nowMs = START_MS + 30 * DAY_MS - 1_000;
      const { jobId } = await begun(scene(), accountId);
      await store.crawls.grow(jobId, OWNER, { items: pageItems(1, 2) });
      scene().nowMs += 1_000;
      const late = await store.crawls.grow(jobId, OWNER, { items: pageItems(3, 2) });
      expect(late).toMatchObject({ added: 0, obstacle: 'creditPeriod' });
      await endOpen(scene(), jobId);
      expect(await store.crawls.close(jobId, OWNER, [])).toMatchObject({ state: 'done', chargedCredits: 3 });
      expect(await store.accounts.periods(accountId)).toMatchObject([
        { charged: 3, held: 0, expired: 97 },
        { charged: 0, held: 0, available: 100 },
      ]);
      await expectBalanced(store, accountId);
    });

    it('takes the next pages alone', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const { jobId } = await begun(scene(), accountId);
      for (const items of [[pageItem(2)], [pageItem(0)], [{ ...pageItem(1), holdCredits: 6 }]]) {
        await expect(store.crawls.grow(jobId, OWNER, { items })).rejects.toMatchObject({ code: 'invalid_input' });
      }
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 5 });
      await expectBalanced(store, accountId);
    });

    it('is taken once when two who believe to lead grow at the same time', async () => {
      const { newAccount, store, fixture } = scene();
      const { id: accountId } = await newAccount(100);
      const { jobId } = await begun(scene(), accountId);
      const another = await fixture.openAnother();
      await Promise.allSettled(
        [store, another, store, another].map(({ crawls }) => crawls.grow(jobId, OWNER, { items: pageItems(1, 2) })),
      );
      expect(await store.batches.get(jobId)).toMatchObject({ requestsCount: 3, heldCredits: 15 });
      expect(await store.batches.openItems(jobId, { afterIndex: -1, limit: 100 })).toHaveLength(3);
      await endOpen(scene(), jobId);
      expect(await store.crawls.close(jobId, OWNER, [])).toMatchObject({ state: 'done' });
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, charged: 3, available: 97 });
      await expectBalanced(store, accountId);
    });
  });

export const describeClose = (openStore: OpenStore): void =>
  describe('the end of a crawl', () => {
    const scene = useScene(openStore);

    it('waits for the last page and for what it links to', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const { jobId } = await begun(scene(), accountId);
      expect(await store.crawls.close(jobId, OWNER, [])).toMatchObject({ state: 'pending' });
      await endOpen(scene(), jobId, linking('a'));
      expect(await store.crawls.close(jobId, OWNER, [])).toMatchObject({ state: 'in_progress', visibleCount: 1 });
      scene().nowMs += DAY_MS;
      await lead(scene(), jobId, 'other');
      const { pages } = await store.crawls.found(jobId, UNREAD);
      const [{ itemId } = { itemId: '' }] = pages;
      await store.crawls.absorb(jobId, 'other', { itemIds: [itemId], addresses: [], maxKnown: 1, maxVariants: 1 });
      expect(await store.crawls.close(jobId, 'other', [])).toMatchObject({ state: 'done', requestsCount: 1 });
      expect(await store.crawls.close(jobId, 'other', [])).toBeNull();
      expect(await store.batches.lease({ owner: OWNER, leaseMs: 1_000, limit: 10 })).toEqual([]);
    });

    it('comes at once where a stop was asked for, and is told', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const { jobId } = await begun(scene(), accountId, { webhook: WEBHOOK });
      await endOpen(scene(), jobId, linking('a'));
      await store.crawls.grow(jobId, OWNER, { items: pageItems(1, 1) });
      await endOpen(scene(), jobId, FAILED);
      await store.batches.requestStop(jobId);
      expect(await store.crawls.grow(jobId, OWNER, { items: pageItems(2, 1) })).toMatchObject({ obstacle: 'stopped' });
      expect(await store.crawls.close(jobId, OWNER, [])).toMatchObject({ state: 'stopped', requestsCount: 2 });
      const told = (await store.webhooks.list(accountId, { limit: 10, jobId })).map(({ event, data }) => [event, data]);
      expect(told.map(([event]) => event).toSorted()).toEqual([
        'batch.completed',
        'batch.item.failed',
        'batch.started',
      ]);
      const completed = told.find(([event]) => event === 'batch.completed')?.[1];
      expect(completed).toMatchObject({ status: 'stopped', requestsCount: 2, responsesCount: 2, creditsCharged: 1 });
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, charged: 1, available: 100 - 1 });
      await expectBalanced(store, accountId);
    });
  });
