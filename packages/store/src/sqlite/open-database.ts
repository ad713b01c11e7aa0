import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { StoreError } from '../store-error.js';
import { isBusyError } from './busy-error.js';
import { MIGRATIONS } from './schema.js';

/** How long a write waits for another process's write before it is rejected as `busy`. */
export const BUSY_TIMEOUT_MS = 10_000;
const WAL_RETRY_MS = 10;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

export type Durability = 'normal' | 'full';

export interface DatabaseOptions {
  readonly path: string;
  readonly durability: Durability;
  readonly busyTimeoutMs: number;
}

// Blocks this thread, which is the engine's own and has nothing else to do.
const pauseMs = (durationMs: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);
};

/** The change to WAL does not wait for locks by itself, and several processes may open a new file at once. */
const switchToWal = (db: Database.Database, timeoutMs: number): void => {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    try {
      if (db.pragma('journal_mode', { simple: true }) === 'wal') return;
      db.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusyError(error) || performance.now() >= giveUpAt) throw error;
      pauseMs(WAL_RETRY_MS);
    }
  }
};

const schemaVersion = (db: Database.Database): number => Number(db.pragma('user_version', { simple: true }));

/** Brings the schema up to date. Whoever gets the write lock first does it; the others find it done. */
export const migrate = (db: Database.Database, migrations: readonly string[] = MIGRATIONS): void => {
  if (schemaVersion(db) === migrations.length) return;
  db.transaction(() => {
    const version = schemaVersion(db);
    if (version > migrations.length) {
      throw new StoreError(
        'engine_failed',
        `The database has schema ${version}; this version knows ${migrations.length}.`,
      );
    }
    for (const migration of migrations.slice(version)) db.exec(migration);
    db.pragma(`user_version = ${migrations.length}`);
  }).immediate();
};

/** Creates the file with access for its user alone before it has content; SQLite gives the files beside it the same permissions. */
const makePrivate = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  closeSync(openSync(path, 'a', FILE_MODE));
};

export const openDatabase = ({ path, durability, busyTimeoutMs }: DatabaseOptions): Database.Database => {
  makePrivate(path);
  const db = new Database(path, { timeout: busyTimeoutMs });
  try {
    switchToWal(db, busyTimeoutMs);
    db.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
    db.pragma('foreign_keys = ON');
    // Deleted content is overwritten where its page is written anyway.
    db.pragma('secure_delete = FAST');
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};
