import { expect } from '@jest/globals';
import { EACH, linking, PAGE_END, pageItem, address, BOUNDS, UNREAD } from '../conformance/crawls/crawl-scene.js';
import { expectPagesTold } from '../conformance/batches/batch-scene.js';
import { DEADLINE_MS, FAILED } from '../conformance/store-scene.js';
import type { NewBatch, NewBatchItem, Store } from '../../src/port.js';

/** A crawl of four pages: the first links to two, one of which links to the last. */
export interface CrawlCase {
  readonly job: NewBatch;
  readonly first: NewBatchItem;
}

/** What pages link to, by their place. */
const LINKS: readonly (readonly string[])[] = [['1', '2'], ['2', '3'], [], []];
const PAGES = LINKS.length;
const LEASE_MS = 10_000;

export type CrawlStep = (store: Store, scene: CrawlCase, owner: string, nowMs: number) => Promise<unknown>;

const absorb: CrawlStep = async ({ crawls }, { job }, owner) => {
  const { pages: found } = await crawls.found(job.id, UNREAD);
  const addresses = found.flatMap(({ urls }) => urls.map((url) => address(url.slice(url.lastIndexOf('/') + 1))));
  const itemIds = found.map(({ itemId }) => itemId);
  return crawls.absorb(job.id, owner, { itemIds, addresses, ...BOUNDS });
};

const grow: CrawlStep = async ({ batches, crawls }, { job }, owner) => {
  const from = (await batches.get(job.id))?.requestsCount ?? 0;
  const waiting = await crawls.addresses(job.id, { fromPlace: from, limit: 10 });
  if (waiting.length === 0) return null;
  return crawls.grow(job.id, owner, { items: waiting.map((_, place) => pageItem(from + place)) });
};

const handOver: CrawlStep = async ({ batches }, { job }, owner, nowMs) => {
  const open = await batches.openItems(job.id, { afterIndex: -1, limit: 10 });
  const itemIds = open.flatMap(({ id, handedOverAtMs }) => (handedOverAtMs === undefined ? [id] : []));
  return batches.handOver(job.id, owner, { itemIds, deadlineAtMs: nowMs + DEADLINE_MS });
};

/** Ends the open pages: the one at place 2 fails. */
const end: CrawlStep = async ({ batches, items }, { job }) => {
  for (const { id, index, attempt } of await batches.openItems(job.id, { afterIndex: -1, limit: 10 })) {
    const links = LINKS[index] ?? [];
    await items.finish(id, index === 2 ? FAILED : links.length > 0 ? linking(...links) : PAGE_END, attempt);
  }
};

const publish: CrawlStep = ({ batches }, { job }, owner) => batches.publish(job.id, owner, 10);
const close: CrawlStep = ({ crawls }, { job }, owner) => crawls.close(job.id, owner, []);
const lease: CrawlStep = ({ batches }, _, owner) => batches.lease({ owner, leaseMs: LEASE_MS, limit: 10 });

/** The life of the crawl, step by step. */
export const CRAWL_STEPS: readonly (readonly [name: string, step: CrawlStep])[] = [
  ['admit', ({ batches }, { job }) => batches.admit(job)],
  ['addItems', ({ batches }, { job, first }) => batches.addItems(job.id, [first])],
  ['activate', ({ batches }, { job }) => batches.activate(job.id)],
  ['lease', lease],
  [
    'absorb the first page',
    ({ crawls }, { job }, owner) =>
      crawls.absorb(job.id, owner, { itemIds: [], addresses: [address('0', 0)], ...BOUNDS }),
  ],
  ['hand over', handOver],
  ['end the first page', end],
  ['absorb', absorb],
  ['grow', grow],
  ['publish', publish],
  ['hand over more', handOver],
  ['end more', end],
  ['publish before it is absorbed', publish],
  ['absorb the last', absorb],
  ['grow by the last', grow],
  ['hand over the last', handOver],
  ['end the last', end],
  ['publish the last', publish],
  ['close', close],
];

/** Another leader takes every step that is left, some of which have nothing to do. */
export const finishCrawl = async (store: Store, scene: CrawlCase, owner: string, nowMs: number): Promise<void> => {
  await lease(store, scene, owner, nowMs);
  const rounds = [handOver, end, absorb, grow, publish];
  if ((await store.crawls.addresses(scene.job.id, { fromPlace: 0, limit: 1 })).length === 0) {
    const addresses = [address('0', 0)];
    await store.crawls.absorb(scene.job.id, owner, { itemIds: [], addresses, ...BOUNDS });
  }
  for (let round = 0; round < PAGES; round += 1) for (const step of rounds) await step(store, scene, owner, nowMs);
  await close(store, scene, owner, nowMs);
};

/** Every page once, three of them charged, nothing held, nothing unread. */
export const expectCrawled = async (store: Store, { job }: CrawlCase, accountId: string): Promise<void> => {
  const done = await store.batches.get(job.id);
  expect(done).toMatchObject({ state: 'done', requestsCount: PAGES, visibleCount: PAGES, heldCredits: 0 });
  expect(done).toMatchObject({ chargedCredits: PAGES - 1, failedCount: 1 });
  const pages = await store.batches.results(job.id, { afterSeq: 0, limit: 10 });
  expect(pages.map(({ index }) => index).toSorted()).toEqual([0, 1, 2, 3]);
  expect(pages.every(({ heldCredits }) => heldCredits === EACH)).toBe(true);
  expect((await store.crawls.found(job.id, UNREAD)).pages).toEqual([]);
  const told = (await store.webhooks.list(accountId, { limit: 100, jobId: job.id })).map(({ event }) => event);
  expect(told).toContain('batch.completed');
  if (done) await expectPagesTold(store, done);
  const periods = await store.accounts.periods(accountId);
  expect(periods.reduce((sum, { held }) => sum + held, 0)).toBe(0);
  expect(periods.reduce((sum, { charged }) => sum + charged, 0)).toBe(PAGES - 1);
};
