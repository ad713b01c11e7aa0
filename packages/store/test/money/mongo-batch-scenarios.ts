import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { expectPagesTold, newItems, PAGE_WEBHOOK } from '../conformance/batches/batch-scene.js';
import { DAY_MS, DEADLINE_MS, expectBalanced, FAILED, OK } from '../conformance/store-scene.js';
import type { BatchItem, NewBatch, NewBatchItem, RequestEnd, Store } from '../../src/port.js';
import { NO_END_MS, PERIOD_MS } from './mongo-scenarios.js';
import type { Time } from './mongo-scenarios.js';

const PLAN = { creditsPerPeriod: 100, periodDays: 30, renew: true };
const ITEMS = 4;
const HOLD = 10;
const CHARGE = 4;
const LEASE_MS = 10_000;
/** The leader whose store dies, and the one that carries on. */
const FIRST = 'first';
const SECOND = 'second';
const LIMIT = 2;
const CANCELLED: RequestEnd = { state: 'cancelled', chargedCredits: 0, verdict: 'cancelled', error: 'cancelled' };
const CHARGED: RequestEnd = { ...OK, chargedCredits: CHARGE };

/** How far the job is when the call is made. */
const STAGES = ['none', 'accepting', 'full', 'leading', 'running', 'ending', 'finished'] as const;
type Stage = (typeof STAGES)[number];

/** An account of 100 credits and a job of four items, 10 credits each, that tells a receiver of all its events. */
export interface BatchScene {
  readonly accountId: string;
  readonly job: NewBatch;
  readonly items: readonly NewBatchItem[];
}

export interface BatchScenario {
  readonly name: string;
  readonly stage: Stage;
  /** Past the end of the job's period when the call is made. */
  readonly isLate?: boolean;
  /** Afterwards some of the job's items may be gone, or all with the job. */
  readonly isPurge?: boolean;
  readonly play: (store: Store, scene: BatchScene, time: Time) => Promise<unknown>;
}

const idsOf = ({ items }: BatchScene, from: number, to: number): string[] => items.slice(from, to).map(({ id }) => id);

const handOver = ({ batches }: Store, scene: BatchScene, itemIds: string[], { nowMs }: Time) =>
  batches.handOver(scene.job.id, FIRST, { itemIds, deadlineAtMs: nowMs + DEADLINE_MS });

const publish: BatchScenario['play'] = ({ batches }, { job }) => batches.publish(job.id, FIRST, LIMIT);

export const BATCH_SCENARIOS: readonly BatchScenario[] = [
  { name: 'admit', stage: 'none', play: ({ batches }, { job }) => batches.admit(job) },
  { name: 'admit of a taken id', stage: 'accepting', play: ({ batches }, { job }) => batches.admit(job) },
  { name: 'admit in a new period', stage: 'none', isLate: true, play: ({ batches }, { job }) => batches.admit(job) },
  {
    name: 'addItems',
    stage: 'accepting',
    play: ({ batches }, { job, items }) => batches.addItems(job.id, items.slice(1)).catch(expectNoneAccepted),
  },
  { name: 'activate', stage: 'full', play: ({ batches }, { job }) => batches.activate(job.id) },
  { name: 'abandon', stage: 'full', play: ({ batches }, { job }) => batches.abandon(job.id) },
  {
    name: 'abandon after the period',
    stage: 'full',
    isLate: true,
    play: ({ batches }, { job }) => batches.abandon(job.id),
  },
  {
    name: 'sweepAccepting',
    stage: 'full',
    isLate: true,
    play: ({ batches }) => batches.sweepAccepting({ maxAgeMs: DAY_MS, limit: 10 }),
  },
  {
    name: 'handOver',
    stage: 'leading',
    play: (store, scene, time) => handOver(store, scene, idsOf(scene, 0, ITEMS), time),
  },
  { name: 'begin', stage: 'running', play: ({ items }, scene) => items.begin(idsOf(scene, 2, 3)[0] ?? '', 1) },
  {
    name: 'finish',
    stage: 'running',
    play: ({ items }, scene) => items.finish(idsOf(scene, 2, 3)[0] ?? '', CHARGED, 1),
  },
  {
    name: 'endItems',
    stage: 'running',
    play: ({ batches }, scene) =>
      batches.endItems(scene.job.id, FIRST, { itemIds: idsOf(scene, 0, ITEMS), end: CANCELLED }),
  },
  { name: 'requestStop', stage: 'running', play: ({ batches }, { job }) => batches.requestStop(job.id) },
  { name: 'publish of the first items', stage: 'running', play: publish },
  { name: 'publish of the last items', stage: 'ending', play: publish },
  { name: 'publish after the period', stage: 'running', isLate: true, play: publish },
  { name: 'publish of the last items after the period', stage: 'ending', isLate: true, play: publish },
  { name: 'renewLease', stage: 'running', play: ({ batches }, { job }) => batches.renewLease(job.id, FIRST, LEASE_MS) },
  {
    name: 'purge',
    stage: 'finished',
    isLate: true,
    isPurge: true,
    play: ({ batches }) => batches.purge({ retentionMs: DAY_MS, limit: 3 }),
  },
];

