import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Database from 'better-sqlite3';
import type { RequestEnd } from '../../port.js';
import { createAccountWrites } from '../account-calls.js';
import { openDatabase } from '../open-database.js';
import { createPeriodBook } from '../period-book.js';
import { createRequestReads, createRequestWrites } from './request-calls.js';
import { MAX_INLINE_PARAMS_CHARS } from './request-columns.js';

const OK: RequestEnd = { state: 'ok', verdict: 'ok', chargedCredits: 1 };
const NEWEST = { createdAtMs: Number.MAX_SAFE_INTEGER, id: '' };
const OLDEST = { createdAtMs: 0, id: '' };
const START_MS = 1_000;

let folder: string;
let db: Database.Database;
let reads: ReturnType<typeof createRequestReads>;
let writes: ReturnType<typeof createRequestWrites>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-columns-'));
  db = openDatabase({ path: join(folder, 'quarry.db'), durability: 'normal', busyTimeoutMs: 1000 });
  const book = createPeriodBook(db);
  const plan = { creditsPerPeriod: 10_000, periodDays: 30, renew: true };
  createAccountWrites(db, book).createAccount({ id: 'acme', name: 'n', plan, concurrency: 1 }, START_MS);
  reads = createRequestReads(db);
  writes = createRequestWrites(db, book);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const paramsOf = (chars: number, more: object = {}): string => {
  const params = JSON.stringify({ ...more, script: '' });
  return params.replace('""', `"${'x'.repeat(chars - params.length)}"`);
};

const admit = (id: string, params: string): void => {
  const none = { sealedHeaders: null, answerKey: null, isAsync: null, webhookUrl: null, host: null, key: null };
  const row = { id, accountId: 'acme', operation: 'scrape/web', params, contractVersion: 1, holdCredits: 1 };
  expect(writes.admit({ ...row, ...none, deadlineAtMs: START_MS + 10 }, START_MS).outcome).toBe('admitted');
};

const elsewhere = (): unknown[] => db.prepare('SELECT id FROM request_params ORDER BY id').pluck().all();

describe('the parameters of a request', () => {
  it('are in a table of their own once they are long, and in the row as every call returns it', () => {
    const [short, long] = [paramsOf(MAX_INLINE_PARAMS_CHARS), paramsOf(MAX_INLINE_PARAMS_CHARS + 1)];
    admit('short', short);
    admit('long', long);
    expect(elsewhere()).toEqual(['long']);
    for (const [id, params] of [
      ['short', short],
      ['long', long],
    ] as const) {
      expect(reads.getRequest(id)).toMatchObject({ params });
      expect(writes.begin(id, 1, START_MS)).toMatchObject({ params });
      expect(writes.finish(id, OK, 1, START_MS)).toMatchObject({ isWinner: true, row: { params } });
      expect(writes.finish(id, OK, 1, START_MS)).toMatchObject({ isWinner: false, row: { params, state: 'ok' } });
    }
    expect(reads.listRequests('acme', { limit: 9 }).map(({ params }) => params)).toEqual([short, long]);
  });

  it('name the own timeout of a call that ends past it, wherever they are', () => {
    admit('short', paramsOf(100, { timeout: 5 }));
    admit('long', paramsOf(50_000, { timeout: 5 }));
    const swept = writes.sweepExpired(0, 9, START_MS + 11);
    expect(swept.map(({ id, error }) => [id, error]).toSorted()).toEqual([
      ['long', 'target_timeout'],
      ['short', 'target_timeout'],
    ]);
  });

  it('go with their row', () => {
    admit('gone', paramsOf(5_000));
    admit('kept', paramsOf(5_000));
    writes.finish('gone', OK, 1, START_MS);
    expect(writes.purge(0, 9, START_MS + 1).removed).toEqual([{ id: 'gone', accountId: 'acme' }]);
    expect(elsewhere()).toEqual(['kept']);
  });

  it('are read from the row where an earlier version left them, however long', () => {
    const params = paramsOf(50_000, { timeout: 5 });
    admit('old', '{}');
    db.prepare('UPDATE requests SET params = ?').run(params);
    expect(elsewhere()).toEqual([]);
    expect(reads.getRequest('old')).toMatchObject({ params });
    expect(writes.sweepExpired(0, 9, START_MS + 11)).toMatchObject([{ id: 'old', error: 'target_timeout' }]);
    expect(reads.getRequest('old')).toMatchObject({ params });
  });

  it('cost a walk nothing: it reads no page of theirs', () => {
    const rows = 20;
    for (let row = 0; row < rows; row += 1) admit(`r${row}`, paramsOf(300_000));
    const tables = ['requests', 'request_params'];
    const pages = tables.map((table) => db.prepare('SELECT count(*) FROM dbstat WHERE name = ?').pluck().get(table));
    expect(Number(pages[0])).toBeLessThan(rows);
    expect(Number(pages[1])).toBeGreaterThan(rows * 70);
    const walk = { by: 'account', value: null, before: NEWEST, floor: OLDEST } as const;
    expect(reads.walkRequests('acme', walk, { status: 'pending' }, 99)).toHaveLength(rows);
    expect(reads.walkRequests('acme', walk, {}, 1)[0]).not.toHaveProperty('params');
  });
});
