import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { groupDigits } from './group-digits.js';

it('groups the digits of a whole number as English does', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => expect(groupDigits(value)).toBe(value.toLocaleString('en'))));
});
