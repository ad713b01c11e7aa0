import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { BATCH_EVENTS } from '@quarry/contracts';
import type {
  BatchItem,
  BatchJob,
  BatchWebhook,
  NewBatch,
  NewBatchItem,
  RequestEnd,
  Store,
} from '../../../src/port.js';
import { DAY_MS, DEADLINE_MS, FAILED, OK } from '../store-scene.js';
import type { StoreScene } from '../store-scene.js';

export const LEASE_MS = 10_000;
export const OWNER = 'leader-1';
export const HOLD = 10;
export const WEBHOOK: BatchWebhook = { url: 'https://receiver.example/hook', events: BATCH_EVENTS };

/** Told of each page as well. */
export const PAGE_WEBHOOK: BatchWebhook = { ...WEBHOOK, events: [...BATCH_EVENTS, 'batch.page'] };

export const newItem = (index: number, holdCredits: number = HOLD): NewBatchItem => ({
  id: randomUUID(),
  index,
  site: `shop-${index % 3}.example`,
  query: { url: `https://shop-${index % 3}.example/${index}` },
  params: { url: `https://shop-${index % 3}.example/${index}`, outputFormat: ['html'] },
  holdCredits,
});

export const newItems = (count: number, holdCredits: number = HOLD): NewBatchItem[] =>
  Array.from({ length: count }, (_, index) => newItem(index, holdCredits));

export const newBatch = (accountId: string, items: readonly NewBatchItem[], nowMs: number): NewBatch => ({
  id: randomUUID(),
  accountId,
  operation: 'scrape/web',
  contractVersion: 1,
  requestsCount: items.length,
  holdCredits: items.reduce((sum, { holdCredits }) => sum + holdCredits, 0),
  deadlineAtMs: nowMs + DAY_MS,
});

export interface Submitted {
  readonly jobId: string;
  /** By index. */
  readonly ids: readonly string[];
}

/** Admits, adds and activates a job. */
export const submit = async (
  { store, nowMs }: StoreScene,
  accountId: string,
  items: readonly NewBatchItem[],
  over: Partial<NewBatch> = {},
): Promise<Submitted> => {
  const input = { ...newBatch(accountId, items, nowMs), ...over };
  expect(await store.batches.admit(input)).toMatchObject({ outcome: 'admitted' });
  for (let from = 0; from < items.length; from += 1000) {
    await store.batches.addItems(input.id, items.slice(from, from + 1000));
  }
  expect(await store.batches.activate(input.id)).toMatchObject({ id: input.id, state: 'pending' });
  return { jobId: input.id, ids: items.map(({ id }) => id) };
};

export const lead = async ({ store }: StoreScene, jobId: string, owner: string = OWNER): Promise<void> => {
  const led = await store.batches.lease({ owner, leaseMs: LEASE_MS, limit: 1000 });
  expect(led.map(({ id }) => id)).toContain(jobId);
};

export const handOver = (
  { store, nowMs }: StoreScene,
  jobId: string,
  itemIds: readonly string[],
  owner: string = OWNER,
): Promise<string[]> => store.batches.handOver(jobId, owner, { itemIds, deadlineAtMs: nowMs + DEADLINE_MS });

/** A submitted job whose items are all handed over by `OWNER`. */
export const running = async (
  scene: StoreScene,
  accountId: string,
  count: number,
  over: Partial<NewBatch> = {},
): Promise<Submitted> => {
  const submitted = await submit(scene, accountId, newItems(count), over);
  await lead(scene, submitted.jobId);
  for (let from = 0; from < count; from += 1000) {
    await handOver(scene, submitted.jobId, submitted.ids.slice(from, from + 1000));
  }
  return submitted;
};

export const OK_END: RequestEnd = { ...OK, chargedCredits: 4, answerName: 'result-1a2b3c4d.json' };
/** A success that shows an error page. */
export const TARGET_ERROR_END: RequestEnd = { ...OK, verdict: 'target_4xx', statusCode: 404 };
export const FAILED_END: RequestEnd = FAILED;

/** Ends items one after another, a millisecond apart, so that the order of their end is told. */
export const endInTurn = async (scene: StoreScene, ids: readonly string[], end: RequestEnd): Promise<void> => {
  for (const id of ids) {
    scene.nowMs += 1;
    expect(await scene.store.items.finish(id, end)).toMatchObject({ isWinner: true });
  }
};

export const readAllResults = async (
  { batches }: Store,
  jobId: string,
  page: { limit: number; onlyFailed?: boolean } = { limit: 1000 },
): Promise<BatchItem[]> => {
  const items: BatchItem[] = [];
  for (;;) {
    const more = await batches.results(jobId, { ...page, afterSeq: items.at(-1)?.seq ?? 0 });
    if (more.length === 0) return items;
    items.push(...more);
  }
};

/** Each visible page of the job is told once, and its delivery names it. */
export const expectPagesTold = async (
  store: Store,
  { accountId, id: jobId, visibleCount }: BatchJob,
): Promise<void> => {
  const told = (await store.webhooks.list(accountId, { limit: 1000, jobId })).filter(
    ({ event }) => event === 'batch.page',
  );
  const seqs = Array.from({ length: visibleCount }, (_, place) => place + 1);
  expect(told).toHaveLength(visibleCount);
  expect(new Map(told.map(({ id, data }) => [id, data['seq']]))).toEqual(
    new Map(seqs.map((seq) => [`${jobId}.page.${seq}`, seq])),
  );
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The job's figures are what its rows come to, and the visible rows are numbered from 1 without a gap. */
export const expectSoundJob = async (store: Store, { jobId, ids }: Submitted): Promise<BatchJob> => {
  const job = await store.batches.get(jobId);
  if (!job) throw new Error(`Job ${jobId} is not there.`);
  const visible = await readAllResults(store, jobId);
  expect(visible.map(({ seq }) => seq)).toEqual(visible.map((_, place) => place + 1));
  expect(new Set(visible.map(({ id }) => id)).size).toBe(visible.length);
  const rows = await Promise.all(ids.map((id) => store.items.get(id)));
  const hidden = rows.filter((row) => row !== null && row.seq === undefined);
  const failed = visible.filter(({ state }) => state !== 'ok');
  expect(await readAllResults(store, jobId, { limit: 1000, onlyFailed: true })).toEqual(failed);
  expect(job).toMatchObject({
    requestsCount: ids.length,
    visibleCount: visible.length,
    succeededCount: visible.length - failed.length,
    failedCount: failed.length,
    targetErrorCount: visible.filter(({ state, verdict }) => state === 'ok' && verdict === 'target_4xx').length,
    chargedCredits: sum(visible.map(({ chargedCredits }) => chargedCredits)),
    heldCredits: sum(hidden.map((row) => row?.heldCredits ?? 0)),
  });
  const isFinished = job.state === 'done' || job.state === 'stopped';
  expect(isFinished).toBe(job.visibleCount === job.requestsCount);
  expect(isFinished).toBe(job.finishedAtMs !== undefined);
  return job;
};
