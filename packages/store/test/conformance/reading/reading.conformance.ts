import { describe, expect, it } from '@jest/globals';
import type { MissingPage, ReadingCounts, SiteCounts } from '../../../src/port.js';
import { MAX_SITES_PER_DAY, OTHER_SITES, READING_RETENTION_DAYS } from '../../../src/reading/reading-rules.js';
import { DAY_MS, useScene } from '../store-scene.js';
import type { OpenStore } from '../store-scene.js';

type Field = ReadingCounts['fields'][number];
const INVALID = { code: 'invalid_input' };
const DAY = '2026-01-15';
const OPERATION = 'retailer/search';

const field = (name: string, found: number, pages: number, more: Partial<Field> = {}): Field => ({
  ...{ day: DAY, operation: OPERATION, field: name, found, pages, missing: [], ...more },
});
const site = (host: string, more: Partial<SiteCounts> = {}): SiteCounts => ({
  ...{ day: DAY, operation: OPERATION, host, exit: 'datacenter', read: 1, unrecognized: 0, blocked: 0, failed: 0 },
  ...more,
});
const pages = (...ids: string[]): MissingPage[] =>
  ids.map((requestId) => ({ requestId, accountId: 'shop', hasPage: true }));
const RANGE = { fromDay: DAY, toDay: DAY };

const describeSums = (openStore: OpenStore): void =>
  describe('reading health: add', () => {
    const scene = useScene(openStore);

    it('adds up, whichever stores count at the same time', async () => {
      const { store, fixture } = scene();
      const stores = [store, await fixture.openAnother()];
      const counts: ReadingCounts = {
        fields: [field('productResults[].price', 0.75, 1), field('$and.{x}', 0, 1)],
        sites: [site('a.example', { blocked: 2 })],
      };
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => (stores[index % 2] ?? store).readingHealth.add(counts)),
      );
      const { fields, sites } = await store.readingHealth.list(RANGE);
      expect(fields).toEqual([
        { day: DAY, operation: OPERATION, field: '$and.{x}', found: 0, pages: 20 },
        { day: DAY, operation: OPERATION, field: 'productResults[].price', found: 15, pages: 20 },
      ]);
      expect(sites).toEqual([site('a.example', { read: 20, blocked: 40 })]);
    });

    it('keeps the last requests without a field, newest last, by day', async () => {
      const { readingHealth } = scene().store;
      await readingHealth.add({ fields: [field('price', 0, 2, { missing: pages('r1', 'r2') })], sites: [] });
      await readingHealth.add({ fields: [field('price', 1, 1)], sites: [] });
      await readingHealth.add({ fields: [field('price', 0, 2, { missing: pages('r3', 'r4') })], sites: [] });
      await readingHealth.add({
        fields: [field('price', 1, 1, { day: '2026-01-16' }), field('title', 1, 1)],
        sites: [],
      });
      expect(await readingHealth.missing(DAY, OPERATION)).toEqual([
        { field: 'price', missing: pages('r2', 'r3', 'r4') },
      ]);
      expect(await readingHealth.missing('2026-01-16', OPERATION)).toEqual([]);
      expect(await readingHealth.missing(DAY, 'retailer/product')).toEqual([]);
    });

    it('counts sites beyond the bound together', async () => {
      const { readingHealth } = scene().store;
      const many = Array.from({ length: MAX_SITES_PER_DAY }, (_, index) => site(`s${index}.example`));
      await readingHealth.add({ fields: [], sites: many });
      const more = [site('late.example', { read: 2 }), site('last.example', { failed: 1 }), site('s0.example')];
      await readingHealth.add({
        fields: [],
        sites: [...more, site('late.example', { operation: 'retailer/product' })],
      });
      const { sites } = await readingHealth.list({ ...RANGE, operation: OPERATION });
      expect(sites).toHaveLength(MAX_SITES_PER_DAY + 1);
      expect(sites).toContainEqual(site(OTHER_SITES, { read: 3, failed: 1 }));
      expect(sites).toContainEqual(site('s0.example', { read: 2 }));
      const product = await readingHealth.list({ ...RANGE, operation: 'retailer/product' });
      expect(product.sites.map(({ host }) => host)).toEqual(['late.example']);
    });

    it('refuses counts that cannot be', async () => {
      const { readingHealth } = scene().store;
      const wrong: Partial<Field>[] = [
        ...[{ day: '2026-1-5' }, { day: '2026-02-31x' }, { operation: '' }, { field: 'a b' }],
        ...[{ found: 3 }, { found: -1 }, { found: Number.NaN }, { pages: 1.5 }],
        { missing: pages('r1', 'r2', 'r3', 'r4') },
      ];
      for (const change of wrong) {
        const counts = { fields: [field('price', 1, 2, change)], sites: [] };
        await expect(readingHealth.add(counts)).rejects.toMatchObject(INVALID);
      }
      for (const change of [{ read: -1 }, { host: '' }, { exit: 'a b' }, { blocked: Number.NaN }]) {
        await expect(readingHealth.add({ fields: [], sites: [site('a', change)] })).rejects.toMatchObject(INVALID);
      }
      expect(await readingHealth.list(RANGE)).toEqual({ fields: [], sites: [] });
    });
  });