/** The one way in which items may be refused that were right when they were sent. */
const expectNoneAccepted = (error: unknown): void => {
  if (!(error instanceof Error) || !/accepts no items/.test(error.message)) throw error;
};

const lead = async ({ batches }: Store, owner: string): Promise<void> => {
  await batches.lease({ owner, leaseMs: LEASE_MS, limit: 10 });
};

/** A new account, and its job as far as the scenario wants it; `FIRST` leads it. */
export const setTheBatchScene = async (
  store: Store,
  time: Time,
  startMs: number,
  { stage, isLate }: Omit<BatchScenario, 'play' | 'name'>,
): Promise<BatchScene> => {
  time.nowMs = startMs;
  const accountId = randomUUID();
  const items = newItems(ITEMS, HOLD);
  const frame = { operation: 'scrape/web', contractVersion: 1, requestsCount: ITEMS, webhook: PAGE_WEBHOOK };
  const job = { id: randomUUID(), accountId, holdCredits: ITEMS * HOLD, deadlineAtMs: startMs + DAY_MS, ...frame };
  const scene = { accountId, job, items };
  const { batches } = store;
  const [first = '', second = '', third = '', fourth = ''] = idsOf(scene, 0, ITEMS);
  await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1, id: accountId });
  const steps: Record<Stage, () => Promise<unknown>> = {
    none: async () => undefined,
    accepting: async () => {
      await batches.admit(job);
      await batches.addItems(job.id, items.slice(0, 2));
    },
    full: () => batches.addItems(job.id, items),
    leading: async () => {
      await batches.activate(job.id);
      await lead(store, FIRST);
    },
    running: async () => {
      await handOver(store, scene, idsOf(scene, 0, ITEMS), time);
      await store.items.finish(first, CHARGED, 1);
      await store.items.finish(second, FAILED, 1);
    },
    ending: async () => {
      await publish(store, scene, time);
      await store.items.finish(third, CHARGED, 1);
      await store.items.finish(fourth, CHARGED, 1);
    },
    finished: () => publish(store, scene, time),
  };
  for (const step of STAGES.slice(0, STAGES.indexOf(stage) + 1)) await steps[step]();
  if (isLate) {
    time.nowMs += PERIOD_MS;
    await lead(store, FIRST);
  }
  return scene;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A job that was purged had three items of four that were charged. */
const CHARGED_OF_PURGED = 3 * CHARGE;

