import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runBuiltCli, withFolder, type CliRun } from '../../test/run-built-cli.js';
import { runCliHere } from '../../test/run-cli-here.js';

type Quarry = (...args: string[]) => Promise<CliRun>;

const withQuarry = (run: (quarry: Quarry, dataDir: string) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    await run((...args) => runCliHere(args, { QUARRY_DATA: dataDir }), dataDir);
  });

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly limits?: unknown;
  readonly state: string;
  readonly key: string;
  readonly credits: { readonly available: number };
}

const json = async <T = Shown>(run: Promise<CliRun>): Promise<T> => JSON.parse((await run).out) as T;

describe('quarry account', () => {
  it('creates an account with the defaults, and one with everything said', () =>
    withQuarry(async (quarry) => {
      expect(await json(quarry('account', 'create', 'shop', '--json'))).toMatchObject({
        name: 'shop',
        state: 'active',
        plan: { creditsPerPeriod: 1000, periodDays: 30, renew: true },
        concurrency: 1,
        credits: { granted: 1000, charged: 0, held: 0, expired: 0, available: 1000 },
      });
      const said = ['--credits', '0', '--period-days', '7', '--no-renew', '--concurrency', '8', '--json'];
      expect(await json(quarry('account', 'create', 'lab', ...said))).toMatchObject({
        plan: { creditsPerPeriod: 0, periodDays: 7, renew: false },
        concurrency: 8,
        credits: { available: 0 },
      });
    }));

  it('prints the id alone on standard output, so that scripts can go on with it', () =>
    withQuarry(async (quarry, dataDir) => {
      const created = await runBuiltCli(['account', 'create', 'shop'], { env: { QUARRY_DATA: dataDir } });
      expect(created).toEqual({
        exitCode: 0,
        out: expect.stringMatching(/^[\w-]{1,64}\n$/),
        err: expect.stringContaining('shop'),
      });
      const { exitCode, out } = await quarry('account', 'grant', created.out.trim(), '500');
      expect({ exitCode, out }).toEqual({ exitCode: 0, out: expect.stringMatching(/^shop: 1,500 credits until \d/) });
    }));

  it('grants once per grant id, and by name as well', () =>
    withQuarry(async (quarry) => {
      await quarry('account', 'create', 'shop');
      for (const expected of [1250, 1250]) {
        const granted = await json(quarry('account', 'grant', 'shop', '250', '--id', 'order-1', '--json'));
        expect(granted.credits.available).toBe(expected);
      }
      expect((await json(quarry('account', 'grant', 'shop', '250', '--json'))).credits.available).toBe(1500);
    }));

  it('lists accounts in a table and as JSON, and shows who is disabled', () =>
    withQuarry(async (quarry) => {
      await quarry('account', 'create', 'shop');
      await quarry('account', 'create', 'lab', '--no-renew');
      expect((await quarry('account', 'disable', 'lab')).out).toBe('lab is disabled; its keys are refused\n');
      const { out } = await quarry('account', 'list');
      expect(out.split('\n')[0]).toMatch(
        /^ID +NAME +AVAILABLE +HELD +GRANTED +PERIOD ENDS +RENEWS +CONCURRENCY +STATE$/,
      );
      expect(out).toMatch(/ lab +1,000 +0 +1,000 +\d{4}-\d\d-\d\d +no +1 +disabled\n/);
      expect((await quarry('account', 'enable', 'lab')).out).toBe('lab is active again\n');
      const states = (await json<Shown[]>(quarry('account', 'list', '--json'))).map(({ name, state }) => [name, state]);
      expect(Object.fromEntries(states)).toEqual({ shop: 'active', lab: 'active' });
    }));

  it('refuses a second account of one name', () =>
    withQuarry(async (quarry) => {
      await quarry('account', 'create', 'shop');
      const again = await quarry('account', 'create', ' shop ');
      expect(again).toEqual({
        exitCode: 1,
        out: '',
        err: 'quarry: An account "shop" already exists. Choose another name.\n',
      });
    }));

  it('says so when the account is not known', () =>
    withQuarry(async (quarry) => {
      await quarry('account', 'create', 'shop');
      const commands = [
        ['account', 'grant', 'nobody', '5'],
        ['account', 'disable', 'nobody'],
        ['key', 'create', 'nobody'],
        ['key', 'list', 'nobody'],
      ];
      for (const command of commands) {
        expect(await quarry(...command)).toEqual({
          exitCode: 1,
          out: '',
          err: expect.stringMatching(/^quarry: No unique account "nobody"\. [^\n]+\n$/),
        });
      }
    }));

  it('makes no store by looking', () =>
    withQuarry(async (quarry, dataDir) => {
      const listed = await quarry('account', 'list');
      expect(listed).toMatchObject({ exitCode: 1, err: expect.stringContaining('No store in') });
      expect(existsSync(dataDir)).toBe(false);
    }));

  it.each([
    [['account', 'create', 'x', '--credits', '1.5'], 'an integer from'],
    [['account', 'create', 'x', '--credits', '-1'], 'an integer from'],
    [['account', 'create', 'x', '--credits', '1000000000001'], 'from 0 to 1000000000000'],
    [['account', 'create', 'x', '--period-days', '0'], 'from 1 to 3650'],
    [['account', 'create', 'x', '--period-days', '3651'], 'from 1 to 3650'],
    [['account', 'create', 'x', '--concurrency', '10001'], 'from 1 to 10000'],
    [['account', 'create', ' '], '1 to 200 characters'],
    [['account', 'create', 'x'.repeat(201)], '1 to 200 characters'],
    [['account', 'grant', 'x', '0'], 'from 1 to'],
    [['account', 'grant', 'x', '5', '--id', 'a b'], 'letters, digits'],
    [['account', 'create'], 'missing required argument'],
    [['account', 'drop'], 'unknown command'],
    [['key', 'create', 'x', '--colour', 'red'], 'unknown option'],
    [['key', 'create', 'x', '--operations', 'scrape/web,scrape/nothing'], '"scrape/nothing" is no operation'],
    [['key', 'limit', 'x', '--concurrency', '0'], 'from 1 to 10000'],
  ])('%j is a usage error', (args, message) =>
    withQuarry(async (quarry, dataDir) => {
      const { exitCode, out, err } = await quarry(...args);
      expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
      expect(err).toMatch(/^quarry: /);
      expect(err).toContain(message);
      expect(existsSync(dataDir)).toBe(false);
    }),
  );
});

