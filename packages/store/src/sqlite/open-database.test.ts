import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { migrate, openDatabase } from './open-database.js';
import { openSqliteStore } from './open-sqlite-store.js';
import { MIGRATIONS } from './schema.js';

let folder: string;
let path: string;
let opened: Database.Database[] = [];

const open = (durability: 'normal' | 'full' = 'normal'): Database.Database => {
  const db = openDatabase({ path, durability, busyTimeoutMs: 1000 });
  opened.push(db);
  return db;
};

const addAccount = (db: Database.Database): void => {
  db.exec(`
    INSERT INTO accounts (id, name, credits_per_period, period_days, renew, concurrency, is_disabled, created_at_ms, period_index, period_end_ms)
      VALUES ('acme', 'Acme', 100, 30, 1, 10, 0, 1000, 0, 2000);
    INSERT INTO periods VALUES ('acme', 0, 1000, 2000, 100, 0, 0, 0, 100);
    INSERT INTO ledger VALUES (1, 'open:acme:0', 'acme', 0, 'grant', 100, NULL, 1000);
  `);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-database-'));
  path = join(folder, 'deep', 'er', 'quarry.db');
});

afterEach(() => {
  opened.forEach((db) => db.close());
  opened = [];
  rmSync(folder, { recursive: true, force: true });
});

