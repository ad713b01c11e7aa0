import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvCell } from './csv-cell.js';

/** What a reader of CSV makes of a cell. */
const readCell = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
const text = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n ,;"\'＝＋－＠0159.eE(A)') });

describe('a cell of a table', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ['-', "'-"],
    ['=HYPERLINK("http://a.example","b")', '"\'=HYPERLINK(""http://a.example"",""b"")"'],
    ['\r=1', '"\'\r=1"'],
    ['-12.5', '-12.5'],
    ['+49', '+49'],
    ['-1e-7', '-1e-7'],
    ['-1,5', '"\'-1,5"'],
    ['a=b', 'a=b'],
    ["it's", "it's"],
    ['', ''],
  ])('%j is %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('is empty for nothing, and plain for numbers and truths', () => {
    expect([undefined, null, -3, 0.5, true, false].map(csvCell)).toEqual(['', '', '-3', '0.5', 'true', 'false']);
  });

  it('begins with nothing that a spreadsheet would run, unless it is a number', () => {
    fc.assert(
      fc.property(text, (value) => {
        const read = readCell(csvCell(value));
        expect(/^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(read) && Number.isNaN(Number(read))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('says what it was made of, but for the apostrophe', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (value) => {
        const cell = csvCell(value);
        const read = readCell(cell);
        expect([value, `'${value}`]).toContain(read);
        // No more cells and no more lines than one.
        expect(/[",\r\n]/.test(cell)).toBe(cell.startsWith('"'));
      }),
      { numRuns: 2_000 },
    );
  });
});
