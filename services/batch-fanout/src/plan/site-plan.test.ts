import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { siteLimitOf, SitePlan, type WaitingItem } from './site-plan.js';

const itemsOf = (sites: readonly number[]): WaitingItem[] =>
  sites.map((site, index) => ({ id: randomUUID(), index, site: `site-${site}` }));

const planOf = (items: readonly WaitingItem[], siteLimit: number): SitePlan => {
  const plan = new SitePlan(siteLimit);
  for (const item of items) plan.add(item);
  return plan;
};

const countBySite = (items: readonly WaitingItem[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { site } of items) counts.set(site, (counts.get(site) ?? 0) + 1);
  return counts;
};

describe('a plan by sites', () => {
  it('hands every item out once, in the order of its site, never more of a site than may be out', () => {
    const step = fc.record({ take: fc.integer({ min: 0, max: 9 }), back: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 80 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 40 }),
        (sites, siteLimit, steps) => {
          const items = itemsOf(sites);
          const plan = planOf(items, siteLimit);
          const taken: WaitingItem[] = [];
          const out: WaitingItem[] = [];
          const run = (take: number, back: number): void => {
            const some = plan.take(take);
            expect(some.length).toBeLessThanOrEqual(take);
            taken.push(...some);
            out.push(...some);
            for (const count of countBySite(out).values()) expect(count).toBeLessThanOrEqual(siteLimit);
            for (const { site } of out.splice(0, back)) plan.noteBack(site);
            expect(plan.waitingCount).toBe(items.length - taken.length);
          };
          for (const { take, back } of steps) run(take, back);
          // Whatever happened before: as long as items come back, all go out.
          for (let turn = 0; turn < items.length; turn += 1) run(items.length, items.length);
          expect(taken.map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
          for (const site of new Set(items.map((item) => item.site))) {
            const indexes = taken.filter((item) => item.site === site).map(({ index }) => index);
            expect(indexes).toEqual([...indexes].sort((one, other) => one - other));
          }
        },
      ),
    );
  });

  it('gives what was noted as out elsewhere no second place', () => {
    const plan = planOf(itemsOf([1, 1, 1]), 2);
    const other = new SitePlan(2);
    other.noteOut('site-1');
    for (const item of itemsOf([1, 1, 1])) other.add(item);
    expect([plan.take(9).length, other.take(9).length]).toEqual([2, 1]);
    other.noteBack('site-1');
    expect(other.take(9)).toHaveLength(1);
  });

  it('lets sites take turns, so that one that is first in line does not keep the others waiting', () => {
    const plan = planOf(itemsOf([1, 1, 1, 1, 2, 2, 3]), Infinity);
    expect(plan.take(7).map(({ site }) => site)).toEqual([1, 2, 3, 1, 2, 1, 1].map((site) => `site-${site}`));
  });

  it('drops what waits whatever its sites bear, each once, beside what is out', () => {
    const items = itemsOf([1, 1, 1, 2]);
    const plan = planOf(items, 1);
    const out = plan.take(9);
    const dropped = [...plan.drop(1), ...plan.drop(9), ...plan.drop(9)];
    expect(plan.waitingCount).toBe(0);
    expect([...out, ...dropped].map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
    for (const { site } of out) plan.noteBack(site);
    expect(plan.take(9)).toEqual([]);
  });

  it('keeps ids and indexes as they were, of many', () => {
    const items = itemsOf(Array.from({ length: 5_000 }, (_, index) => index % 3));
    const plan = planOf(items, Infinity);
    const taken = plan.take(5_000).sort((one, other) => one.index - other.index);
    expect(taken).toEqual(items);
  });
});

it.each([
  [16, 0, 16],
  [16, 5, 5],
  [2, 5, 2],
  [0, 5, 5],
  [0, 0, Infinity],
])('the limit of %d at once and %d in a second is %d', (concurrency, perSecond, limit) => {
  expect(siteLimitOf(concurrency, perSecond)).toBe(limit);
});
