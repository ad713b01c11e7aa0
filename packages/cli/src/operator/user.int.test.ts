import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tokenId } from '@quarry/people';
import { openSqliteStore, type StoredRecord } from '@quarry/store';
import { withFolder, type CliRun } from '../../test/run-built-cli.js';
import { runCliHere } from '../../test/run-cli-here.js';
import { LINK_LIFETIME_MS } from './user.js';

const CONSOLE_URL = 'https://console.example.com';
type Quarry = (...args: string[]) => Promise<CliRun>;

const withQuarry = (run: (quarry: Quarry, dataDir: string) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const quarry: Quarry = (...args) => runCliHere(args, { QUARRY_DATA: dataDir, CONSOLE_URL });
    await quarry('account', 'create', 'shop');
    await run(quarry, dataDir);
  });

const json = async (run: Promise<CliRun>): Promise<unknown> => JSON.parse((await run).out);

const readRecord = async (dataDir: string, kind: string, id: string): Promise<StoredRecord | null> => {
  const store = await openSqliteStore({ path: join(dataDir, 'quarry.sqlite') });
  try {
    return await store.records.get(kind, id);
  } finally {
    await store.close();
  }
};

describe('quarry user create', () => {
  it('makes an owner without a password, by the normalized address', () =>
    withQuarry(async (quarry, dataDir) => {
      const made = await quarry('user', 'create', 'Ada@Example.com', '--account', 'shop', '--name', 'Ada');
      expect(made).toMatchObject({ exitCode: 0, out: 'ada@example.com\n' });
      expect(made.err).toContain('next: quarry user link ada@example.com');
      expect(await readRecord(dataDir, 'user', 'ada@example.com')).toMatchObject({
        owner: 'ada@example.com',
        data: { userId: expect.any(String), name: 'Ada', isOperator: false, createdAtMs: expect.any(Number), epoch: 0 },
      });
      expect(await json(quarry('user', 'list', '--json'))).toEqual([
        {
          ...{ email: 'ada@example.com', name: 'Ada', role: 'owner', isOperator: false, state: 'no password' },
          account: { id: expect.any(String), name: 'shop' },
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ]);
    }));

  it('makes a known user a member of another account, once', () =>
    withQuarry(async (quarry) => {
      await quarry('account', 'create', 'lab');
      await quarry('user', 'create', 'ada@example.com', '--account', 'shop');
      const joined = ['user', 'create', 'ada@example.com', '--account', 'lab', '--role', 'viewer'];
      expect((await quarry(...joined)).exitCode).toBe(0);
      expect(await quarry(...joined)).toEqual({
        ...{ exitCode: 1, out: '' },
        err: 'quarry: ada@example.com is already a member of lab, or invited.\n',
      });
      const table = (await quarry('user', 'list')).out;
      expect(table.split('\n')[0]).toMatch(/^E-MAIL +NAME +ACCOUNT +ROLE +OPERATOR +CREATED +STATE$/);
      expect(table).toMatch(/ada@example\.com +ada@example\.com +lab +viewer +no +\d{4}-\d\d-\d\d +no password/);
      expect((await quarry('user', 'list', '--account', 'shop')).out).not.toContain('viewer');
    }));

  it('makes operators, but none of a user who is not one', () =>
    withQuarry(async (quarry) => {
      const made = quarry('user', 'create', 'root@example.com', '--account', 'shop', '--operator', '--json');
      expect(await json(made)).toMatchObject({ isOperator: true, role: 'owner' });
      await quarry('user', 'create', 'ada@example.com', '--account', 'shop');
      await quarry('account', 'create', 'lab');
      expect(await quarry('user', 'create', 'ada@example.com', '--account', 'lab', '--operator')).toMatchObject({
        ...{ exitCode: 1, err: expect.stringContaining('is no operator') },
      });
    }));
});

describe('quarry user link', () => {
  it.each([
    [[], 'sign-in', 'signs in'],
    [['--purpose', 'reset'], 'reset', 'sets a new password'],
  ])('%j prints a link alone, and stores its digest alone', (args, purpose, does) =>
    withQuarry(async (quarry, dataDir) => {
      await quarry('user', 'create', 'ada@example.com', '--account', 'shop');
      const before = Date.now();
      const { exitCode, out, err } = await quarry('user', 'link', 'ADA@example.com', ...args);
      const [, token = ''] = /^https:\/\/console\.example\.com\/link\/([\w-]{43})\n$/.exec(out) ?? [];
      expect({ exitCode, token }).toEqual({ exitCode: 0, token: expect.stringMatching(/./) });
      expect(err).toContain(does);
      expect(err).not.toContain(token);
      const record = await readRecord(dataDir, 'link', tokenId(token) ?? '');
      expect(record).toMatchObject({ owner: 'ada@example.com', data: { purpose } });
      expect(record?.expiresAtMs).toBeGreaterThanOrEqual(before + LINK_LIFETIME_MS);
      expect(JSON.stringify(record)).not.toContain(token);
    }),
  );

  it('is for known users alone', () =>
    withQuarry(async (quarry) => {
      expect(await quarry('user', 'link', 'eve@example.com')).toMatchObject({
        ...{ exitCode: 1, out: '', err: expect.stringContaining('No user eve@example.com') },
      });
    }));
});

it.each([
  [['user', 'create', 'ada', '--account', 'shop'], 'an e-mail address'],
  [['user', 'create', 'ada@example.com'], '--account'],
  [['user', 'create', 'ada@example.com', '--account', 'shop', '--role', 'king'], 'viewer, member, owner'],
  [['user', 'link', 'ada@example.com', '--purpose', 'invite'], 'sign-in, reset'],
])('%j is a usage error', (args, message) =>
  withQuarry(async (quarry) => {
    expect(await quarry(...args)).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining(message) });
  }),
);

it('knows no account that there is none of', () =>
  withQuarry(async (quarry) => {
    for (const args of [
      ['user', 'create', 'ada@example.com', '--account', 'nobody'],
      ['user', 'list', '--account', 'nobody'],
    ]) {
      expect(await quarry(...args)).toMatchObject({ exitCode: 1, err: expect.stringContaining('No unique account') });
    }
  }));
