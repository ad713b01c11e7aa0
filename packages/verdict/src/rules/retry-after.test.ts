import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readRetryAfter } from './retry-after.js';

describe('Retry-After', () => {
  const nowMs = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['99999999999999999999', Number('99999999999999999999') * 1000],
    ['Wed, 21 Oct 2026 07:28:10 GMT', 10_000],
    ['Wednesday, 21-Oct-26 07:28:10 GMT', 10_000],
    ['Wed Oct 21 07:28:10 2026', undefined],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['12 parsecs', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j', (value, expected) => {
    const read = readRetryAfter(value, nowMs);
    // An asctime date names no zone: it may be read as local time, or not at all.
    if (value?.startsWith('Wed Oct')) expect(read === undefined || read >= 0).toBe(true);
    else expect(read).toBe(expected);
  });

  it('never is a negative number or none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readRetryAfter(text, nowMs);
        expect(read === undefined || read >= 0).toBe(true);
      }),
    );
  });
});
