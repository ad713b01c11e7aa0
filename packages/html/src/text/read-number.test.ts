import { describe, expect, it } from '@jest/globals';
import { countNumber } from './read-number.js';

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
