import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openSqliteStore } from '@quarry/store';
import { runBuiltCli, withFolder } from '../../test/run-built-cli.js';
import { runCliHere } from '../../test/run-cli-here.js';
import { DEMO_ACCOUNT, deriveDemoKey, MAX_DEMO_KEYS, seedDemoAccount } from './demo-account.js';
import { seedDemo } from './seed-demo.js';

const SECRET = 'a secret of this deployment';

const seed = async (dataDir: string, secret = SECRET): Promise<string> => {
  const run = await seedDemo({ QUARRY_DATA: dataDir, QUARRY_SECRET: secret });
  expect(run).toMatchObject({ exitCode: 0, err: '' });
  return (JSON.parse(run.out) as { apiKey: string }).apiKey;
};

const quarry = (dataDir: string, ...args: string[]) => runCliHere(args, { QUARRY_DATA: dataDir });

describe('seed-demo', () => {
  it('makes the demo account once and prints the same key at every start', () =>
    withFolder(async (dataDir) => {
      const apiKey = await seed(dataDir);
      expect(apiKey).toMatch(/^qk_[\w-]{43}$/);
      await quarry(dataDir, 'account', 'grant', 'demo', '5');
      expect(await seed(dataDir)).toBe(apiKey);
      const accounts = JSON.parse((await quarry(dataDir, 'account', 'list', '--json')).out);
      expect(accounts).toEqual([
        expect.objectContaining({
          id: 'demo',
          name: 'demo',
          plan: { creditsPerPeriod: 1_000_000, periodDays: 30, renew: true },
          concurrency: 64,
          credits: { granted: 1_000_005, charged: 0, held: 0, expired: 0, available: 1_000_005 },
        }),
      ]);
      const keys = JSON.parse((await quarry(dataDir, 'key', 'list', 'demo', '--json')).out);
      expect(keys).toHaveLength(1);
    }));

  it('makes the next key when the operator has revoked one, and keeps to that', () =>
    withFolder(async (dataDir) => {
      const first = await seed(dataDir);
      const [key] = JSON.parse((await quarry(dataDir, 'key', 'list', 'demo', '--json')).out);
      await quarry(dataDir, 'key', 'revoke', key.id);
      const second = await seed(dataDir);
      expect(second).toBe(deriveDemoKey(SECRET, 1));
      expect(second).not.toBe(first);
      expect(await seed(dataDir)).toBe(second);
    }));

  it('gives a key that opens the account', () =>
    withFolder(async (dataDir) => {
      const apiKey = await seed(dataDir);
      const store = await openSqliteStore({ path: join(dataDir, 'quarry.sqlite') });
      try {
        expect((await store.keys.authenticate(apiKey))?.account.id).toBe(DEMO_ACCOUNT.id);
      } finally {
        await store.close();
      }
    }));

  it('makes another key from another secret', () => {
    expect(deriveDemoKey('one secret of a fleet', 0)).not.toBe(deriveDemoKey('another secret of a fleet', 0));
  });

  it('gives up when every key it can make is revoked', () =>
    withFolder(async (dataDir) => {
      const store = await openSqliteStore({ path: join(dataDir, 'quarry.sqlite') });
      try {
        await store.accounts.create(DEMO_ACCOUNT);
        const revoked = Array.from({ length: MAX_DEMO_KEYS }, (_, index) => ({
          id: `key-${index}`,
          accountId: DEMO_ACCOUNT.id,
          name: 'demo',
          prefix: deriveDemoKey(SECRET, index).slice(0, 8),
          createdAtMs: 1,
          revokedAtMs: 2,
        }));
        const withAllRevoked = { ...store, keys: { ...store.keys, list: async () => revoked } };
        expect(await seedDemoAccount(withAllRevoked, SECRET)).toBeNull();
      } finally {
        await store.close();
      }
    }));

  it('makes the demo user once, and a link of its own at every start with a console', () =>
    withFolder(async (dataDir) => {
      const env = { QUARRY_DATA: dataDir, QUARRY_SECRET: SECRET, CONSOLE_PORT: '4001' };
      const links = [];
      for (let start = 0; start < 2; start += 1) {
        const { apiKey, signInUrl } = JSON.parse((await seedDemo(env, { withLink: true })).out);
        expect(apiKey).toBe(deriveDemoKey(SECRET, 0));
        expect(signInUrl).toMatch(/^http:\/\/127\.0\.0\.1:4001\/link\/[\w-]{43}$/);
        links.push(signInUrl);
      }
      expect(links[0]).not.toBe(links[1]);
      const users = JSON.parse((await quarry(dataDir, 'user', 'list', '--json')).out);
      expect(users).toEqual([
        expect.objectContaining({
          ...{ email: 'demo@localhost', role: 'owner', isOperator: true, state: 'no password' },
          account: { id: 'demo', name: 'demo' },
        }),
      ]);
    }));

  it('is a program that prints the key as JSON', () =>
    withFolder(async (dataDir) => {
      const env = { QUARRY_DATA: dataDir, QUARRY_SECRET: SECRET };
      const run = await runBuiltCli([], { entry: 'seed-demo', env });
      expect(run).toMatchObject({ exitCode: 0, err: '' });
      expect(JSON.parse(run.out)).toEqual({ apiKey: deriveDemoKey(SECRET, 0) });
      expect(await seed(dataDir)).toBe(deriveDemoKey(SECRET, 0));
    }));

  it.each([
    [{}, 'Set QUARRY_SECRET'],
    [{ QUARRY_SECRET: 'short' }, 'QUARRY_SECRET is not valid'],
  ])('with %j says what is missing', (env, message) =>
    withFolder(async (dataDir) => {
      const run = await seedDemo({ QUARRY_DATA: dataDir, ...env });
      expect(run).toMatchObject({ exitCode: 1, out: '', err: expect.stringContaining(message) });
    }),
  );
});
