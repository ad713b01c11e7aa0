import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  expectPagesTold,
  expectSoundJob,
  newBatch,
  newItems,
  PAGE_WEBHOOK,
} from '../conformance/batches/batch-scene.js';
import { DAY_MS, DEADLINE_MS, expectBalanced, FAILED, OK, START_MS } from '../conformance/store-scene.js';
import type { NewBatch, NewBatchItem, Store } from '../../src/port.js';
import { openDatabase } from '../../src/sqlite/open-database.js';
import { createSqliteStore } from '../../src/sqlite/open-sqlite-store.js';
import { withCrashPoints } from './crash-points.js';
import { createInlineEngine } from './inline-engine.js';

const PLAN = { creditsPerPeriod: 100, periodDays: 30, renew: true };
const ITEMS = 4;
const HOLD = 10;
const CHARGE = 4;
const LEASE_MS = 10_000;
const CANCELLED = { state: 'cancelled', chargedCredits: 0, verdict: 'cancelled', error: 'cancelled' } as const;

let folder: string;
let nowMs: number;

/** A job and what its steps are about. */
interface Scene {
  readonly input: NewBatch;
  readonly items: readonly NewBatchItem[];
  readonly ids: readonly string[];
}

type Play = (store: Store, scene: Scene) => Promise<unknown>;

const STEPS: readonly (readonly [name: string, play: Play])[] = [
  ['admit', ({ batches }, { input }) => batches.admit(input)],
  ['addItems', ({ batches }, { input, items }) => batches.addItems(input.id, items)],
  ['activate', ({ batches }, { input }) => batches.activate(input.id)],
  ['lease', ({ batches }) => batches.lease({ owner: 'one', leaseMs: LEASE_MS, limit: 10 })],
  [
    'handOver',
    ({ batches }, { input, ids }) =>
      batches.handOver(input.id, 'one', { itemIds: ids.slice(0, 3), deadlineAtMs: nowMs + DEADLINE_MS }),
  ],
  ['finish with a charge', ({ items }, { ids }) => items.finish(ids[0] ?? '', { ...OK, chargedCredits: CHARGE })],
  ['finish without one', ({ items }, { ids }) => items.finish(ids[1] ?? '', FAILED)],
  ['publish', ({ batches }, { input }) => batches.publish(input.id, 'one', 10)],
  ['endItems', ({ batches }, { input, ids }) => batches.endItems(input.id, 'one', { itemIds: ids, end: CANCELLED })],
  ['last publish', ({ batches }, { input }) => batches.publish(input.id, 'one', 10)],
];

const openStore = (point?: () => void): Store => {
  const db = openDatabase({ path: join(folder, 'quarry.db'), durability: 'normal', busyTimeoutMs: 1000 });
  return createSqliteStore(createInlineEngine(point ? withCrashPoints(db, point) : db), () => nowMs);
};

/** Plays one step in a store that dies at its statement number `stepsToLive`. True: it has died. */
const playDoomed = async (play: Play, scene: Scene, stepsToLive: number): Promise<boolean> => {
  let left = Number.POSITIVE_INFINITY;
  let isDead = false;
  const doomed = openStore(() => {
    isDead ||= left <= 0;
    left -= 1;
    if (isDead) throw new Error('The process has died here.');
  });
  left = stepsToLive;
  await play(doomed, scene).catch(() => undefined);
  await doomed.close();
  return isDead;
};

/** Does what is left of the steps as another process, and gives up what cannot be carried on. */
const carryOn = async (store: Store, scene: Scene, accountId: string): Promise<void> => {
  const job = await store.batches.get(scene.input.id);
  await expectBalanced(store, accountId);
  if (job && job.state !== 'accepting') await expectSoundJob(store, { jobId: job.id, ids: scene.ids });
  if (!job || job.state === 'accepting') {
    expect(await store.batches.abandon(scene.input.id)).toBe(job !== null);
    expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, charged: 0 });
    return expectBalanced(store, accountId);
  }
  nowMs += LEASE_MS;
  const led = await store.batches.lease({ owner: 'two', leaseMs: LEASE_MS, limit: 10 });
  expect(led).toHaveLength(job.finishedAtMs === undefined ? 1 : 0);
  await store.batches.endItems(job.id, 'two', { itemIds: scene.ids, end: CANCELLED });
  await store.batches.publish(job.id, 'two', 100);
  const done = await expectSoundJob(store, { jobId: job.id, ids: scene.ids });
  expect(done).toMatchObject({ state: 'done', heldCredits: 0 });
  const charged = (await store.items.get(scene.ids[0] ?? ''))?.chargedCredits;
  const periods = await store.accounts.periods(accountId);
  expect(periods.reduce((held, period) => held + period.held, 0)).toBe(0);
  expect(periods.reduce((sum, period) => sum + period.charged, 0)).toBe(charged);
  const events = await store.webhooks.list(accountId, { limit: 100 });
  expect(events.map(({ event }) => event)).toContain('batch.completed');
  await expectPagesTold(store, done);
  await expectBalanced(store, accountId);
};

/** One history with a crash at one statement of one step. False: the step is over before that statement. */
const crashAt = async (step: number, stepsToLive: number, isLate: boolean): Promise<boolean> => {
  nowMs = START_MS;
  const store = openStore();
  const { id: accountId } = await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1 });
  const items = newItems(ITEMS, HOLD);
  const input = { ...newBatch(accountId, items, nowMs), webhook: PAGE_WEBHOOK };
  const scene: Scene = { input, items, ids: items.map(({ id }) => id) };
  for (const [, play] of STEPS.slice(0, step)) await play(store, scene);
  if (isLate) {
    nowMs += PLAN.periodDays * DAY_MS;
    await store.batches.lease({ owner: 'one', leaseMs: LEASE_MS, limit: 10 });
  }
  const play = STEPS[step]?.[1];
  if (!play) throw new Error('There is no such step.');
  const hasDied = await playDoomed(play, scene, stepsToLive);
  await carryOn(store, scene, accountId);
  await store.close();
  return hasDied;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a process that dies at any statement of a step of a job', () => {
  const cases = STEPS.flatMap(([name], step) => [
    [name, step, false] as const,
    ...(name.includes('publish') ? [[`${name} after the period`, step, true] as const] : []),
  ]);

  it.each(cases)('%s: the books balance, and another carries the job on', async (_name, step, isLate) => {
    let crashes = 0;
    while (await crashAt(step, crashes, isLate)) crashes += 1;
    expect(crashes).toBeGreaterThan(2);
  });
});
