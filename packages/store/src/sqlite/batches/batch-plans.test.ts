import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type Database from 'better-sqlite3';
import { createEngine } from '../engine.js';
import { openDatabase } from '../open-database.js';

let folder: string;
let db: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-plans-'));
  db = openDatabase({ path: join(folder, 'quarry.db'), durability: 'normal', busyTimeoutMs: 1000 });
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every statement of the engine; those that are made of a call's arguments too. */
const collectStatements = (): string[] => {
  const statements = new Set<string>();
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name === 'prepare') {
        return (sql: string): object => {
          statements.add(sql);
          return target.prepare(sql);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const engine = createEngine(watched);
  const page = { limit: 10, beforeMs: 1, beforeId: 'x' };
  const filters = [{}, { jobId: 'j' }, { state: 'dead' }, { jobId: 'j', state: 'dead' }];
  engine.run(filters.map((filter, id) => ({ id, name: 'listDeliveries', args: ['acme', { ...page, ...filter }] })));
  return [...statements];
};

const planOf = (sql: string): string[] =>
  // safe because these are the columns of such a plan
  (db.prepare(`EXPLAIN QUERY PLAN ${sql.replace(/\?|@\w+/g, '1')}`).all() as { detail: string }[]).map(
    ({ detail }) => detail,
  );

/** The summary by receiver groups a bounded number of the newest deliveries, which are found by an index. */
const GROUPS_NEWEST = /FROM \(SELECT .* ORDER BY created_at_ms DESC, id DESC LIMIT \?\)\s+GROUP BY url$/s;
const isAboutBatches = (sql: string): boolean => /batch_|crawl_|webhook_/.test(sql) && !GROUPS_NEWEST.test(sql);

it('the summary by receiver reads its deliveries by an index', () => {
  const plans = collectStatements()
    .filter((sql) => GROUPS_NEWEST.test(sql))
    .map(planOf);
  expect(plans).toHaveLength(1);
  expect(plans[0]?.find((step) => step.includes('webhook_deliveries'))).toMatch(/^SEARCH .* USING INDEX/);
});

describe('no statement about jobs, items and deliveries', () => {
  it('goes through a table: its cost does not grow with what is kept', () => {
    const plans = collectStatements()
      .filter(isAboutBatches)
      .map((sql) => ({ sql, plan: planOf(sql) }));
    expect(plans.length).toBeGreaterThan(40);
    const scans = plans.flatMap(({ plan }) => plan.filter((step) => /^SCAN (?!json_each)/.test(step)));
    // The unfinished jobs are few, and both the leaders and the gauge want all of them.
    expect([...new Set(scans)]).toEqual(['SCAN batch_jobs USING INDEX batch_jobs_unfinished']);
    expect(scans).toHaveLength(2);
  });

  it('sorts what it pages through', () => {
    const sorting = collectStatements()
      .filter((sql) => isAboutBatches(sql) && sql.includes('ORDER BY') && !sql.includes('json_each'))
      .filter((sql) => planOf(sql).some((step) => step.includes('TEMP B-TREE')));
    expect(sorting).toEqual([]);
  });
});

it('a statement about the frontier or the contents of a crawl finds its rows by more than the crawl', () => {
  const about = collectStatements().filter((sql) => /crawl_(addresses|contents)/.test(sql));
  const steps = about.flatMap((sql) =>
    planOf(sql)
      .filter((step) => /crawl_(addresses|contents)|^SEARCH c /.test(step) && !/\(job_key=\? AND /.test(step))
      .map((step) => `${sql}: ${step}`),
  );
  expect(about.length).toBeGreaterThan(7);
  // What goes with its crawl.
  expect(steps.toSorted()).toEqual([
    'DELETE FROM crawl_addresses WHERE job_key = ?: SEARCH crawl_addresses USING PRIMARY KEY (job_key=?)',
    'DELETE FROM crawl_contents WHERE job_key = ?: SEARCH crawl_contents USING PRIMARY KEY (job_key=?)',
  ]);
});
