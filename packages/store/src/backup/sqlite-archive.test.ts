import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSqliteStore } from '../sqlite/open-sqlite-store.js';
import { openSqliteArchive } from './sqlite-archive.js';

const PLAN = { creditsPerPeriod: 100, periodDays: 30, renew: true };
const silent = (): void => undefined;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-sqlite-copy-'));
  path = join(folder, 'quarry.sqlite');
});
afterEach(() => rm(folder, { recursive: true }));

describe('a copy of the embedded store', () => {
  it('does not take the place of a store that somebody opened meanwhile', async () => {
    const archive = openSqliteArchive({ path });
    const source = await mkdtemp(join(folder, 'copy-'));
    await (await openSqliteStore({ path })).close();
    const copy = await archive.copyTo(source, silent);
    const store = await openSqliteStore({ path });
    await store.accounts.create({ id: 'late', name: 'late', plan: PLAN, concurrency: 1 });
    await expect(archive.restoreFrom(source, copy, silent)).rejects.toMatchObject({ code: 'busy' });
    expect(await store.accounts.get('late')).not.toBeNull();
    await store.close();
    expect(await readdir(folder)).not.toContain('quarry.sqlite.restoring');
    await archive.restoreFrom(source, copy, silent);
    const restored = await openSqliteStore({ path });
    expect(await restored.accounts.get('late')).toBeNull();
    await restored.close();
  });
});
