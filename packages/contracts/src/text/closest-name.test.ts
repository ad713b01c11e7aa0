import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { closestNameAmong } from './closest-name.js';

const KNOWN = [
  'url',
  'outputFormat',
  'jsRendering',
  'proxyType',
  'proxyCountry',
  'wait',
  'waitFor',
  'extractLinks',
  'gl',
];

const closestName = (name: string, known: readonly string[]) => closestNameAmong(known)(name);

/** The textbook's way, without bounds. */
const distanceOf = (left: string, right: string): number => {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= right.length; j += 1) {
      const at = (up: number, back: number): number => rows[i - up]?.[j - back] ?? Infinity;
      const isSwapped = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const same = left[i - 1] === right[j - 1] ? 0 : 1;
      row.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + same, isSwapped ? at(2, 2) + 1 : Infinity));
    }
  }
  return rows[left.length]?.[right.length] ?? Infinity;
};

describe('closestNameAmong', () => {
  it.each([
    ['outputFromat', 'outputFormat'],
    ['output_format', 'outputFormat'],
    ['OUTPUTFORMAT', 'outputFormat'],
    ['jsRender', 'jsRendering'],
    ['country', 'proxyCountry'],
    ['format', 'outputFormat'],
    ['waitfor', 'waitFor'],
    ['ulr', 'url'],
    ['extractLink', 'extractLinks'],
  ])('finds what %s means', (name, meant) => expect(closestName(name, KNOWN)).toBe(meant));

  it.each(['nope', 'hl', 'proxy', 'x', '', 'constructor', 'z'.repeat(100_000)])('suggests nothing for %j', (name) =>
    expect(closestName(name, name === 'hl' ? KNOWN.slice(0, 2) : KNOWN)).toBeUndefined(),
  );

  it('suggests nothing where two names are equally close', () => {
    expect(closestName('price', ['minPrice', 'maxPrice'])).toBeUndefined();
    expect(closestName('maxPrise', ['minPrice', 'maxPrice'])).toBe('maxPrice');
  });

  it('is as near as its bound says, and no further', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, (name, known) => {
        const most = Math.min(3, Math.max(1, Math.floor(name.length * 0.34)));
        const isPart = name.length >= 4 && known.includes(name);
        expect(closestName(name, [known])).toBe(distanceOf(name, known) <= most || isPart ? known : undefined);
      }),
    );
  });

  it('costs little for names that are long and far from all', () => {
    const find = closestNameAmong(Array.from({ length: 30 }, (_value, index) => `parameter${index}Of`));
    const before = process.threadCpuUsage();
    for (let index = 0; index < 20_000; index += 1) find(`${index}`.padStart(64, 'abcdefgh'));
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(500);
  });
});