/** What the job says is what the periods say, and the journal agrees. */
export const expectBatchExact = async (
  store: Store,
  { accountId, job: { id } }: BatchScene,
  { isPurge = false }: Pick<BatchScenario, 'isPurge'>,
): Promise<void> => {
  await expectBalanced(store, accountId);
  const job = await store.batches.get(id);
  const periods = await store.accounts.periods(accountId);
  expect(sum(periods.map(({ held }) => held))).toBe(job?.heldCredits ?? 0);
  expect(sum(periods.map(({ charged }) => charged))).toBe(job?.chargedCredits ?? (isPurge ? CHARGED_OF_PURGED : 0));
  for (const { index, held, charged, available } of periods) {
    if (index !== job?.periodIndex) expect(held).toBe(0);
    if (job && index !== job.periodIndex) expect(charged).toBe(0);
    if (index < periods.length - 1) expect(available).toBe(0);
  }
  if (isPurge) return;
  const items = await store.batches.results(id, { afterSeq: 0, limit: ITEMS });
  expect(items.map(({ seq }) => seq)).toEqual(items.map((_, place) => place + 1));
  expect(items).toHaveLength(job?.visibleCount ?? 0);
};

const endAll = async ({ batches, items }: Store, { job: { id } }: BatchScene, { nowMs }: Time): Promise<void> => {
  const open = await batches.openItems(id, { afterIndex: -1, limit: ITEMS });
  const waiting = open.filter(({ handedOverAtMs }) => handedOverAtMs === undefined).map((item) => item.id);
  await batches.handOver(id, SECOND, { itemIds: waiting, deadlineAtMs: nowMs + DEADLINE_MS });
  for (const item of open) await items.finish(item.id, CHARGED, item.attempt);
};

/** The sweeps of a store, which end nothing that is not due; only this account moves to another period. */
export const healBatch = async (store: Store, { accountId }: BatchScene): Promise<void> => {
  await store.requests.sweepExpired({ graceMs: NO_END_MS, limit: 100 });
  await store.accounts.period(accountId);
};

/** Another leader does what is left of the job, whatever that is. Returns all of its items. */
export const carryOn = async (store: Store, scene: BatchScene, time: Time): Promise<BatchItem[]> => {
  const { batches } = store;
  const { id } = scene.job;
  await healBatch(store, scene);
  if ((await batches.get(id))?.state === 'accepting') {
    await batches.addItems(id, scene.items);
    await batches.activate(id);
  }
  time.nowMs += LEASE_MS + 1;
  await lead(store, SECOND);
  if ((await batches.get(id))?.stopRequestedAtMs === undefined) await endAll(store, scene, time);
  else await batches.endItems(id, SECOND, { itemIds: idsOf(scene, 0, ITEMS), end: CANCELLED });
  while ((await batches.publish(id, SECOND, LIMIT))?.hasMore);
  await healBatch(store, scene);
  return batches.results(id, { afterSeq: 0, limit: ITEMS });
};

/** A job that was carried on is whole: every item once, nothing held, its first and last event and each page told. */
export const expectWhole = async (store: Store, scene: BatchScene, items: readonly BatchItem[]): Promise<void> => {
  const { id } = scene.job;
  const job = await store.batches.get(id);
  if (!job) return;
  expect(['done', 'stopped']).toContain(job.state);
  expect(items.map((item) => item.id).sort()).toEqual(idsOf(scene, 0, ITEMS).sort());
  expect(job).toMatchObject({
    heldCredits: 0,
    visibleCount: ITEMS,
    chargedCredits: sum(items.map(({ chargedCredits }) => chargedCredits)),
    succeededCount: items.filter(({ state }) => state === 'ok').length,
  });
  expect(job.startedAtMs !== undefined).toBe(items.some(({ handedOverAtMs }) => handedOverAtMs !== undefined));
  const told = (await store.webhooks.list(scene.accountId, { limit: 100, jobId: id })).map((event) => event.id);
  const expected = [`${id}.progress.100`, `${id}.completed`, ...(job.startedAtMs ? [`${id}.started`] : [])];
  expect(told).toEqual(expect.arrayContaining(expected));
  await expectPagesTold(store, job);
};
