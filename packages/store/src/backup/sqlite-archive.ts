import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { isBusyError } from '../sqlite/busy-error.js';
import { BUSY_TIMEOUT_MS, openDatabase } from '../sqlite/open-database.js';
import { MIGRATIONS, SEALED_HEADERS_SCHEMA, SEALED_HEADERS_TABLES } from '../sqlite/schema.js';
import { COOKIE_JAR_KIND, JOB_KIND_START } from '../records/record-rules.js';
import { StoreError } from '../store-error.js';
import type { CopiedPart, Occupancy, OnProgress, StoreArchive, StoreCopy } from './store-copy.js';

/** Independent of the process's umask. */
const FILE_MODE = 0o600;
const COPY_NAME = 'quarry.sqlite';
/** Pages copied at once before other work gets its turn. */
const PAGES_AT_ONCE = 1_000;

const damaged = (what: string, details: unknown): StoreError =>
  new StoreError('engine_failed', `${what} is damaged: ${JSON.stringify(details).slice(0, 500)}`);

const checkVersion = (db: Database.Database): number => {
  const schema = Number(db.pragma('user_version', { simple: true }));
  if (schema === 0) throw new StoreError('engine_failed', 'The database is empty.');
  if (schema <= MIGRATIONS.length) return schema;
  throw new StoreError('engine_failed', `The database has schema ${schema}; this version knows ${MIGRATIONS.length}.`);
};

const checkIntegrity = (db: Database.Database, what: string): void => {
  const found = db.pragma('integrity_check(1)', { simple: true });
  if (found !== 'ok') throw damaged(what, found);
  const strays = db.pragma('foreign_key_check') as unknown[];
  if (strays.length > 0) throw damaged(what, strays[0]);
};

const countRows = (db: Database.Database): Record<string, number> => {
  const tables = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  const counts = tables.map(({ name }): [string, number] => {
    const row = db.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM "${name}"`).get();
    return [name, row?.rows ?? 0];
  });
  return Object.fromEntries(counts);
};

/** Flushes to disk: what a manifest names must survive a loss of power. */
const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Only running requests and deliveries of results need it; a copy would keep it. */
const dropSealedHeaders = (copy: Database.Database, schema: number): void => {
  if (schema < SEALED_HEADERS_SCHEMA) return;
  copy.pragma('secure_delete = ON');
  for (const table of SEALED_HEADERS_TABLES) {
    copy.exec(`UPDATE ${table} SET sealed_headers = NULL WHERE sealed_headers IS NOT NULL`);
  }
  copy
    .prepare<[string, string]>('DELETE FROM records WHERE kind GLOB ? OR kind = ?')
    .run(`${JOB_KIND_START}*`, COOKIE_JAR_KIND);
};

/** Makes the copy one file without a log, and checks its integrity. Returns its rows by table. */
const seal = (path: string, schema: number): Record<string, number> => {
  const copy = new Database(path, { fileMustExist: true });
  try {
    dropSealedHeaders(copy, schema);
    copy.pragma('journal_mode = DELETE');
    checkIntegrity(copy, 'The copy of the database');
    return countRows(copy);
  } finally {
    copy.close();
  }
};

/** Size and digest of a file, read piece by piece. */
const hashFile = async (path: string): Promise<CopiedPart> => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    sizeBytes += piece.byteLength;
  }
  return { file: basename(path), sizeBytes, sha256: hash.digest('hex') };
};

const copyDatabase = async (path: string, folder: string, onProgress: OnProgress): Promise<StoreCopy> => {
  const target = join(folder, COPY_NAME);
  const db = new Database(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.pragma('query_only = ON');
    // One read transaction around all of it: the copy is of this moment, and writers neither wait nor restart it.
    db.exec('BEGIN');
    const schema = checkVersion(db);
    await db.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress({ done: totalPages - remainingPages, total: totalPages, unit: 'pages' });
        return PAGES_AT_ONCE;
      },
    });
    db.exec('COMMIT');
    await chmod(target, FILE_MODE);
    const rows = seal(target, schema);
    await flush(target);
    return { kind: 'sqlite', schema, rows, parts: [await hashFile(target)] };
  } finally {
    db.close();
  }
};

const occupancyOf = (path: string): Occupancy => {
  if (!existsSync(path)) return 'empty';
  const db = new Database(path, { fileMustExist: true, timeout: 0 });
  try {
    // Leaving WAL mode is refused while any other connection is open, even an idle one.
    return db.pragma('journal_mode = DELETE', { simple: true }) === 'delete' ? 'data' : 'in_use';
  } catch (error) {
    if (isBusyError(error)) return 'in_use';
    // A file that is not a readable database is still somebody's data.
    return 'data';
  } finally {
    db.close();
  }
};

const restoreDatabase = async (path: string, folder: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.restoring`;
  await rm(partial, { force: true });
  await copyFile(join(folder, COPY_NAME), partial);
  await chmod(partial, FILE_MODE);
  await flush(partial);
  if (occupancyOf(path) === 'in_use') {
    await rm(partial, { force: true });
    throw new StoreError('busy', 'The store is in use. Stop every service, then try again.');
  }
  // A log of the old database would be applied to the new one.
  for (const suffix of ['-wal', '-shm', '']) await rm(path + suffix, { force: true });
  await rename(partial, path);
  await flush(dirname(path));
  openDatabase({ path, durability: 'full', busyTimeoutMs: BUSY_TIMEOUT_MS }).close();
};

/** Copies of the embedded store. They may be made while any number of processes use it. */
export const openSqliteArchive = ({ path }: { path: string }): StoreArchive => ({
  kind: 'sqlite',
  newestSchema: MIGRATIONS.length,
  copyTo: async (folder, onProgress) => {
    if (!existsSync(path)) throw new StoreError('invalid_input', `There is no store at ${path}.`);
    return copyDatabase(path, folder, onProgress);
  },
  occupancy: () => Promise.resolve(occupancyOf(path)),
  restoreFrom: (folder) => restoreDatabase(path, folder),
  close: () => Promise.resolve(),
});