describe('quarry key', () => {
  it('shows a key once, lists it by its beginning, and revokes it', () =>
    withQuarry(async (quarry) => {
      await quarry('account', 'create', 'shop');
      const created = await quarry('key', 'create', 'shop', '--name', 'laptop');
      expect(created.out).toMatch(/^qk_[\w-]{43}\n$/);
      expect(created.err).not.toContain(created.out.trim());
      const [key] = await json<[Shown]>(quarry('key', 'list', 'shop', '--json'));
      expect(key).toMatchObject({ name: 'laptop', prefix: created.out.slice(0, 8) });
      const table = (await quarry('key', 'list', 'shop')).out;
      expect(table).toContain('live');
      expect(table).not.toContain(created.out.trim());

      expect(await quarry('key', 'revoke', key.id)).toEqual({ exitCode: 0, out: `${key.id} is revoked\n`, err: '' });
      expect((await quarry('key', 'list', 'shop')).out).toMatch(/revoked \d{4}-\d\d-\d\d/);
      expect(await quarry('key', 'revoke', key.id)).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('No active key'),
      });
    }));

  it('limits a key when it is made, and later', () =>
    withQuarry(async (quarry) => {
      await quarry('account', 'create', 'shop');
      const limited = ['--credits-per-day', '500', '--operations', 'scrape,enginea/serp', '--concurrency', '2'];
      const key = await json(quarry('key', 'create', 'shop', '--json', ...limited));
      expect(key.limits).toEqual({ creditsPerDay: 500, operations: ['scrape', 'enginea/serp'], concurrency: 2 });
      expect((await quarry('key', 'list', 'shop')).out).toContain('500 credits a day, 2 at once, scrape enginea/serp');
      expect((await quarry('key', 'limit', key.id, '--concurrency', '3')).out).toBe(`limits of ${key.id}: 3 at once\n`);
    }));

  it('gives everything as JSON', () =>
    withQuarry(async (quarry) => {
      await quarry('account', 'create', 'shop');
      const key = await json(quarry('key', 'create', 'shop', '--json'));
      expect(key).toEqual({
        id: expect.any(String),
        accountId: expect.any(String),
        name: 'default',
        prefix: key.key.slice(0, 8),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        key: expect.stringMatching(/^qk_/),
      });
    }));
});
