import { expect, it } from '@jest/globals';
import { siteLimitOf } from './site-limit.js';

it.each([
  [16, 0, 16],
  [16, 5, 5],
  [2, 5, 2],
  [0, 5, 5],
  [0, 0, Infinity],
])('of %d at once and %d in a second is %d', (concurrency, perSecond, limit) => {
  expect(siteLimitOf(concurrency, perSecond)).toBe(limit);
});
