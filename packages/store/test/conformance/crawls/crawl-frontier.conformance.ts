import { describe, expect, it } from '@jest/globals';
import { OWNER, running } from '../batches/batch-scene.js';
import { DAY_MS, FAILED, useScene } from '../store-scene.js';
import type { OpenStore } from '../store-scene.js';
import {
  address,
  begun,
  BOUNDS,
  endOpen,
  knownUrls,
  linking,
  pageItem,
  pageItems,
  PAGE_END,
  UNREAD,
  urlOf,
} from './crawl-scene.js';

export const describeFrontier = (openStore: OpenStore): void =>
  describe('the frontier of a crawl', () => {
    const scene = useScene(openStore);

    it('gives each address the next place once, whoever tells of it how often', async () => {
      const { newAccount, store, fixture } = scene();
      const { jobId } = await begun(scene(), (await newAccount(100)).id);
      const told = { itemIds: [], ...BOUNDS };
      const addresses = ['a', 'b', 'a', '0', 'c'].map((name) => address(name));
      expect(await store.crawls.absorb(jobId, OWNER, { ...told, addresses })).toMatchObject({
        crawl: { knownCount: 4 },
      });
      const another = await fixture.openAnother();
      await Promise.all(
        [store, another, store].map(({ crawls }, turn) =>
          crawls.absorb(jobId, OWNER, { ...told, addresses: [...addresses, address(`d${turn}`), address('e')] }),
        ),
      );
      const known = await knownUrls(store, jobId);
      expect(known.slice(0, 4)).toEqual(['0', 'a', 'b', 'c'].map(urlOf));
      expect(known.slice(4).toSorted()).toEqual(['d0', 'd1', 'd2', 'e'].map(urlOf));
      expect(await store.batches.get(jobId)).toMatchObject({ crawl: { knownCount: 8, limitsHit: [] } });
      expect(await store.crawls.addresses(jobId, { fromPlace: 2, limit: 1 })).toEqual([{ url: urlOf('b'), depth: 1 }]);
    });

    it('is bounded, and names the bound: known addresses are no news', async () => {
      const { newAccount, store } = scene();
      const { jobId } = await begun(scene(), (await newAccount(100)).id);
      const absorb = (names: string[], bounds: object, shape?: string) => {
        const addresses = names.map((name) => address(name, 1, shape));
        return store.crawls.absorb(jobId, OWNER, { itemIds: [], ...BOUNDS, addresses, ...bounds });
      };
      expect(await absorb(['a', 'b'], { maxVariants: 2 }, 's')).toMatchObject({ crawl: { limitsHit: [] } });
      expect(await absorb(['a', 'c'], { maxVariants: 2 }, 's')).toMatchObject({
        crawl: { limitsHit: ['maxVariants'] },
      });
      expect(await absorb(['d'], { maxVariants: 2 }, 't')).toMatchObject({ crawl: { knownCount: 4 } });
      expect(await absorb(['d'], { maxKnown: 4 })).toMatchObject({ crawl: { limitsHit: ['maxVariants'] } });
      const full = await absorb(['e', 'f'], { maxKnown: 5 });
      expect(full?.crawl?.limitsHit.toSorted()).toEqual(['limit', 'maxVariants']);
      expect(await knownUrls(store, jobId)).toEqual(['0', 'a', 'b', 'd', 'e'].map(urlOf));
    });

    it('has what an ended page links to, until it is told of', async () => {
      const { newAccount, store } = scene();
      const { jobId, firstId } = await begun(scene(), (await newAccount(100)).id);
      expect(await store.crawls.found(jobId, UNREAD)).toEqual({ pages: [], hasMore: false });
      await endOpen(scene(), jobId, linking('a', 'b'));
      const pages = [{ itemId: firstId, depth: 1, urls: ['a', 'b'].map(urlOf) }];
      expect(await store.crawls.found(jobId, UNREAD)).toEqual({ pages, hasMore: false });
      await store.crawls.absorb(jobId, OWNER, { itemIds: [], addresses: [address('a')], ...BOUNDS });
      expect(await store.crawls.found(jobId, UNREAD)).toEqual({ pages, hasMore: false });
      await store.crawls.absorb(jobId, OWNER, { itemIds: [firstId], addresses: [address('b')], ...BOUNDS });
      expect(await store.crawls.found(jobId, UNREAD)).toEqual({ pages: [], hasMore: false });
      expect(await store.items.get(firstId)).not.toHaveProperty('found');
    });

    it('tells of no more bytes at once than it is asked for, but of one page at least', async () => {
      const { newAccount, store } = scene();
      const { jobId } = await begun(scene(), (await newAccount(100)).id);
      await store.crawls.grow(jobId, OWNER, { items: pageItems(1, 3) });
      // Bytes count, not characters.
      const links = linking('ü'.repeat(1_000));
      await endOpen(scene(), jobId, links);
      const bytes = Buffer.byteLength(JSON.stringify(links.found));
      const countOf = async (part: Partial<typeof UNREAD>) => {
        const { pages, hasMore } = await store.crawls.found(jobId, { ...UNREAD, ...part });
        return [pages.length, hasMore];
      };
      expect(await countOf({ maxBytes: 1 })).toEqual([1, true]);
      expect(await countOf({ maxBytes: 2 * bytes })).toEqual([2, true]);
      expect(await countOf({ maxBytes: 3 * bytes - 1_000 })).toEqual([2, true]);
      expect(await countOf({ limit: 3 })).toEqual([3, true]);
      expect(await countOf({})).toEqual([4, false]);
      await expect(countOf({ maxBytes: 0 })).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });

export const describeFrontierRules = (openStore: OpenStore): void =>
  describe('the rules of a frontier', () => {
    const scene = useScene(openStore);

    it('is moved by the leader alone, and there is none of a batch', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const { jobId } = await begun(scene(), accountId);
      const input = { itemIds: [], addresses: [address('a')], ...BOUNDS };
      expect(await store.crawls.absorb(jobId, 'other', input)).toBeNull();
      expect(await store.crawls.grow(jobId, 'other', { items: [pageItem(1)] })).toBeNull();
      expect(await store.crawls.close(jobId, 'other', [])).toBeNull();
      const batch = await running(scene(), accountId, 1);
      expect(await store.crawls.absorb(batch.jobId, OWNER, input)).toBeNull();
      expect(await store.crawls.grow(batch.jobId, OWNER, { items: [pageItem(1)] })).toBeNull();
    });

    it('refuses what breaks its bounds', async () => {
      const { newAccount, store } = scene();
      const { jobId } = await begun(scene(), (await newAccount(100)).id);
      const absorb = (over: object) =>
        store.crawls.absorb(jobId, OWNER, { itemIds: [], addresses: [{ ...address('a'), ...over }], ...BOUNDS });
      await expect(absorb({ key: 'a b' })).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(absorb({ depth: -1 })).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(absorb({ url: urlOf('x'.repeat(2_048)) })).rejects.toMatchObject({ code: 'invalid_input' });
      const many = { ...PAGE_END, found: { depth: 1, urls: new Array<string>(50_001).fill('x') } };
      await expect(store.items.finish(pageItem(0).id, many)).rejects.toMatchObject({ code: 'invalid_input' });
    });

    it('goes with its crawl', async () => {
      const { newAccount, store } = scene();
      const { jobId, firstId } = await begun(scene(), (await newAccount(100)).id);
      await endOpen(scene(), jobId);
      await store.crawls.absorb(jobId, OWNER, { itemIds: [], addresses: [address('a')], ...BOUNDS });
      await store.crawls.close(jobId, OWNER, []);
      scene().nowMs += 2 * DAY_MS;
      const purge = () => store.batches.purge({ retentionMs: DAY_MS, limit: 10 });
      expect((await purge()).removed).toMatchObject([{ id: firstId }]);
      await purge();
      expect(await store.batches.get(jobId)).toBeNull();
      expect(await knownUrls(store, jobId)).toEqual([]);
    });
  });

export const describeContents = (openStore: OpenStore): void =>
  describe('the content of a page', () => {
    const scene = useScene(openStore);

    it('belongs to one page of a crawl, and to another once that has failed', async () => {
      const { newAccount, store, fixture } = scene();
      const { id: accountId } = await newAccount(100);
      const { jobId, firstId } = await begun(scene(), accountId);
      await store.crawls.grow(jobId, OWNER, { items: [pageItem(1), pageItem(2)] });
      const open = await store.batches.openItems(jobId, { afterIndex: 0, limit: 10 });
      const [second = '', third = ''] = open.map(({ id }) => id);
      const another = await fixture.openAnother();
      const claims = await Promise.all(
        [store, another].flatMap(({ crawls }) => [firstId, second].map((id) => crawls.claimContent(id, 'text-1'))),
      );
      expect(new Set(claims).size).toBe(1);
      const holder = claims[0] ?? '';
      expect(await store.crawls.claimContent(third, 'text-1')).toBe(holder);
      expect(await store.crawls.claimContent(third, 'text-2')).toBe(third);
      await store.items.finish(holder, FAILED);
      expect(await store.crawls.claimContent(third, 'text-1')).toBe(third);
      const other = await begun(scene(), accountId);
      expect(await store.crawls.claimContent(other.firstId, 'text-1')).toBe(other.firstId);
      expect(await store.crawls.claimContent('unknown', 'text-1')).toBeNull();
    });
  });
