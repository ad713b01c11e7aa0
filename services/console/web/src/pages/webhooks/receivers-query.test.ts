import { describe, expect, it } from '@jest/globals';
import { successShare } from './receivers-query.js';

describe('successShare', () => {
  it.each([
    [0, 0, undefined],
    [0, 2, 0],
    [3, 1, 0.75],
    [4, 0, 1],
  ])('of %d delivered and %d given up is %p', (delivered, dead, share) => {
    expect(successShare({ delivered, dead })).toBe(share);
  });
});
