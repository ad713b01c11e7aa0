import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Store } from '../port.js';
import { COOKIE_JAR_KIND } from '../records/record-rules.js';
import { openSqliteStore } from '../sqlite/open-sqlite-store.js';
import { openSqliteArchive } from './sqlite-archive.js';

const PLAN = { creditsPerPeriod: 100, periodDays: 30, renew: true };
const silent = (): void => undefined;

let folder: string;
let path: string;
const opened: Store[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-sqlite-copy-'));
  path = join(folder, 'quarry.sqlite');
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

const openStore = async (): Promise<Store> => {
  const store = await openSqliteStore({ path });
  opened.push(store);
  return store;
};
const closeStore = async (): Promise<void> => opened.pop()?.close();

describe('a copy of the embedded store', () => {
  it('has no sealed headers, and the store keeps those of its open requests', async () => {
    const store = await openStore();
    await store.accounts.create({ id: 'shop', name: 'shop', plan: PLAN, concurrency: 1 });
    const row = { accountId: 'shop', operation: 'scrape/web', params: {}, contractVersion: 1, holdCredits: 1 };
    const sealed = { deadlineAtMs: Date.now() + 300_000, sealedHeaders: 'sealed-and-looked-for' };
    await store.requests.admit({ id: 'request-1', ...row, ...sealed });
    const source = await mkdtemp(join(folder, 'copy-'));
    await openSqliteArchive({ path }).copyTo(source, silent);
    expect((await readFile(join(source, 'quarry.sqlite'))).includes('sealed-and-looked-for')).toBe(false);
    expect(await store.requests.begin('request-1', 1)).toMatchObject({ sealedHeaders: 'sealed-and-looked-for' });
  });

  it('has its records, which are those of the store that is restored from it', async () => {
    const store = await openStore();
    await store.records.insert({
      kind: 'user',
      id: 'ann@shop.example',
      owner: 'ann@shop.example',
      data: { name: 'Ann' },
    });
    const user = await store.records.get('user', 'ann@shop.example');
    const sealed = { kind: 'job-delivery', id: 'job', owner: 'shop', data: { keys: 'sealed-and-looked-for' } };
    await store.records.insert(sealed);
    await store.records.insert({ ...sealed, kind: COOKIE_JAR_KIND });
    const source = await mkdtemp(join(folder, 'copy-'));
    const archive = openSqliteArchive({ path });
    const copy = await archive.copyTo(source, silent);
    // Those of jobs and the cookies of sessions are left out, with the credentials that are among them.
    expect(copy.rows).toMatchObject({ records: 1 });
    expect((await readFile(join(source, 'quarry.sqlite'))).includes('sealed-and-looked-for')).toBe(false);
    await store.records.remove('user', 'ann@shop.example');
    await closeStore();
    await archive.restoreFrom(source, copy, silent);
    expect(await (await openStore()).records.get('user', 'ann@shop.example')).toEqual(user);
  });

  it('does not take the place of a store that somebody opened meanwhile', async () => {
    const archive = openSqliteArchive({ path });
    const source = await mkdtemp(join(folder, 'copy-'));
    await openStore();
    await closeStore();
    const copy = await archive.copyTo(source, silent);
    const store = await openStore();
    await store.accounts.create({ id: 'late', name: 'late', plan: PLAN, concurrency: 1 });
    await expect(archive.restoreFrom(source, copy, silent)).rejects.toMatchObject({ code: 'busy' });
    expect(await store.accounts.get('late')).not.toBeNull();
    await closeStore();
    expect(await readdir(folder)).not.toContain('quarry.sqlite.restoring');
    await archive.restoreFrom(source, copy, silent);
    expect(await (await openStore()).accounts.get('late')).toBeNull();
  });
});
