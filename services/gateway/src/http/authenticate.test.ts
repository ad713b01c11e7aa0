import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import type { Account } from '@quarry/store';
import { KEY_CACHE_ENTRIES, KEY_CACHE_MS } from '../bounds.js';
import { createAuthenticator } from './authenticate.js';

const account: Account = {
  id: 'a1',
  name: 'one',
  plan: { creditsPerPeriod: 1, periodDays: 1, renew: true },
  concurrency: 1,
  isDisabled: false,
  storedBytes: 0,
  createdAtMs: 0,
};
const withKey = (key: string): Request => ({ headers: { 'x-api-key': key } }) as unknown as Request;

const setUp = (isKnown: (key: string) => boolean = () => true) => {
  const asked: string[] = [];
  let nowMs = 0;
  const authenticator = createAuthenticator(
    {
      authenticate: async (key) => {
        asked.push(key);
        return isKnown(key) ? { account, keyId: 'k1' } : null;
      },
    },
    () => nowMs,
  );
  return { asked, authenticator, advance: (ms: number) => (nowMs += ms) };
};

describe('createAuthenticator', () => {
  it('asks the store once for calls that come together and until the key is to be checked again', async () => {
    const { asked, authenticator, advance } = setUp();
    await Promise.all([authenticator.identify(withKey('x')), authenticator.identify(withKey('x'))]);
    advance(KEY_CACHE_MS - 1);
    expect(await authenticator.identify(withKey('x'))).toBe(account);
    expect(asked).toEqual(['x']);
    advance(1);
    await authenticator.identify(withKey('x'));
    expect(asked).toEqual(['x', 'x']);
  });

  it('does not remember unknown keys, so that a new key works at once', async () => {
    let isKnown = false;
    const { authenticator } = setUp(() => isKnown);
    expect(await authenticator.identify(withKey('x'))).toBeNull();
    isKnown = true;
    expect(await authenticator.identify(withKey('x'))).toBe(account);
  });

  it('does not ask for a missing key', async () => {
    const { asked, authenticator } = setUp();
    expect(await authenticator.identify({ headers: {} } as Request)).toBeNull();
    expect(await authenticator.identify(withKey(''))).toBeNull();
    expect(asked).toEqual([]);
  });

  it('forgets a failed question', async () => {
    let isDown = true;
    const authenticator = createAuthenticator(
      { authenticate: async () => (isDown ? Promise.reject(new Error('busy')) : { account, keyId: 'k' }) },
      () => 0,
    );
    await expect(authenticator.identify(withKey('x'))).rejects.toThrow('busy');
    isDown = false;
    expect(await authenticator.identify(withKey('x'))).toBe(account);
  });

  it('remembers no more keys than its bound', async () => {
    const { asked, authenticator } = setUp();
    for (let index = 0; index <= KEY_CACHE_ENTRIES; index += 1) await authenticator.identify(withKey(`k${index}`));
    await authenticator.identify(withKey(`k${KEY_CACHE_ENTRIES}`));
    expect(asked).toHaveLength(KEY_CACHE_ENTRIES + 1);
    await authenticator.identify(withKey('k0'));
    expect(asked).toHaveLength(KEY_CACHE_ENTRIES + 2);
  });
});
