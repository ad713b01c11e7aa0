import { describe, expect, it } from '@jest/globals';
import { countNumber, onlyNumber, readWrittenNumber } from './numbers.js';

describe('a count', () => {
  it.each([
    ['64', 64],
    ['1,280', 1280],
    ['(6.2K)', 6200],
    ['8,6 Tsd.', 8600],
    ['8,6 mil', 8600],
    ['8,6 тыс.', 8600],
    ['8,6\u00a0tys.', 8600],
    ['1.2万', 12000],
    ['1,2 mln', 1_200_000],
    ['42 product reviews', 42],
    ['12 Bewertungen', 12],
    ['3 mile walk', 3],
  ])('%s is read', (text, count) => {
    expect(countNumber(text)).toBe(count);
  });
});

describe('written numbers', () => {
  it.each([
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1 234,56', 1234.56],
    ["1'234.50", 1234.5],
    ['12,34,567', 1_234_567],
    ['0,5', 0.5],
    ['0.125', 0.125],
    ['99.9', 99.9],
    ['1.234.567', 1_234_567],
  ])('%s is %d', (written, value) => {
    expect(readWrittenNumber(written)).toBe(value);
  });

  it('takes three digits behind one separator as the language writes them', () => {
    expect(readWrittenNumber('1.234')).toBe(1.234);
    expect(readWrittenNumber('1.234', { hasDecimalComma: true })).toBe(1234);
    expect(readWrittenNumber('1,234')).toBe(1234);
    expect(readWrittenNumber('1,234', { hasDecimalComma: true })).toBe(1.234);
    expect(readWrittenNumber('1.234', { isMoney: true })).toBe(1234);
  });

  it('does not choose between two numbers', () => {
    expect(onlyNumber('2 of 5 rooms')).toBeUndefined();
    expect(onlyNumber('1,204 reviews')).toBe(1204);
    expect(onlyNumber('12.5k followers')).toBe(12_500);
    expect(onlyNumber('1.2M')).toBe(1_200_000);
    expect(onlyNumber('no number')).toBeUndefined();
  });
});
