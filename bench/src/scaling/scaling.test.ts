import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CapacityFigures, OperationName } from '../capacity/figures.js';
import { planFleet } from './plan-fleet.js';
import { rewriteScalingPage } from './scaling-page.js';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
// safe because bench:capacity writes exactly this
const figures = JSON.parse(read('bench/figures/capacity.json')) as CapacityFigures;

/** The measured figures with some of an operation's changed. */
const withChanged = (name: OperationName, change: object): CapacityFigures => {
  const parts = figures.parts.production ?? figures.parts.embedded;
  const operations = { ...parts.operations, [name]: { ...parts.operations[name], ...change } };
  return { ...figures, parts: { ...figures.parts, production: { ...parts, operations } } };
};

describe('the plan of a fleet', () => {
  it('has as many replicas as the scarcest resource asks for, by Little’s law', () => {
    // 2 x 1,157 a second x 20 % searches x 0.9 s x e^0.18 are 499 slots in use; a replica may use 0.7 x 16.
    const { services } = planFleet(withChanged('search', { aloneMs: [0] }), 1e8);
    expect(services.serp).toEqual({ replicas: 45, limitedBy: 'slots' });
    // 2 x 1,157 x 12 % pages x 2.5 s x e^0.18 are 831 places in use; a replica may use 0.7 x 4.
    const shown = planFleet(withChanged('browser', { aloneMs: [0] }), 1e8);
    expect(shown.services['browser-scrape']).toEqual({ replicas: 297, limitedBy: 'places' });
  });

  it('counts what the stores are asked for', () => {
    const none = { store: { commands: 0, writes: 0, bytes: 0 } };
    const [all, without] = [figures, withChanged('batch20', none)].map((one) => planFleet(one, 864e5).store.writes);
    const { writes } = (figures.parts.production ?? figures.parts.embedded).operations.batch20.store;
    // 1,000 a second, twice that at the peak, 40 % of it items.
    expect((all ?? 0) - (without ?? 0)).toBeCloseTo(800 * writes, 6);
  });

  it('never has less for more requests', () => {
    const needed = (perDay: number): number[] => {
      const { services, redis, store } = planFleet(figures, perDay);
      return [...Object.values(services).map(({ replicas }) => replicas), redis.servers, store.shards];
    };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1.5e8 }), fc.integer({ min: 0, max: 1.5e8 }), (perDay, more) => {
        const [few, many] = [needed(perDay), needed(perDay + more)];
        return few.every((count, index) => count <= (many[index] ?? 0));
      }),
    );
  });
});

describe('docs/scaling.md', () => {
  it('has the tables that the figures of a full run make', () => {
    const page = read('docs/scaling.md');
    expect(figures.form).toBe('full');
    expect(rewriteScalingPage(page, figures)).toBe(page);
    expect(rewriteScalingPage(page, withChanged('site', { answerBytes: 1 }))).not.toBe(page);
  });

  it('has a place for each table, and no other', () => {
    expect(() => rewriteScalingPage('', figures)).toThrow('no place for caption');
    const other = '<!-- figures: other -->\n<!-- end of figures -->';
    expect(() => rewriteScalingPage(other, figures)).toThrow('no table is named other');
  });
});