describe('opening', () => {
  it('makes the folder and sets what the engine relies on', () => {
    const db = open();
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(1);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(db.pragma('busy_timeout', { simple: true })).toBe(1000);
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
  });

  it('makes database, logs and folder of their user alone, whatever the process may leave open to others', () => {
    const before = process.umask();
    const db = open();
    addAccount(db);
    const modes = readdirSync(join(path, '..')).map((name) => [name, statSync(join(path, '..', name)).mode & 0o777]);
    expect(before & 0o077).not.toBe(0o077);
    expect(Object.fromEntries(modes)).toEqual({ 'quarry.db': 0o600, 'quarry.db-shm': 0o600, 'quarry.db-wal': 0o600 });
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  it('waits for the disk on every commit where that is asked', () => {
    expect(open('full').pragma('synchronous', { simple: true })).toBe(2);
  });

  it('keeps what is there when opened again', () => {
    addAccount(open());
    expect(open().prepare('SELECT count(*) AS n FROM accounts').get()).toEqual({ n: 1 });
  });

  it('refuses a newer schema, and a file that is no database, with a reason', async () => {
    open().pragma(`user_version = ${MIGRATIONS.length + 1}`);
    expect(() => open()).toThrow(`The database has schema ${MIGRATIONS.length + 1}`);
    await expect(openSqliteStore({ path })).rejects.toMatchObject({ name: 'StoreError', code: 'engine_failed' });
    const other = join(folder, 'letter.txt');
    writeFileSync(other, 'Dear reader, this is not a database. '.repeat(100));
    await expect(openSqliteStore({ path: other })).rejects.toMatchObject({ code: 'engine_failed' });
  });
});

describe('a new file that another process is writing to', () => {
  const lockThenRelease = async (holdMs: number): Promise<Worker> => {
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      const db = new (require(workerData.driver))(workerData.path);
      db.exec('CREATE TABLE other (n); BEGIN IMMEDIATE');
      parentPort.postMessage('locked');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.holdMs);
      db.close();`;
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    const locker = new Worker(code, { eval: true, workerData: { driver, path, holdMs } });
    await once(locker, 'message');
    return locker;
  };

  beforeEach(() => {
    path = join(folder, 'quarry.db');
  });

  it('is opened as soon as the lock is free', async () => {
    const locker = await lockThenRelease(100);
    expect(open().pragma('journal_mode', { simple: true })).toBe('wal');
    await locker.terminate();
  });

  it('is given up as busy after the timeout and not before', async () => {
    const locker = await lockThenRelease(60_000);
    const startedAtMs = performance.now();
    await expect(openSqliteStore({ path, busyTimeoutMs: 150 })).rejects.toMatchObject({ code: 'busy' });
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(150);
    const before = performance.now();
    expect(() => openDatabase({ path, durability: 'normal', busyTimeoutMs: 150 })).toThrow('locked');
    expect(performance.now() - before).toBeGreaterThanOrEqual(150);
    await locker.terminate();
  });
});

describe('migrations', () => {
  it('apply what is missing, in order, once', () => {
    const db = open();
    const more = [...MIGRATIONS, 'CREATE TABLE later (n INTEGER)', 'INSERT INTO later VALUES (7)'];
    migrate(db, more);
    migrate(db, more);
    expect(db.prepare('SELECT n FROM later').all()).toEqual([{ n: 7 }]);
    expect(db.pragma('user_version', { simple: true })).toBe(more.length);
  });

  it('leave nothing behind when one of them fails', () => {
    const db = open();
    expect(() => migrate(db, [...MIGRATIONS, 'CREATE TABLE later (n INTEGER)', 'NOT SQL'])).toThrow('syntax error');
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'later'").all()).toEqual([]);
  });
});

describe('a database of the first release', () => {
  it('gets what came since and keeps what is in it', () => {
    path = join(folder, 'quarry.db');
    const first = new Database(path);
    migrate(first, MIGRATIONS.slice(0, 1));
    addAccount(first);
    first.exec(`INSERT INTO requests (id, account_id, operation, params, contract_version, state, held_credits, period_index,
      created_at_ms, deadline_at_ms) VALUES ('old', 'acme', 'scrape/web', '{}', 1, 'open', 0, 0, 1, 9)`);
    first.close();
    const db = open();
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    expect(db.prepare('SELECT id, stored_bytes AS stored FROM accounts').all()).toEqual([{ id: 'acme', stored: 0 }]);
    expect(db.prepare('SELECT count(*) AS n FROM batch_jobs').get()).toEqual({ n: 0 });
    const seen = db.prepare(
      'SELECT id, host, tier, status_code FROM requests INDEXED BY requests_by_operation WHERE account_id = ? AND operation = ?',
    );
    expect(seen.all('acme', 'scrape/web')).toEqual([{ id: 'old', host: null, tier: null, status_code: null }]);
  });
});

describe('the schema refuses', () => {
  const JOB = `INSERT INTO batch_jobs (job_key, id, account_id, operation, contract_version, state, requests_count,
    held_credits, period_index, created_at_ms, deadline_at_ms) VALUES (1, 'j', 'acme', 'o', 1, 'pending', 2, 10, 0, 1, 9);`;
  const ITEM = `INSERT INTO batch_items (item_key, id, job_key, site, held_credits) VALUES (1048576, 'i', 1, 's', 5);`;

  it.each([
    ['a balance that does not add up', 'UPDATE periods SET available = available - 1'],
    ['a negative amount', 'UPDATE periods SET held = -1, available = 101'],
    ['a credit out of nowhere', 'UPDATE periods SET granted = granted + 1'],
    ['a changed journal', 'UPDATE ledger SET credits = 1'],
    ['a shortened journal', 'DELETE FROM ledger'],
    ['a movement told twice', "INSERT INTO ledger VALUES (2, 'open:acme:0', 'acme', 0, 'grant', 1, NULL, 1000)"],
    ['a movement in a period that is none', "INSERT INTO ledger VALUES (2, 'x', 'acme', 9, 'grant', 1, NULL, 1000)"],
    ['an account that still has periods going away', 'DELETE FROM accounts'],
    [
      'a charge without success',
      `INSERT INTO requests (id, account_id, operation, params, contract_version, state, held_credits, charged_credits,
         period_index, created_at_ms, deadline_at_ms, ended_at_ms, verdict)
       VALUES ('r', 'acme', 'o', '{}', 1, 'failed', 5, 1, 0, 1, 2, 3, 'blocked')`,
    ],
    [
      'an end without a verdict',
      `INSERT INTO requests (id, account_id, operation, params, contract_version, state, held_credits, period_index,
         created_at_ms, deadline_at_ms, ended_at_ms) VALUES ('r', 'acme', 'o', '{}', 1, 'ok', 5, 0, 1, 2, 3)`,
    ],
    ['counters of a job that do not add up', `${JOB} UPDATE batch_jobs SET visible_count = 1`],
    ['a job that is done with items to come', `${JOB} UPDATE batch_jobs SET state = 'done', finished_at_ms = 3`],
    [
      'a finished job that still holds credits',
      `${JOB} UPDATE batch_jobs SET state = 'done', finished_at_ms = 3, visible_count = 2, succeeded_count = 2`,
    ],
    ['a number for an open item', `${JOB} ${ITEM} UPDATE batch_items SET seq = 1`],
    [
      'two items with one number',
      `${JOB} ${ITEM} UPDATE batch_items SET state = 'ok', verdict = 'ok', ended_at_ms = 3, seq = 1;
       INSERT INTO batch_items (item_key, id, job_key, site, held_credits, state, verdict, ended_at_ms, seq)
         VALUES (1048577, 'k', 1, 's', 5, 'ok', 'ok', 3, 1)`,
    ],
    [
      'a charge of an item above its hold',
      `${JOB} ${ITEM} UPDATE batch_items SET state = 'ok', verdict = 'ok', ended_at_ms = 3, charged_credits = 6`,
    ],
    ['an item of another job', `${JOB} ${ITEM} UPDATE batch_items SET job_key = 2`],
  ])('%s', (_what, sql) => {
    const db = open();
    addAccount(db);
    expect(() => db.exec(sql)).toThrow(/constraint failed|append-only/);
  });
});

describe('the file', () => {
  it('never holds a plain key', async () => {
    const store = await openSqliteStore({ path });
    const plan = { creditsPerPeriod: 1, periodDays: 30, renew: true };
    const { id: accountId } = await store.accounts.create({ name: 'Acme', plan, concurrency: 1 });
    const { plainKey = '' } = (await store.keys.create({ accountId, name: 'build server' })) ?? {};
    await store.keys.authenticate(plainKey);
    const bytes = readdirSync(join(path, '..')).map((name) => readFileSync(join(path, '..', name), 'latin1'));
    expect(bytes.some((text) => text.includes('build server'))).toBe(true);
    expect(bytes.some((text) => text.includes(plainKey.slice(0, 16)))).toBe(false);
    await store.close();
  });
});
