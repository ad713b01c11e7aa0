import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CONSOLE_TOKEN_LIFE_MS,
  createConsoleTokens,
  MAX_CONSOLE_TOKEN_CHARS,
  type ConsoleTokens,
} from './console-tokens.js';
import { createSealBox } from './seal-box.js';

const SECRET = 'the secret of a deployment';
const NOW_MS = 1_700_000_000_000;
const CALLER = { accountId: 'account-1', userId: 'user-1' };

const tokensOf = (secret: string, previous?: string): ConsoleTokens => {
  const tokens = createConsoleTokens({ secret, previous });
  if (!tokens) throw new Error('there is a secret');
  return tokens;
};
const tokens = tokensOf(SECRET);
const token = tokens.seal(CALLER, NOW_MS);
const PREFIX = 'qcs_';

describe('a token of the console', () => {
  it('says who calls, and shows nothing of it', () => {
    expect(tokens.open(token, NOW_MS)).toEqual(CALLER);
    expect(token).toMatch(/^qcs_[\w-]+$/);
    expect(Buffer.from(token.slice(PREFIX.length), 'base64url').toString('latin1')).not.toMatch(/account-1|user-1/);
    expect(tokens.seal(CALLER, NOW_MS)).not.toBe(token);
  });

  it('is valid for a minute, and for a clock that is behind', () => {
    expect(CONSOLE_TOKEN_LIFE_MS).toBe(60_000);
    expect(tokens.open(token, NOW_MS - 5_000)).toEqual(CALLER);
    expect(tokens.open(token, NOW_MS + CONSOLE_TOKEN_LIFE_MS - 1)).toEqual(CALLER);
    expect(tokens.open(token, NOW_MS + CONSOLE_TOKEN_LIFE_MS)).toBeNull();
  });

  it('is none once any bit of it is another, or a part is missing', () => {
    const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8((bytes[at] ?? 0) ^ (1 << (at % 8)), at);
      expect(tokens.open(PREFIX + altered.toString('base64url'), NOW_MS)).toBeNull();
      expect(tokens.open(PREFIX + bytes.subarray(0, at).toString('base64url'), NOW_MS)).toBeNull();
    }
  });

  it.each([
    ['without its prefix', token.slice(PREFIX.length)],
    ['with its prefix twice', PREFIX + token],
    ['with another prefix', token.replace('qcs', 'qks')],
    ['in capitals', token.toUpperCase()],
    ['filled up', `${token}=`],
    ['with a space', ` ${token}`],
    ['with more', `${token}A`],
    ['of its prefix alone', PREFIX],
    ['empty', ''],
    ['too long', PREFIX + 'A'.repeat(MAX_CONSOLE_TOKEN_CHARS)],
  ])('is none %s', (_name, text) => expect(tokens.open(text, NOW_MS)).toBeNull());

  it('is none for any text that was not sealed', () => {
    fc.assert(fc.property(fc.string(), (text) => tokens.open(PREFIX + text, NOW_MS) === null));
  });

  it('of another secret is none', () => {
    expect(tokensOf('another secret').open(token, NOW_MS)).toBeNull();
    expect(tokens.open(tokensOf('another secret').seal(CALLER, NOW_MS), NOW_MS)).toBeNull();
  });

  it('of the previous secret is one while the secret is being changed, and new ones are of the new secret', () => {
    const rotating = tokensOf('the secret that comes next', SECRET);
    expect(rotating.open(token, NOW_MS)).toEqual(CALLER);
    const anew = rotating.seal(CALLER, NOW_MS);
    expect(tokens.open(anew, NOW_MS)).toBeNull();
    expect(tokensOf('the secret that comes next').open(anew, NOW_MS)).toEqual(CALLER);
    expect(tokensOf('the secret that comes next').open(token, NOW_MS)).toBeNull();
  });

  it('is not made by what seals other things with the same secret', () => {
    const sealed = Buffer.from(JSON.stringify([CALLER.accountId, CALLER.userId, NOW_MS + 1]));
    for (const purpose of ['quarry page token', 'quarry request headers']) {
      const other = createSealBox(purpose, { secret: SECRET })?.seal([], sealed).toString('base64url');
      expect(tokens.open(`${PREFIX}${other}`, NOW_MS)).toBeNull();
    }
  });

  it('is short enough for the longest ids of the store', () => {
    const longest = { accountId: 'a'.repeat(64), userId: 'u'.repeat(64) };
    const sealed = tokens.seal(longest, NOW_MS);
    expect(sealed.length).toBeLessThanOrEqual(MAX_CONSOLE_TOKEN_CHARS / 2);
    expect(tokens.open(sealed, NOW_MS)).toEqual(longest);
  });

  it('is not made without a secret', () => {
    expect(createConsoleTokens({ secret: undefined, previous: SECRET })).toBeUndefined();
  });
});
