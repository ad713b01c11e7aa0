import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newBatch, PAGE_WEBHOOK } from '../conformance/batches/batch-scene.js';
import { EACH, pageItem } from '../conformance/crawls/crawl-scene.js';
import { expectBalanced, START_MS } from '../conformance/store-scene.js';
import type { Store } from '../../src/port.js';
import { openDatabase } from '../../src/sqlite/open-database.js';
import { createSqliteStore } from '../../src/sqlite/open-sqlite-store.js';
import { withCrashPoints } from './crash-points.js';
import { CRAWL_STEPS, expectCrawled, finishCrawl, type CrawlCase } from './crawl-steps.js';
import { createInlineEngine } from './inline-engine.js';

const PLAN = { creditsPerPeriod: 100, periodDays: 30, renew: true };
const LEASE_MS = 10_000;
/** The steps that batches do not have; those have crash points of their own. */
const OWN = ['activate', 'absorb', 'grow', 'end more', 'publish before it is absorbed', 'grow by the last', 'close'];

let folder: string;
let nowMs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const openStore = (point?: () => void): Store => {
  const db = openDatabase({ path: join(folder, 'quarry.db'), durability: 'normal', busyTimeoutMs: 1000 });
  db.pragma('synchronous = OFF');
  return createSqliteStore(createInlineEngine(point ? withCrashPoints(db, point) : db), () => nowMs);
};

/** One history with a crash at one statement of one step. False: the step is over before that statement. */
const crashAt = async (step: number, stepsToLive: number): Promise<boolean> => {
  nowMs = START_MS;
  const store = openStore();
  const { id: accountId } = await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1 });
  const first = pageItem(0);
  const crawl = { plan: {}, itemCredits: EACH };
  const scene: CrawlCase = { job: { ...newBatch(accountId, [first], nowMs), crawl, webhook: PAGE_WEBHOOK }, first };
  for (const [, play] of CRAWL_STEPS.slice(0, step)) await play(store, scene, 'one', nowMs);
  let left = Number.POSITIVE_INFINITY;
  let isDead = false;
  const doomed = openStore(() => {
    isDead ||= left <= 0;
    left -= 1;
    if (isDead) throw new Error('The process has died here.');
  });
  left = stepsToLive;
  await CRAWL_STEPS[step]?.[1](doomed, scene, 'one', nowMs).catch(() => undefined);
  await doomed.close();
  await expectBalanced(store, accountId);
  // Whoever started it does so again.
  await store.batches.activate(scene.job.id);
  nowMs += LEASE_MS;
  await finishCrawl(store, scene, 'two', nowMs);
  await expectCrawled(store, scene, accountId);
  await expectBalanced(store, accountId);
  await store.close();
  return isDead;
};

describe('a process that dies at any statement of a step of a crawl', () => {
  const cases = CRAWL_STEPS.flatMap(([name], step) => (OWN.includes(name) ? [[name, step] as const] : []));

  it.each(cases)('%s: the books balance, and another finishes the crawl', async (_name, step) => {
    let crashes = 0;
    while (await crashAt(step, crashes)) crashes += 1;
    expect(crashes).toBeGreaterThan(2);
  });
});
