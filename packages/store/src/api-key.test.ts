import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { generateKey, hashKey, keyPrefix } from './api-key.js';

describe('API keys', () => {
  it('are random, readable at the beginning and fit for a header', () => {
    const keys = Array.from({ length: 100 }, generateKey);
    expect(new Set(keys).size).toBe(100);
    keys.forEach((key) => expect(key).toMatch(/^qk_[\w-]{43}$/));
  });

  it('hash to the published sha256', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('show at most eight characters and never more than a quarter of themselves', () => {
    expect(keyPrefix(generateKey())).toHaveLength(8);
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (key) => {
        const prefix = keyPrefix(key);
        expect(key.startsWith(prefix)).toBe(true);
        expect(prefix.length).toBeLessThanOrEqual(Math.min(8, key.length / 4));
      }),
    );
  });
});
