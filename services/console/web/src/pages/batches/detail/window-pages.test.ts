import { describe, expect, it } from '@jest/globals';
import { pagesOf, rowsOfPage } from './window-pages.js';

describe('pagesOf', () => {
  it.each([
    [0, 10, [0]],
    [95, 104, [0, 1]],
    [100, 199, [1]],
    [-5, 0, [0]],
    [9_900, 9_999, [99]],
    [5, 4, []],
    [0, -1, []],
  ])('rows %i to %i are on %j', (first, last, pages) => {
    expect(pagesOf(first, last, 100)).toEqual(pages);
  });
});

describe('rowsOfPage', () => {
  it('is full but for the last page', () => {
    expect([0, 1, 2].map((page) => rowsOfPage(page, 150, 100))).toEqual([100, 50, 0]);
  });
});
