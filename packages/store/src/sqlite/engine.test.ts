import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Database from 'better-sqlite3';
import { createEngine, toFailure } from './engine.js';
import type { SyncCalls } from '../engine-port.js';
import type { EngineCallName, EngineReply, EngineRequest } from './engine.js';
import { openDatabase } from './open-database.js';

const NOW_MS = Date.UTC(2026, 4, 1);
const PERIOD_MS = 30 * 86_400_000;
const ACCOUNT = {
  id: 'acme',
  name: 'Acme',
  plan: { creditsPerPeriod: 100, periodDays: 30, renew: true },
  concurrency: 5,
};

let folder: string;
let path: string;
let db: Database.Database;
let engine: ReturnType<typeof createEngine>;
let lastId = 0;

const request = <Name extends EngineCallName>(name: Name, ...args: Parameters<SyncCalls[Name]>): EngineRequest => {
  lastId += 1;
  return { id: lastId, name, args };
};

const admit = (id: string, holdCredits: number): EngineRequest => {
  const row = {
    id,
    accountId: 'acme',
    operation: 'o',
    params: '{}',
    sealedHeaders: null,
    answerKey: null,
    isAsync: null,
    webhookUrl: null,
    contractVersion: 1,
    deadlineAtMs: NOW_MS + 1000,
    host: null,
    key: null,
  };
  return request('admit', { ...row, holdCredits }, NOW_MS);
};

const charge = (id: string, chargedCredits: number, nowMs = NOW_MS): EngineRequest =>
  request('finish', id, { state: 'ok', chargedCredits, verdict: 'ok' }, 1, nowMs);

const failureOf = (reply: EngineReply | undefined): string | undefined =>
  reply && 'failure' in reply ? reply.failure.code : undefined;

const periods = (): unknown[] => {
  const [reply] = engine.run([request('listPeriods', 'acme')]);
  return reply && 'value' in reply ? (reply.value as unknown[]) : [];
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-engine-'));
  path = join(folder, 'quarry.db');
  db = openDatabase({ path, durability: 'normal', busyTimeoutMs: 20 });
  engine = createEngine(db);
  engine.run([request('createAccount', ACCOUNT, NOW_MS)]);
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a batch', () => {
  it('answers every call by its id and keeps what the others wrote when one fails', () => {
    const batch = [admit('a', 10), charge('a', 11), admit('b', 10), charge('b', 10), admit('a', 1)];
    const replies = engine.run(batch);
    expect(replies.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
    expect(replies.map(failureOf)).toEqual([undefined, 'invalid_input', undefined, undefined, undefined]);
    expect(replies[4]).toMatchObject({ value: { outcome: 'duplicate' } });
    expect(periods()).toMatchObject([{ charged: 10, held: 10, available: 80 }]);
  });

  it('takes back all that a failed call had written', () => {
    engine.run([admit('a', 10)]);
    const [late] = engine.run([charge('a', 11, NOW_MS + PERIOD_MS)]);
    expect(failureOf(late)).toBe('invalid_input');
    expect(periods()).toHaveLength(1);
  });

  it('reads without the write lock, and says busy to its writes, while another process holds it', () => {
    const other = openDatabase({ path, durability: 'normal', busyTimeoutMs: 20 });
    other.exec('BEGIN IMMEDIATE');
    const replies = engine.run([admit('a', 10), request('getAccount', 'acme'), admit('b', 10)]);
    expect(replies.map(failureOf)).toEqual([undefined, 'busy', 'busy']);
    expect(replies[0]).toMatchObject({ value: { id: 'acme' } });
    other.exec('COMMIT');
    other.close();
    expect(engine.run([admit('a', 10)])[0]).toMatchObject({ value: { outcome: 'admitted' } });
    expect(periods()).toMatchObject([{ held: 10 }]);
  });

  it('fails every write of it when the commit fails', () => {
    db.exec(`
      CREATE TABLE doomed (account_id TEXT REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER doom AFTER INSERT ON requests WHEN new.id = 'b' BEGIN INSERT INTO doomed VALUES ('nobody'); END;
    `);
    expect(engine.run([admit('a', 10), admit('b', 10)]).map(failureOf)).toEqual(['engine_failed', 'engine_failed']);
    expect(periods()).toMatchObject([{ held: 0, available: 100 }]);
    expect(failureOf(engine.run([admit('a', 10)])[0])).toBeUndefined();
  });

  it('fails every write of it when one takes the whole transaction back', () => {
    db.exec(`
      CREATE TRIGGER doom AFTER INSERT ON requests WHEN new.id = 'b' BEGIN SELECT RAISE(ROLLBACK, 'no room left'); END;
    `);
    const failure = { code: 'engine_failed', message: 'no room left' };
    const batch = [admit('a', 10), admit('b', 10), admit('c', 10)];
    expect(engine.run(batch)).toEqual(batch.map(({ id }) => ({ id, failure })));
    expect(periods()).toMatchObject([{ held: 0, available: 100 }]);
    expect(failureOf(engine.run([admit('a', 10)])[0])).toBeUndefined();
  });

  it('refuses a call it does not know', () => {
    const [reply] = engine.run([{ id: 77, name: 'dropEverything' as EngineCallName, args: [] }]);
    expect(reply).toMatchObject({ id: 77, failure: { code: 'invalid_input' } });
    expect(engine.run([])).toEqual([]);
  });
});

it.each([
  ['an error', new Error('the disk is gone'), 'the disk is gone'],
  ['what is no error', 'SQLITE_BUSY', 'SQLITE_BUSY'],
  ['nothing', undefined, 'undefined'],
])('a failure says %s in words', (_name, thrown, message) => {
  expect(toFailure(thrown)).toEqual({ code: 'engine_failed', message });
});
