import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDiskFiles, type FileKey, type FileStore } from '@quarry/files';
import { openSqliteStore, type Store } from '@quarry/store';
import type { Outcome } from '../outcome.js';
import { runCli } from '../run-cli.js';
import { createTestStreams } from '../../test/test-streams.js';

const PLAN = { creditsPerPeriod: 100, periodDays: 30, renew: true };
const PAGE: FileKey = { accountId: 'shop', requestId: 'request-1', name: 'page.html' };
const SHOT: FileKey = { accountId: 'shop', requestId: 'request-1', name: 'shot.png' };
const BYTES = randomBytes(200_000);
const SECRET = 'of-the-data-folder-0123456789';
const THEN_MS = Date.parse('2026-01-02T03:04:05.000Z');

const openParts = async (dataDir: string): Promise<{ store: Store; files: FileStore; close: () => Promise<void> }> => {
  const store = await openSqliteStore({ path: join(dataDir, 'quarry.sqlite') });
  const files = await openDiskFiles({ root: join(dataDir, 'files'), maxFileBytes: 1_048_576 });
  return {
    ...{ store, files },
    close: async () => {
      await store.close();
      await files.close();
    },
  };
};

const fill = async (dataDir: string): Promise<void> => {
  const { store, files, close } = await openParts(dataDir);
  await store.accounts.create({ id: 'shop', name: 'shop', plan: PLAN, concurrency: 1 });
  const deadlineAtMs = Date.now() + 300_000;
  const row = { operation: 'scrape/web', params: {}, contractVersion: 1, holdCredits: 5, deadlineAtMs };
  for (const id of ['request-1', 'request-2']) await store.requests.admit({ id, accountId: 'shop', ...row });
  await store.requests.finish('request-1', { state: 'ok', verdict: 'ok', chargedCredits: 3, answerName: PAGE.name });
  await files.put(PAGE, '<h1>kept</h1>', THEN_MS);
  await files.put(SHOT, BYTES);
  await writeFile(join(dataDir, 'secret'), `${SECRET}\n`);
  await close();
};

const quarryWith = (env: Record<string, string>, ...args: string[]): Promise<Outcome> => {
  const { streams } = createTestStreams();
  return runCli(args, { env, command: 'quarry', version: '1.2.3', nodeVersion: '24.0.0', rootDir: tmpdir(), streams });
};

const quarry = (dataDir: string, ...args: string[]): Promise<Outcome> => quarryWith({ QUARRY_DATA: dataDir }, ...args);

const exactly = (exitCode: number, err: RegExp) => ({ exitCode, err: expect.stringMatching(err) });

const restored = (err: RegExp) => ({
  out: expect.stringMatching(/^restored as of 20/),
  err: expect.stringMatching(err),
});

