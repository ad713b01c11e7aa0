import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createInlineEngine } from '../../test/money/inline-engine.js';
import { CLAIM_SCAN_ROWS } from '../batches/batch-events.js';
import { openDatabase } from './open-database.js';
import { createSqliteStore } from './open-sqlite-store.js';

const BUSY = 'busy.example';
/** Deliveries of 100,000 pages of a crawl, whose receiver takes its time. */
const MANY = 100_000;
const CLAIMS = 20;
/** A claim that reads all that waits would need a hundred times as much. */
const MAX_FACTOR = 10;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-claims-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** CPU of claims beside so many deliveries that wait for a receiver which has no room. */
const costOf = async (waiting: number): Promise<number> => {
  const db = openDatabase({ path: join(folder, `${waiting}.db`), durability: 'normal', busyTimeoutMs: 1000 });
  const store = createSqliteStore(createInlineEngine(db), () => waiting);
  db.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO webhook_deliveries (id, account_id, job_id, event, url, host, data, next_attempt_at_ms, created_at_ms)
     SELECT 'j.page.' || i, 'a', 'j', 'batch.page', 'http://${BUSY}/', ?, '{}', i, i FROM n`,
  ).run(waiting, BUSY);
  const claim = () => store.webhooks.claim({ leaseMs: 1_000, limit: 4, exceptHosts: [BUSY] });
  expect(await claim()).toEqual([]);
  const before = process.cpuUsage();
  for (let count = 0; count < CLAIMS; count += 1) await claim();
  const { user, system } = process.cpuUsage(before);
  await store.close();
  return user + system;
};

it('a claim costs the same, however many deliveries wait for a receiver that is busy', async () => {
  const few = await costOf(2 * CLAIM_SCAN_ROWS);
  expect(await costOf(MANY)).toBeLessThan(MAX_FACTOR * few);
});
