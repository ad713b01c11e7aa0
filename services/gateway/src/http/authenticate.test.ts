import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import type { Account } from '@quarry/store';
import { createConsoleTokens } from '@quarry/tokens';
import { KEY_CACHE_ENTRIES, KEY_CACHE_MS } from '../bounds.js';
import { CONSOLE_KEY_ID } from './caller.js';
import { createAuthenticator, type AuthenticatorOptions } from './authenticate.js';

const account: Account = {
  id: 'a1',
  name: 'one',
  plan: { creditsPerPeriod: 1, periodDays: 1, renew: true },
  concurrency: 1,
  isDisabled: false,
  storedBytes: 0,
  createdAtMs: 0,
};
const LIMITS = { concurrency: 2 };
const CALLER_BY_KEY = { ...account, key: { id: 'k1', limits: LIMITS } };
const withKey = (key: string): Request => ({ headers: { 'x-api-key': key } }) as unknown as Request;

const setUp = (isKnown: (key: string) => boolean = () => true, options: AuthenticatorOptions = {}) => {
  const asked: string[] = [];
  let nowMs = 0;
  const authenticator = createAuthenticator(
    {
      authenticate: async (key) => {
        asked.push(key);
        return isKnown(key) ? { account, keyId: 'k1', limits: LIMITS } : null;
      },
    },
    () => nowMs,
    options,
  );
  return { asked, authenticator, advance: (ms: number) => (nowMs += ms) };
};

describe('createAuthenticator', () => {
  it('asks the store once for calls that come together and until the key is to be checked again', async () => {
    const { asked, authenticator, advance } = setUp();
    await Promise.all([authenticator.identify(withKey('x')), authenticator.identify(withKey('x'))]);
    advance(KEY_CACHE_MS - 1);
    expect(await authenticator.identify(withKey('x'))).toEqual(CALLER_BY_KEY);
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
    expect(await authenticator.identify(withKey('x'))).toEqual(CALLER_BY_KEY);
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
      {
        authenticate: async () =>
          isDown ? Promise.reject(new Error('busy')) : { account, keyId: 'k1', limits: LIMITS },
      },
      () => 0,
    );
    await expect(authenticator.identify(withKey('x'))).rejects.toThrow('busy');
    isDown = false;
    expect(await authenticator.identify(withKey('x'))).toEqual(CALLER_BY_KEY);
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

describe('the use of a key', () => {
  it('is told with each look at the store, and of verified keys alone', async () => {
    const used: string[] = [];
    const { authenticator, advance } = setUp((key) => key === 'x', { onKeyUsed: (keyId) => used.push(keyId) });
    await Promise.all([authenticator.identify(withKey('x')), authenticator.identify(withKey('x'))]);
    await authenticator.identify(withKey('unknown'));
    expect(used).toEqual(['k1']);
    advance(KEY_CACHE_MS);
    await authenticator.identify(withKey('x'));
    expect(used).toEqual(['k1', 'k1']);
  });
});

const SECRETS: { secret: string; previous?: string } = { secret: 'the secret of a deployment' };
const CALLER = { accountId: account.id, userId: 'u1' };

const tokensOf = (secrets: typeof SECRETS) => {
  const tokens = createConsoleTokens(secrets);
  if (tokens === undefined) throw new Error('there is a secret');
  return tokens;
};

/** An authenticator that knows no key; `find` is its store of accounts. */
const setUpConsole = (find: (accountId: string) => Account | null = () => account, secrets = SECRETS) => {
  const looked: string[] = [];
  const used: string[] = [];
  const scene = setUp(() => false, {
    consoleTokens: tokensOf(secrets),
    accounts: {
      get: async (accountId) => {
        looked.push(accountId);
        return find(accountId);
      },
    },
    onKeyUsed: (keyId) => used.push(keyId),
  });
  const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } }) as unknown as Request;
  return { ...scene, looked, used, identify: (token: string) => scene.authenticator.identify(bearing(token)) };
};

