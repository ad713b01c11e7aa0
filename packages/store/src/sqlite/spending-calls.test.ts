import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Database from 'better-sqlite3';
import { DAY_MS, readSpending } from '../spending/spending.js';
import type { SpendingBounds, SpendingSource } from '../spending/spending-slices.js';
import { createBatchJobReads } from './batches/batch-job-calls.js';
import { openDatabase } from './open-database.js';
import { createRequestWalks } from './requests/request-walks.js';
import { createSpendingReads } from './spending-calls.js';

const REQUESTS = 1_000;
const JOBS = [40, 1, 700, 30, 30, 199];
const ITEMS = JOBS.reduce((total, count) => total + count, 0);
/** Three requests a millisecond. */
const RANGE = { sinceMs: 0, untilMs: 10_000 };
const WHOLE: SpendingBounds = { sliceRows: 100_000, maxRows: 1_000_000, maxHosts: 1_000 };

let folder: string;
let db: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-spending-'));
  db = openDatabase({ path: join(folder, 'quarry.db'), durability: 'normal', busyTimeoutMs: 1000 });
  fill();
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Each request and each item is charged one credit. The jobs are as far apart as 100 ms. */
const fill = (): void => {
  db.exec(`
    INSERT INTO accounts (id, name, credits_per_period, period_days, renew, concurrency, created_at_ms, period_index, period_end_ms)
      VALUES ('acme', 'n', 1, 30, 1, 1, 1, 0, 9);
    INSERT INTO periods VALUES ('acme', 0, 0, 9, 0, 0, 0, 0, 0);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${REQUESTS})
    INSERT INTO requests (id, account_id, operation, params, contract_version, state, held_credits, charged_credits,
        period_index, created_at_ms, deadline_at_ms, ended_at_ms, verdict, host)
      SELECT printf('r%06d', i), 'acme', 'scrape/web', '{}', 1, 'ok', 1, 1, 0, i / 3, i, i, 'ok', printf('h%d', i % 7) FROM n;
  `);
  for (const [place, count] of JOBS.entries()) {
    const [key, atMs] = [place + 1, 100 * (place + 1)];
    db.exec(`
      INSERT INTO batch_jobs (job_key, id, account_id, operation, contract_version, state, requests_count, visible_count,
          succeeded_count, held_credits, period_index, created_at_ms, finished_at_ms, deadline_at_ms)
        VALUES (${key}, 'j${key}', 'acme', 'scrape/web', 1, 'done', ${count}, ${count}, ${count}, 0, 0, ${atMs}, 9, 9);
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
      INSERT INTO batch_items (item_key, id, job_key, site, state, held_credits, charged_credits, ended_at_ms, verdict, seq)
        SELECT (${key} << 20) + i, printf('i%d-%d', ${key}, i), ${key}, 's', 'ok', 1, 1, 9, 'ok', i + 1 FROM n;
    `);
  }
};

/** A reading by these bounds, and what it asked the engine for. */
const read = async (bounds: SpendingBounds, range = RANGE) => {
  const sync = { ...createRequestWalks(db), ...createSpendingReads(db), ...createBatchJobReads(db) };
  const counted: number[] = [];
  const count = <Row extends { requests: number }>(rows: Row[]): Row[] => {
    counted.push(rows.reduce((total, { requests }) => total + requests, 0));
    return rows;
  };
  const engine: SpendingSource = {
    findWalkEnd: async (...args) => sync.findWalkEnd(...args),
    listBatches: async (...args) => sync.listBatches(...args),
    sumRequests: async (...args) => count(sync.sumRequests(...args)),
    sumItems: async (...args) => count(sync.sumItems(...args)),
  };
  return { ...(await readSpending(engine, 'acme', range, bounds)), counted };
};

const creditsOf = ({ rows }: Awaited<ReturnType<typeof read>>): number =>
  rows.reduce((total, { credits }) => total + credits, 0);