describe('quarry backup and restore', () => {
  let root: string;
  let source: string;
  let whole: string;
  let backup: string;
  let target: string;
  let runs = 0;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'quarry-backup-'));
    [source, whole] = [join(root, 'source'), join(root, 'whole')];
    await mkdir(source);
    await fill(source);
    const { store, close } = await openParts(source);
    // The last writes are in the log beside the file, and somebody has both open.
    await store.accounts.grant('shop', 11, 'late');
    expect(await quarry(source, 'backup', whole, '--with-secret')).toEqual({
      exitCode: 0,
      out: `${whole}\n`,
      err: expect.stringMatching(/10 rows of SQLite and 2 files \(195\.\d KB\); QUARRY_SECRET is included\n$/),
    });
    await close();
  });

  beforeEach(async () => {
    runs += 1;
    [backup, target] = [join(root, `backup-${runs}`), join(root, `target-${runs}`)];
    await quarry(source, 'backup', backup);
  });

  afterAll(() => rm(root, { recursive: true }));

  it('bring store, files, their times and the secret back', async () => {
    expect(await quarry(target, 'restore', whole)).toEqual({
      exitCode: 0,
      out: expect.stringMatching(/^restored as of 20/),
      err: expect.stringContaining('empty Redis'),
    });
    const { store, files, close } = await openParts(target);
    const period = await store.accounts.period('shop');
    expect(period).toMatchObject({ granted: 111, charged: 3, held: 5, available: 103 });
    expect(await store.ledger.rebuild('shop')).toEqual([period]);
    expect((await store.requests.get('request-2'))?.state).toBe('open');
    expect((await files.read(PAGE, 100))?.toString()).toBe('<h1>kept</h1>');
    expect((await files.head(PAGE))?.modifiedAtMs).toBe(THEN_MS);
    expect(await files.read(SHOT, 1_048_576)).toEqual(BYTES);
    await close();
    expect(await readFile(join(target, 'secret'), 'utf8')).toBe(`${SECRET}\n`);
  });

  it('leave the secret out unless it is asked for', async () => {
    expect(readdirSync(backup).sort()).toEqual(['files', 'files.ndjson', 'manifest.json', 'store']);
    const run = await quarry(target, 'restore', backup, '--json');
    expect(JSON.parse(run.out)).toMatchObject({ secret: 'not included', files: { count: 2 } });
    expect(existsSync(join(target, 'secret'))).toBe(false);
  });

  it('leave a secret that is set to the operator, and say when it is another one', async () => {
    const env = { QUARRY_DATA: target, QUARRY_SECRET: SECRET };
    expect(await quarryWith(env, 'restore', whole)).toEqual({ exitCode: 0, ...restored(/^next: /) });
    const others = { ...env, QUARRY_SECRET: 'another-secret-0123456789-abcdef' };
    const run = await quarryWith(others, 'restore', whole, '--force');
    expect(run).toEqual({
      exitCode: 0,
      ...restored(/^QUARRY_SECRET differs from that of the backup, .*set that one\.\nnext: /),
    });
    expect(run.out + run.err).not.toContain(SECRET);
    expect(existsSync(join(target, 'secret'))).toBe(false);
  });

  it('refuse another secret in the data folder before anything is written, unless by force', async () => {
    await mkdir(target);
    await writeFile(join(target, 'secret'), 'the-folder-has-this-0123456789\n');
    expect(await quarry(target, 'restore', whole)).toMatchObject(exactly(1, /is a different secret/));
    expect(readdirSync(join(target, 'files'))).not.toContain('shop');
    expect(await quarry(target, 'restore', whole, '--force')).toMatchObject({ exitCode: 0 });
    expect(await readFile(join(target, 'secret'), 'utf8')).toBe(`${SECRET}\n`);
  });

  it('compare the secret as everything else, and show no digest of it', async () => {
    const run = await quarry(whole, 'restore', whole, '--check', '--json');
    expect(JSON.parse(run.out)).toMatchObject({ secret: 'included' });
    expect(run.out).not.toContain('secretFile');
    const withSecret = join(root, `secret-${runs}`);
    await quarry(source, 'backup', withSecret, '--with-secret');
    await writeFile(join(withSecret, 'secret'), SECRET.replace('data', 'DATA'));
    expect(await quarry(target, 'restore', withSecret, '--check')).toMatchObject(
      exactly(1, /secret differs from what was/),
    );
    await rm(join(withSecret, 'secret'));
    expect(await quarry(target, 'restore', withSecret)).toMatchObject(exactly(1, /secret is missing/));
    const manifest = join(withSecret, 'manifest.json');
    // As backups were before digests of secrets were noted.
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"secretFile"', '"unknown"'));
    expect(await quarry(target, 'restore', withSecret, '--check')).toMatchObject(exactly(1, /secret is missing/));
    await writeFile(join(withSecret, 'secret'), SECRET);
    expect(await quarry(target, 'restore', withSecret, '--check')).toMatchObject({ exitCode: 0 });
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    ['without a manifest', () => rm(join(backup, 'manifest.json')), /incomplete/],
    ['with half a manifest', () => truncate(join(backup, 'manifest.json'), 40), /is not valid JSON/],
    ['with a manifest of something else', () => writeFile(join(backup, 'manifest.json'), '{}'), /not the manifest/],
    [
      'whose store was cut',
      () => truncate(join(backup, 'store/quarry.sqlite'), 4_096),
      /differs from what was backed up/,
    ],
    ['that lost a file', () => rm(join(backup, 'files/shop/request-1/shot.png')), /missing or cannot be read/],
    [
      'with another file',
      () => writeFile(join(backup, 'files/shop/request-1/page.html'), '<h1>fake</h1>'),
      /differs from what/,
    ],
    ['with a longer list', () => appendFile(join(backup, 'files.ndjson'), '{}\n'), /differs from what was backed up/],
  ])('refuse a backup %s, and write nothing', async (_, spoil, message) => {
    await spoil();
    expect(await quarry(target, 'restore', backup)).toMatchObject(exactly(1, message));
    expect(existsSync(join(target, 'quarry.sqlite'))).toBe(false);
    expect(await quarry(target, 'restore', backup, '--check')).toMatchObject(exactly(1, message));
  });

  it('refuse a newer layout, a newer schema and another kind of store', async () => {
    const manifest = await readFile(join(backup, 'manifest.json'), 'utf8');
    const write = (text: string): Promise<void> => writeFile(join(backup, 'manifest.json'), text);
    await write(manifest.replace('"version": 1', '"version": 2'));
    expect(await quarry(target, 'restore', backup)).toMatchObject(exactly(1, /layout 2; this version supports 1/));
    await write(manifest.replace(/"schema": \d+/, '"schema": 99'));
    expect(await quarry(target, 'restore', backup)).toMatchObject(exactly(1, /schema 99; this version supports \d/));
    await write(manifest.replace('"sqlite"', '"mongodb"'));
    expect(await quarry(target, 'restore', backup)).toMatchObject(exactly(1, /Set MONGODB_URI/));
  });

  it('refuse a folder in use, even by force, and data that is there unless by force', async () => {
    await mkdir(target);
    const { store, close } = await openParts(target);
    await store.accounts.create({ id: 'other', name: 'other', plan: PLAN, concurrency: 1 });
    expect(await quarry(target, 'restore', backup, '--force')).toMatchObject(exactly(1, /in use/));
    expect(await store.accounts.get('other')).not.toBeNull();
    await close();
    expect(await quarry(target, 'restore', backup)).toMatchObject(exactly(1, /--force to replace it/));
    expect(await quarry(target, 'restore', backup, '--force')).toMatchObject({ exitCode: 0 });
    const now = await openParts(target);
    expect((await now.store.accounts.list()).map(({ id }) => id)).toEqual(['shop']);
    await now.close();
    await rm(join(target, 'quarry.sqlite'));
    expect(await quarry(target, 'restore', backup)).toMatchObject(exactly(1, /Stored files already/));
  });

  it('refuse a folder that is not empty, and data that is not there', async () => {
    expect(await quarry(source, 'backup', backup)).toMatchObject(exactly(1, /not empty/));
    expect(await quarry(target, 'backup', join(root, `none-${runs}`))).toMatchObject(exactly(1, /There is no store/));
    expect(await quarry(source, 'restore', join(root, 'nowhere'))).toMatchObject(exactly(1, /not a backup/));
  });
});