describe('a token of the console', () => {
  const tokens = tokensOf(SECRETS);
  const token = tokens.seal(CALLER, 0);

  it('is its account, as a key would be, without a key being asked for', async () => {
    const { identify, authenticator, asked, looked, used } = setUpConsole();
    expect(await identify(token)).toEqual({ ...account, key: { id: CONSOLE_KEY_ID } });
    expect(await authenticator.identify(withKey(token))).toEqual({ ...account, key: { id: CONSOLE_KEY_ID } });
    expect([asked, looked, used]).toEqual([[], ['a1'], []]);
  });

  it('shares one look at its account with others of the account, until it is to be checked again', async () => {
    const { identify, looked, advance } = setUpConsole();
    await Promise.all([identify(token), identify(tokens.seal({ ...CALLER, userId: 'u2' }, 0))]);
    advance(KEY_CACHE_MS - 1);
    await identify(token);
    expect(looked).toEqual(['a1']);
    advance(1);
    await identify(token);
    await identify(tokens.seal({ ...CALLER, accountId: 'a2' }, 0));
    expect(looked).toEqual(['a1', 'a1', 'a2']);
  });

  it('is none to the millisecond once its time is over, though its account was just looked at', async () => {
    const { identify, looked, advance } = setUpConsole();
    advance(59_999);
    expect(await identify(token)).toEqual({ ...account, key: { id: CONSOLE_KEY_ID } });
    advance(1);
    expect(await identify(token)).toBeNull();
    expect(looked).toEqual(['a1']);
  });

  it('is none of an unknown or a disabled account', async () => {
    expect(await setUpConsole(() => null).identify(token)).toBeNull();
    expect(await setUpConsole(() => ({ ...account, isDisabled: true })).identify(token)).toBeNull();
    let isDisabled = false;
    const { identify, advance } = setUpConsole(() => ({ ...account, isDisabled }));
    expect(await identify(token)).not.toBeNull();
    isDisabled = true;
    advance(KEY_CACHE_MS);
    expect(await identify(token)).toBeNull();
  });

  it('is looked up as any key when it is altered or of another secret, and looks no account up', async () => {
    const { identify, asked, looked } = setUpConsole();
    const last = token.at(-6) === 'A' ? 'B' : 'A';
    const wrong = [`${token.slice(0, -6)}${last}${token.slice(-5)}`, tokensOf({ secret: 'another' }).seal(CALLER, 0)];
    for (const text of wrong) expect(await identify(text)).toBeNull();
    expect([asked, looked]).toEqual([wrong, []]);
  });

  it('of the previous secret is one while the secret is being changed', async () => {
    const { identify } = setUpConsole(() => account, { secret: 'next', previous: SECRETS.secret });
    expect(await identify(token)).toEqual({ ...account, key: { id: CONSOLE_KEY_ID } });
  });

  it('is none where the deployment has no secret', async () => {
    const { authenticator, asked } = setUp(() => false, { accounts: { get: async () => account } });
    expect(await authenticator.identify(withKey(token))).toBeNull();
    expect(asked).toEqual([token]);
  });

  it('leaves a key alone that begins like one', async () => {
    const { asked, authenticator } = setUp(() => true, { consoleTokens: tokens });
    expect(await authenticator.identify(withKey('qcs_my-own-key'))).toEqual(CALLER_BY_KEY);
    expect(asked).toEqual(['qcs_my-own-key']);
  });

  it('is asked for again after the store has failed', async () => {
    let isDown = true;
    const { identify } = setUpConsole(() => {
      if (isDown) throw new Error('busy');
      return account;
    });
    await expect(identify(token)).rejects.toThrow('busy');
    isDown = false;
    expect(await identify(token)).toEqual({ ...account, key: { id: CONSOLE_KEY_ID } });
  });
});