export const describeReading = (openStore: OpenStore): void => {
  describeSums(openStore);

  describe('reading health: list and purge', () => {
    const scene = useScene(openStore);

    it('lists days of a range, oldest first, of one operation or all, across a restart', async () => {
      const { store, fixture } = scene();
      const days = ['2026-01-16', '2026-01-14', '2026-01-15'];
      await store.readingHealth.add({
        fields: days.map((day) => field('price', 1, 2, { day })),
        sites: days.map((day) => site('a.example', { day })),
      });
      await store.readingHealth.add({ fields: [field('url', 1, 1, { operation: 'retailer/product' })], sites: [] });
      const { readingHealth } = await fixture.reopen();
      const all = await readingHealth.list({ fromDay: '2026-01-14', toDay: '2026-01-15' });
      expect(all.fields.map((one) => [one.day, one.operation])).toEqual([
        ['2026-01-14', OPERATION],
        [DAY, 'retailer/product'],
        [DAY, OPERATION],
      ]);
      expect(all.sites.map(({ day }) => day)).toEqual(['2026-01-14', '2026-01-15']);
      const own = await readingHealth.list({ ...RANGE, operation: 'retailer/product' });
      expect(own).toEqual({
        fields: [{ day: DAY, operation: 'retailer/product', field: 'url', found: 1, pages: 1 }],
        sites: [],
      });
      for (const range of [
        { fromDay: '2026-01-16', toDay: DAY },
        { fromDay: '2025-01-16', toDay: DAY },
        { fromDay: 'x', toDay: DAY },
      ]) {
        await expect(readingHealth.list(range)).rejects.toMatchObject(INVALID);
      }
    });

    it('purges days past their retention, so many at once', async () => {
      const { readingHealth } = scene().store;
      const old = ['a', 'b', 'c'].map((name) => field(name, 1, 1));
      await readingHealth.add({ fields: old, sites: [site('a.example'), site('b.example')] });
      await readingHealth.add({ fields: [field('kept', 1, 1, { day: '2026-01-16' })], sites: [] });
      scene().nowMs += READING_RETENTION_DAYS * DAY_MS;
      expect(await readingHealth.purge(10)).toBe(0);
      scene().nowMs += DAY_MS;
      expect([await readingHealth.purge(4), await readingHealth.purge(4), await readingHealth.purge(4)]).toEqual([
        4, 1, 0,
      ]);
      const { fields } = await readingHealth.list({ fromDay: DAY, toDay: '2026-01-16' });
      expect(fields.map((one) => one.field)).toEqual(['kept']);
    });
  });
};
