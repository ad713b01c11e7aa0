import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { crawlPlanOf } from '@quarry/contracts';
import type { BatchJob, CrawlStore } from '@quarry/store';
import { CRAWL_AHEAD_ITEMS, CRAWL_STEP_ITEMS, FRONTIER_STEP_BYTES } from '../bounds.js';
import { CrawlFeed } from './crawl-feed.js';

const plan = crawlPlanOf(
  {
    ...{ url: 'https://site.example/', limit: 1_000_000, maxDepth: 20, include: [], exclude: [], sitemap: 'skip' },
    ...{ crawlEntireDomain: true, includeSubdomains: false, allowExternal: false, ignoreQueryParameters: false },
    ...{ robots: 'obey', delay: 0, maxConcurrency: 8 },
  },
  {},
  undefined,
);

let calls: string[];
/** Reads of links that leave some. */
let cutReads: number;
let job: BatchJob;
let feed: CrawlFeed;

/** A frontier that has `known` addresses, and no page with links that are not read. */
const open = (known: number, requestsCount: number): void => {
  calls = [];
  cutReads = 0;
  // safe because the feed reads no more of a job
  job = { id: randomUUID(), requestsCount, crawl: { knownCount: known, itemCredits: 1 } } as unknown as BatchJob;
  const address = { url: 'https://site.example/a', depth: 1 };
  const crawls: CrawlStore = {
    found: async (_id, { maxBytes }) => {
      calls.push('found');
      expect(maxBytes).toBe(FRONTIER_STEP_BYTES);
      cutReads -= 1;
      const page = { itemId: randomUUID(), depth: 1, urls: [`https://site.example/${cutReads}`] };
      return cutReads >= 0 ? { pages: [page], hasMore: true } : { pages: [], hasMore: false };
    },
    absorb: async (_id, _owner, { itemIds, addresses }) => {
      calls.push(`absorb ${addresses.length} of ${itemIds.length}`);
      return job;
    },
    addresses: async (_id, { limit }) => new Array<typeof address>(limit).fill(address),
    grow: async (_id, _owner, { items }) => {
      calls.push(`grow ${items.length}`);
      job = { ...job, requestsCount: job.requestsCount + items.length };
      return { job, added: items.length };
    },
    close: async () => job,
    claimContent: async (id) => id,
  };
  feed = new CrawlFeed(
    {
      ...{ owner: 'me', crawls, faultPoint: async () => undefined, job: () => job, setJob: (next) => (job = next) },
      ...{ onLost: () => undefined, isOver: () => false },
    },
    plan,
  );
};

describe('what a step of a crawl asks of the store', () => {
  beforeEach(() => open(10_000, 1));

  it('is nothing while more items are open than may be in flight, and addresses wait', async () => {
    await feed.expand(CRAWL_AHEAD_ITEMS, false);
    calls = [];
    for (let ended = 1; ended < CRAWL_STEP_ITEMS; ended += 1) await feed.expand(CRAWL_AHEAD_ITEMS - ended, false);
    expect(calls).toEqual([]);
    await feed.expand(CRAWL_AHEAD_ITEMS - CRAWL_STEP_ITEMS, false);
    expect(calls).toEqual([`grow ${CRAWL_STEP_ITEMS}`]);
  });

  it('is to read what pages have found whenever few addresses wait', async () => {
    open(100, 1);
    for (let step = 0; step < 3; step += 1) await feed.expand(CRAWL_AHEAD_ITEMS, false);
    expect(calls.filter((call) => call === 'found')).toHaveLength(3);
  });

  it('is to read on while the bytes of one step leave links unread', async () => {
    cutReads = 2;
    await feed.expand(CRAWL_AHEAD_ITEMS, false);
    expect(calls).toEqual(['found', 'absorb 1 of 1', 'found', 'absorb 1 of 1', 'found']);
  });
});
