import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Database from 'better-sqlite3';
import { HOLD, OK_END, OWNER, running } from '../../test/conformance/batches/batch-scene.js';
import { OK, openScene, type StoreScene } from '../../test/conformance/store-scene.js';
import { createInlineEngine } from '../../test/money/inline-engine.js';
import { openDatabase } from './open-database.js';
import { createSqliteStore } from './open-sqlite-store.js';

let folder: string;
let db: Database.Database;
let scene: StoreScene;
let accountId: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-damaged-'));
  db = openDatabase({ path: join(folder, 'quarry.db'), durability: 'normal', busyTimeoutMs: 1_000 });
  scene = await openScene(async (clock) => {
    const store = createSqliteStore(createInlineEngine(db), clock);
    const openAnother = () => Promise.reject(new Error('one store is enough'));
    return { store, openAnother, reopen: openAnother, dispose: () => store.close() };
  });
  accountId = (await scene.newAccount(1_000)).id;
});
afterEach(async () => {
  await scene.fixture.dispose();
  rmSync(folder, { recursive: true, force: true });
});

describe('data that no call of the store leaves behind', () => {
  it('are named: a request without its account', async () => {
    const id = await scene.hold(accountId, 1);
    db.pragma('foreign_keys = OFF');
    db.exec('DELETE FROM accounts');
    await expect(scene.store.requests.finish(id, OK)).rejects.toThrow(`Request ${id} has no account.`);
    expect(await scene.store.requests.get(id)).toMatchObject({ state: 'open' });
  });

  it('are named, and nothing is shown of them: a job that cannot follow its items', async () => {
    const { jobId, ids } = await running(scene, accountId, 2);
    await scene.store.items.finish(ids[0] ?? '', OK_END);
    db.exec('CREATE TRIGGER stuck BEFORE UPDATE OF visible_count ON batch_jobs BEGIN SELECT RAISE(IGNORE); END');
    await expect(scene.store.batches.publish(jobId, OWNER, 10)).rejects.toThrow(`Job ${jobId} went while`);
    expect(await scene.store.batches.results(jobId, { afterSeq: 0, limit: 10 })).toEqual([]);
    expect(await scene.store.accounts.period(accountId)).toMatchObject({ held: 2 * HOLD, charged: 0 });
  });
});
