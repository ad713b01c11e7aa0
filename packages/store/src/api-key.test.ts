import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canBeKey, generateKey, hashKey, isSameHash, keyPrefix, MAX_KEY_LENGTH } from './api-key.js';

describe('API keys', () => {
  it('are random, readable at the beginning and fit for a header', () => {
    const keys = Array.from({ length: 100 }, generateKey);
    expect(new Set(keys).size).toBe(100);
    keys.forEach((key) => expect(key).toMatch(/^qk_[\w-]{43}$/));
  });

  it('hash to the published sha256', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('are the same by their whole hash only', () => {
    const hash = hashKey('a key');
    expect(isSameHash(hash, hashKey('a key'))).toBe(true);
    for (let index = 0; index < hash.length; index += 1) {
      const changed = hash[index] === '0' ? '1' : '0';
      expect(isSameHash(hash, hash.slice(0, index) + changed + hash.slice(index + 1))).toBe(false);
      expect(isSameHash(hash, hash.slice(0, index))).toBe(false);
    }
    expect(isSameHash(hash, `${hash}0`)).toBe(false);
    expect(isSameHash(hash, '')).toBe(false);
    expect(isSameHash(hash, '\u0130'.repeat(hash.length))).toBe(false);
  });

  it('are texts of bounded length with bytes of their own', () => {
    for (const key of ['k', ' ', '🔑', '\ufffd', 'k'.repeat(MAX_KEY_LENGTH)]) expect(canBeKey(key)).toBe(true);
    for (const key of ['', 'k'.repeat(MAX_KEY_LENGTH + 1), '\ud83d', 'a\udd11b']) expect(canBeKey(key)).toBe(false);
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