describe('a reading of spending', () => {
  it.each([1, 7, 100, 500, 1_000, 1_001])('in slices of %d rows is the one in a single slice', async (sliceRows) => {
    const [whole, sliced] = [await read(WHOLE), await read({ ...WHOLE, sliceRows })];
    expect(creditsOf(whole)).toBe(REQUESTS + ITEMS);
    expect(sliced.rows).toEqual(whole.rows);
    expect(sliced.countedSinceMs).toBe(0);
    expect(Math.max(...sliced.counted)).toBeLessThanOrEqual(sliceRows);
    expect(whole.counted).toEqual([REQUESTS, ITEMS]);
  });

  it('counts the newest when there are too many, and says since when it has them all', async () => {
    const bounds = { ...WHOLE, sliceRows: 50, maxRows: 300 };
    const cut = await read(bounds);
    // The newest 300 requests, the last three jobs and a slice of the large one before them.
    expect(creditsOf(cut)).toBe(300 + 259 + 50);
    expect(cut.countedSinceMs).toBe(301);
    const since = await read(WHOLE, { ...RANGE, sinceMs: 301 });
    expect(creditsOf(since)).toBe(98 + 259);
    expect(await read(bounds, { ...RANGE, sinceMs: 301 })).toMatchObject({ rows: since.rows, countedSinceMs: 301 });
  });

  it('is cut between jobs and within a large one', async () => {
    db.exec('DELETE FROM requests');
    // The newest jobs have 199, 30 and 30 items; the next one 700.
    for (const [maxRows, sinceMs] of [
      [199, 501],
      [400, 301],
      [1_200, 0],
    ] as const) {
      expect((await read({ ...WHOLE, sliceRows: 200, maxRows })).countedSinceMs).toBe(sinceMs);
    }
  });

  it('is cut by requests to the millisecond of which others may be left', async () => {
    db.exec('DELETE FROM batch_items; DELETE FROM batch_jobs');
    const bounds = { ...WHOLE, sliceRows: 50 };
    expect((await read({ ...bounds, maxRows: 300 })).countedSinceMs).toBe(234);
    expect((await read({ ...bounds, maxRows: 950 })).countedSinceMs).toBe(17);
    expect((await read({ ...bounds, maxRows: REQUESTS })).countedSinceMs).toBe(0);
  });

  it('tells a bounded number of hosts apart, those that it sees first, and loses nothing of the others', async () => {
    db.exec('DELETE FROM batch_items; DELETE FROM batch_jobs');
    const bounds = { ...WHOLE, sliceRows: 2 };
    const hostsOf = ({ rows }: Awaited<ReturnType<typeof read>>) => rows.map(({ host }) => host);
    const all = await read(bounds);
    expect(hostsOf(all)).toEqual(['h0', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
    // The newest request is the thousandth.
    const some = await read({ ...bounds, maxHosts: 2 });
    expect(hostsOf(some)).toEqual(['h5', 'h6', null]);
    expect([creditsOf(some), creditsOf(all)]).toEqual([REQUESTS, REQUESTS]);
  });

  it('goes along indexes, from jobs to the keys of their items', () => {
    const plans: string[] = [];
    const watched = new Proxy(db, {
      get: (target, name) => (sql: string) => {
        if (name === 'prepare') {
          const steps = target.prepare(`EXPLAIN QUERY PLAN ${sql.replace(/@\w+/g, '1')}`).all() as { detail: string }[];
          plans.push(steps.map(({ detail }) => detail).join('; '));
        }
        return target.prepare(sql);
      },
    });
    createSpendingReads(watched);
    expect(plans[0]).toMatch(
      /^SEARCH requests USING INDEX requests_by_account \(account_id=\? AND created_at_ms>\? AND/,
    );
    expect(plans[1]).toMatch(
      /^SCAN json_each [^;]*; SEARCH j USING INDEX [^;]*\(id=\?\); SEARCH i USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/,
    );
  });

  it('has days of 24 hours from midnight, UTC', async () => {
    db.exec(
      `UPDATE requests SET created_at_ms = ${DAY_MS - 1}; UPDATE requests SET created_at_ms = ${DAY_MS} WHERE id = 'r000007'`,
    );
    const { rows } = await read(WHOLE, { sinceMs: DAY_MS - 1, untilMs: DAY_MS + 1 });
    const days = rows.map(({ dayMs, requests }) => [dayMs, requests]);
    expect(days.at(-1)).toEqual([DAY_MS, 1]);
    expect(new Set(days.slice(0, -1).map(([dayMs]) => dayMs))).toEqual(new Set([0]));
  });
});
