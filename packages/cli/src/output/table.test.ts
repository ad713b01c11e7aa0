import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { groupDigits } from '@quarry/contracts';
import { formatDay, renderTable } from './table.js';

interface Row {
  readonly name: string;
  readonly credits: number;
}

const columns = [
  { heading: 'NAME', cell: ({ name }: Row) => name },
  { heading: 'CREDITS', isNumber: true, cell: ({ credits }: Row) => groupDigits(credits) },
];

describe('renderTable', () => {
  it('aligns texts left and numbers right', () => {
    const rows = [
      { name: 'a', credits: 5 },
      { name: 'longer', credits: 1_000_000 },
    ];
    expect(renderTable(columns, rows)).toBe('NAME      CREDITS\na               5\nlonger  1,000,000\n');
  });

  it('shows the headings alone when there is nothing', () => {
    expect(renderTable(columns, [])).toBe('NAME  CREDITS\n');
  });

  it('gives every row one line whatever it holds, without control characters', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.string({ unit: 'binary' }), credits: fc.nat() })), (rows) => {
        const text = renderTable(columns, rows);
        expect(text.split('\n')).toHaveLength(rows.length + 2);
        expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe('formatDay', () => {
  it('is the day in UTC', () => {
    expect(formatDay(Date.UTC(2026, 10, 20, 23, 59))).toBe('2026-11-20');
  });
});
