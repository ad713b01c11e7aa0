import { createHash, randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { BatchJob, NewBatch, NewBatchItem, NewCrawlAddress, RequestEnd, Store } from '../../../src/port.js';
import { handOver, LEASE_MS, newBatch, OWNER } from '../batches/batch-scene.js';
import { OK } from '../store-scene.js';
import type { StoreScene } from '../store-scene.js';

export const EACH = 5;
export const BOUNDS = { maxKnown: 1_000, maxVariants: 1_000 };
/** All pages that a test leaves unread. */
export const UNREAD = { limit: 10, maxBytes: 1_000_000 };
export const PAGE_END: RequestEnd = { ...OK, chargedCredits: 1, answerName: 'result-1a2b3c4d.json' };

export const urlOf = (name: string): string => `https://site.example/${name}`;
const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const address = (name: string, depth = 1, shape?: string): NewCrawlAddress => ({
  ...{ url: urlOf(name), key: keyOf(name), depth },
  ...(shape === undefined ? {} : { shape: keyOf(shape) }),
});

export const pageItem = (index: number): NewBatchItem => ({
  ...{ id: randomUUID(), index, site: 'site.example', holdCredits: EACH },
  ...{ query: { url: urlOf(String(index)) }, params: { url: urlOf(String(index)), crawl: { depth: 1 } } },
});

export const pageItems = (from: number, count: number): NewBatchItem[] =>
  Array.from({ length: count }, (_, place) => pageItem(from + place));

/** A page that links to these. */
export const linking = (...names: string[]): RequestEnd => ({
  ...PAGE_END,
  found: { depth: 1, urls: names.map(urlOf) },
});

export interface Crawl {
  readonly jobId: string;
  readonly firstId: string;
}

/** An accepted crawl of one page that `OWNER` leads. */
export const begun = async (scene: StoreScene, accountId: string, over: Partial<NewBatch> = {}): Promise<Crawl> => {
  const { store } = scene;
  const first = pageItem(0);
  const crawl = { plan: { url: urlOf('0'), scope: ['x'] }, itemCredits: EACH };
  const input = { ...newBatch(accountId, [first], scene.nowMs), crawl, ...over };
  expect(await store.batches.admit(input)).toMatchObject({ outcome: 'admitted' });
  await store.batches.addItems(input.id, [first]);
  expect(await store.batches.activate(input.id)).toMatchObject({ state: 'pending', requestsCount: 1 });
  await store.batches.lease({ owner: OWNER, leaseMs: LEASE_MS, limit: 1000 });
  await store.crawls.absorb(input.id, OWNER, { itemIds: [], addresses: [address('0', 0)], ...BOUNDS });
  return { jobId: input.id, firstId: first.id };
};

export const knownUrls = async ({ crawls }: Store, jobId: string): Promise<string[]> =>
  (await crawls.addresses(jobId, { fromPlace: 0, limit: 1_000 })).map(({ url }) => url);

/** Hands over and ends all open pages, and publishes them. */
export const endOpen = async (scene: StoreScene, jobId: string, end: RequestEnd = PAGE_END): Promise<BatchJob> => {
  const { batches, items } = scene.store;
  const open = await batches.openItems(jobId, { afterIndex: -1, limit: 1_000 });
  await handOver(scene, jobId, open.map(({ id }) => id)); // oxfmt-ignore
  for (const { id } of open) expect(await items.finish(id, end)).toMatchObject({ isWinner: true });
  const published = await batches.publish(jobId, OWNER, 1_000);
  if (!published) throw new Error(`Job ${jobId} is not led.`);
  return published.job;
};
