import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { createTokenSeals, MAX_TOKEN_CHARS, TOKEN_LIFE_MS, type TokenSeals } from './token-seals.js';

const sealsOf = (secret: string, previous?: string): TokenSeals => {
  const seals = createTokenSeals({ secret, previous });
  if (!seals) throw new Error('there is a secret');
  return seals;
};

const NOW_MS = 1_700_000_000_000;
const SCOPE = { operation: 'enginec/serp', accountId: 'account-1' };
const STATE = { next: { fields: [['q', 'flüsse'], ['vqd', '4-17']] }, params: { safeSearch: 'off' } }; // oxfmt-ignore
const seals = sealsOf('the secret of a deployment');
const token = seals.seal(SCOPE, STATE, NOW_MS) ?? '';

describe('a token', () => {
  it('gives its state back, and shows nothing of it', () => {
    expect(seals.open(SCOPE, token, NOW_MS)).toEqual({ state: STATE });
    expect(token).toMatch(/^[\w-]+$/);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/vqd|4-17|account-1/);
    expect(seals.seal(SCOPE, STATE, NOW_MS)).not.toBe(token);
  });

  it.each([
    ['of another account', { ...SCOPE, accountId: 'account-2' }],
    ['of another operation', { ...SCOPE, operation: 'enginea/ai-mode' }],
  ])('is none as one %s', (_name, scope) => {
    expect(seals.open(scope, token, NOW_MS)).toBeUndefined();
  });

  it('ends after its hour', () => {
    expect(seals.open(SCOPE, token, NOW_MS + TOKEN_LIFE_MS - 1)).toBeDefined();
    expect(seals.open(SCOPE, token, NOW_MS + TOKEN_LIFE_MS)).toBeUndefined();
  });

  it('is none once any bit of it is another', () => {
    const bytes = Buffer.from(token, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8((bytes[at] ?? 0) ^ (1 << (at % 8)), at);
      expect(seals.open(SCOPE, altered.toString('base64url'), NOW_MS)).toBeUndefined();
      expect(seals.open(SCOPE, bytes.subarray(0, at).toString('base64url'), NOW_MS)).toBeUndefined();
    }
  });

  it.each([
    ['filled up', `${token}=`],
    ['with a space', ` ${token}`],
    ['with more', `${token}A`],
    ['as another text', 'nothing'],
    ['empty', ''],
    ['too long', 'A'.repeat(MAX_TOKEN_CHARS + 1)],
  ])('is none %s', (_name, text) => expect(seals.open(SCOPE, text, NOW_MS)).toBeUndefined());

  it('is none for any text that was not sealed', () => {
    fc.assert(fc.property(fc.string(), (text) => seals.open(SCOPE, text, NOW_MS) === undefined));
  });

  it('outlives a change of the secret while both are there', () => {
    expect(sealsOf('another secret, newer', 'the secret of a deployment').open(SCOPE, token, NOW_MS)).toEqual({
      state: STATE,
    });
    expect(sealsOf('another secret, newer').open(SCOPE, token, NOW_MS)).toBeUndefined();
  });

  it('is not given where it would be longer than what is taken back', () => {
    // Nothing packs it.
    const state = randomBytes(10_000).toString('base64url');
    const longest = seals.seal(SCOPE, state.slice(0, 5_000), NOW_MS) ?? '';
    expect(longest.length).toBeLessThanOrEqual(MAX_TOKEN_CHARS);
    expect(seals.open(SCOPE, longest, NOW_MS)).toEqual({ state: state.slice(0, 5_000) });
    expect(seals.seal(SCOPE, state, NOW_MS)).toBeUndefined();
    expect(seals.seal(SCOPE, 'a'.repeat(70_000), NOW_MS)).toBeUndefined();
  });

  it('is not made without a secret', () => expect(createTokenSeals({ secret: undefined })).toBeUndefined());

  it('is as long as what is taken back, at most', () => {
    // Nothing packs it, so that some length gives each length of a token.
    const state = randomBytes(10_000).toString('base64url');
    const lengths = Array.from(
      { length: 400 },
      (_, at) => seals.seal(SCOPE, state.slice(0, 7_900 + at), NOW_MS)?.length,
    );
    const given = lengths.filter((length) => length !== undefined);
    expect(given.length).toBeLessThan(lengths.length);
    expect(Math.max(...given)).toBe(MAX_TOKEN_CHARS);
  });

  it('holds a state of 64 KiB with the time of its end, and no larger one', () => {
    const frame = JSON.stringify({ state: '', expiresAtMs: NOW_MS + TOKEN_LIFE_MS }).length;
    const largest = 'a'.repeat(65_536 - frame);
    const sealed = seals.seal(SCOPE, largest, NOW_MS) ?? '';
    expect(seals.open(SCOPE, sealed, NOW_MS)).toEqual({ state: largest });
    expect(seals.seal(SCOPE, `${largest}a`, NOW_MS)).toBeUndefined();
  });

  it('of an earlier release is taken back', () => {
    const earlier =
      'AXyaiSZYVPxqHSpjQO5md5K4a2aP916G7wV8VV1LzMW8AIWMA31foqv4Y34vwNMW9AK8gsDCGHGBbz3M5LwgQuOx_-7-gdqkpP-N-Q';
    const sealedAtMs = Date.UTC(2026, 10, 1);
    expect(seals.open(SCOPE, earlier, sealedAtMs)).toEqual({ state: { page: 2 } });
    expect(seals.open(SCOPE, earlier, sealedAtMs + TOKEN_LIFE_MS)).toBeUndefined();
  });
});
