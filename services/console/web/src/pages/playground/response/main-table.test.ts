import { describe, expect, it } from '@jest/globals';
import { tablesOf } from './main-table.js';

describe('tablesOf', () => {
  it('shows the longest list of records first, with every column that a row has', () => {
    const response = {
      requestMetadata: { id: 'a' },
      relatedSearches: [{ query: 'x' }],
      organicResults: [
        { title: 'a', rank: 1 },
        { title: 'b', rich: { stars: 5 }, tags: ['x'] },
      ],
      links: ['https://a.example'],
      empty: [],
    };
    const tables = tablesOf(response);
    expect(tables.map(({ path }) => path)).toEqual(['organicResults', 'relatedSearches', 'links']);
    expect(tables[0]).toEqual({
      path: 'organicResults',
      columns: ['title', 'rank', 'rich', 'tags'],
      rows: [
        ['a', '1', '', ''],
        ['b', '', '{"stars":5}', '["x"]'],
      ],
      total: 2,
    });
  });

  it('finds lists that rules have extracted', () => {
    const tables = tablesOf({ extractedData: { products: [{ name: 'Lamp' }], tags: ['a', 'b'] } });
    expect(tables.map(({ path }) => path)).toEqual(['extractedData.products', 'extractedData.tags']);
  });

  it('is bounded, and takes anything', () => {
    const [table] = tablesOf({ a: Array.from({ length: 2_000 }, (_, i) => ({ i, long: 'x'.repeat(999) })) });
    expect([table?.rows.length, table?.total, table?.rows[0]?.[1]?.length]).toEqual([1_000, 2_000, 301]);
    for (const odd of [null, 'x', [], [{ a: 1 }], 5, { a: [1, 'x'], b: [{}, 1] }]) expect(tablesOf(odd)).toEqual([]);
  });
});
