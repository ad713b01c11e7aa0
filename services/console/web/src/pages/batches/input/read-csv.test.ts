import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { guessDelimiter, readCsv } from './read-csv.js';

const cellsOf = (text: string): string[][] => readCsv(text).map(({ cells }) => [...cells]);

describe('readCsv', () => {
  it.each([
    [
      'url,n\nhttps://a,1\n',
      [
        ['url', 'n'],
        ['https://a', '1'],
      ],
    ],
    [
      'a;b\r\n1;2\r\n\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a\tb\r1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa,b\n"x,y","he said ""no"""',
      [
        ['a', 'b'],
        ['x,y', 'he said "no"'],
      ],
    ],
    [
      'a,b\n1,\n,2',
      [
        ['a', 'b'],
        ['1', ''],
        ['', '2'],
      ],
    ],
    ['one\ntwo', [['one'], ['two']]],
    ['a "b" c,d', [['a "b" c', 'd']]],
    ['"a"b,c', [['ab', 'c']]],
    ['"never closed,\nx', [['never closed,\nx']]],
    ['a,', [['a', '']]],
    ['', []],
    [' \n,,\n', []],
  ])('reads %j', (text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  it('knows the line on which each row begins', () => {
    const text = 'a,b\n"1\n2",x\r\n\r\n3,4\n';
    expect(readCsv(text).map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('reads back whatever was written', () => {
    const cell = fc.string().filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const text = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\n');
        expect(readCsv(text, ',').map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  it('takes long files in little time', () => {
    const started = performance.now();
    expect(readCsv('"a","b""c",d\n'.repeat(100_000))).toHaveLength(100_000);
    readCsv('"'.repeat(1_000_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('guessDelimiter', () => {
  it.each([
    ['a;b;c,d', ';'],
    ['"a;b;c;d",e', ','],
    ['one', ','],
    ['a|b', '|'],
  ])('%j', (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });
});
