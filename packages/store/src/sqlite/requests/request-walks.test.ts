import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Database from 'better-sqlite3';
import type { RequestSearch } from '../../port.js';
import { MAX_WALKED_ROWS, searchRequests } from '../../requests/request-search.js';
import { openDatabase } from '../open-database.js';
import { createRequestWalks } from './request-walks.js';

const ROWS = 3 * MAX_WALKED_ROWS;

let folder: string;
let db: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-walks-'));
  db = openDatabase({ path: join(folder, 'quarry.db'), durability: 'normal', busyTimeoutMs: 1000 });
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const planOf = (sql: string): string =>
  // safe because these are the columns of such a plan
  (db.prepare(`EXPLAIN QUERY PLAN ${sql.replace(/@\w+/g, '1')}`).all() as { detail: string }[])
    .map(({ detail }) => detail)
    .join('; ');

const collectStatements = (): string[] => {
  const statements: string[] = [];
  const watched = new Proxy(db, {
    get: (target, name) => (sql: string) => {
      if (name === 'prepare') statements.push(sql);
      return target.prepare(sql);
    },
  });
  createRequestWalks(watched);
  return statements;
};

/** Requests of one account that all ended well, but every thousandth, and one a millisecond. */
const fill = (): void => {
  db.exec(`
    INSERT INTO accounts (id, name, credits_per_period, period_days, renew, concurrency, created_at_ms, period_index, period_end_ms)
      VALUES ('acme', 'n', 1, 30, 1, 1, 1, 0, 9);
    INSERT INTO periods VALUES ('acme', 0, 0, 9, 0, 0, 0, 0, 0);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO requests (id, account_id, operation, params, contract_version, state, held_credits, period_index,
        created_at_ms, deadline_at_ms, ended_at_ms, verdict, error, host)
      SELECT printf('r%06d', i), 'acme', 'scrape/web', '{}', 1, iif(i % 1000 = 0, 'failed', 'ok'), 0, 0, i, i, i,
        iif(i % 1000 = 0, 'blocked', 'ok'), iif(i % 1000 = 0, 'target_blocked', NULL), 'a.example' FROM n;
  `);
};

const search = (given: Partial<RequestSearch>) => {
  const walks = createRequestWalks(db);
  const engine = {
    findWalkEnd: async (...args: Parameters<typeof walks.findWalkEnd>) => walks.findWalkEnd(...args),
    walkRequests: async (...args: Parameters<typeof walks.walkRequests>) => walks.walkRequests(...args),
  };
  return searchRequests(engine, 'acme', { limit: 10, ...given });
};

describe('a walk over the request log', () => {
  it('follows its index between two bounds, and sorts nothing but open rows', () => {
    const plans = collectStatements().map((sql) => ({ sql, plan: planOf(sql) }));
    expect(plans).toHaveLength(12);
    // Each has an index of its own, that of the rows that it is about.
    const about = ['operation = @value', 'host = @value', 'error = @value', "state IN ('failed'", "state = 'open'"];
    const indexes = ['operation', 'host', 'error', 'failed', 'open_by_account'];
    for (const [place, rows] of about.entries()) {
      const index = `INDEXED BY requests_${place < 3 ? 'by_' : ''}${indexes[place]} `;
      expect(plans.filter(({ sql }) => sql.includes(`AND ${rows}`) && sql.includes(index))).toHaveLength(2);
    }
    for (const { sql, plan } of plans) {
      const index = /INDEXED BY (\w+)/.exec(sql)?.[1] ?? 'none';
      const isOfOpenRows = index === 'requests_open_by_account';
      expect(plan).toMatch(new RegExp(`^SEARCH requests USING (?:COVERING )?INDEX ${index} \\(account_id=\\?`));
      expect(plan.includes('TEMP B-TREE')).toBe(isOfOpenRows);
      if (!isOfOpenRows) expect(plan).toMatch(/created_at_ms>\? AND created_at_ms<\?|created_at_ms,id/);
    }
  });

  it('finds at once what an index has, however rare it is', async () => {
    fill();
    for (const given of [{ error: 'target_blocked' }, { status: 'error' }] as const) {
      const { rows, next } = await search(given);
      expect([rows.length, rows[0]?.id, next]).toEqual([ROWS / 1000, `r00${ROWS}`, undefined]);
    }
  });

  it('looks at a bounded number of rows where no index has what is wanted, and leads on', async () => {
    fill();
    const first = await search({
      status: 'ok',
      operation: 'scrape/web',
      host: 'a.example',
      error: undefined,
      limit: 1,
    });
    expect(first.rows.map(({ id }) => id)).toEqual([`r00${ROWS - 1}`]);
    // The oldest one: only the last walk comes to it.
    db.exec("UPDATE requests SET operation = 'enginea/serp' WHERE created_at_ms = 1");
    const pages: number[] = [];
    let after: RequestSearch['after'];
    do {
      const page = await search({ host: 'a.example', operation: 'enginea/serp', after });
      pages.push(page.rows.length);
      after = page.next;
    } while (after !== undefined && pages.length < ROWS);
    expect(pages.slice(0, 2)).toEqual([0, 0]);
    expect(pages.reduce((total, rows) => total + rows, 0)).toBe(1);
    expect(pages.length).toBeGreaterThanOrEqual(ROWS / MAX_WALKED_ROWS);
    expect(pages.length).toBeLessThanOrEqual(ROWS / MAX_WALKED_ROWS + 1);
  });
});
