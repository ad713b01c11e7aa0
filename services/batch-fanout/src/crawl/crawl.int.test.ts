import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { crawlItemParams, crawlPlanOf, type CrawlParams, type CrawlPlan } from '@quarry/contracts';
import type { FaultPoint } from '@quarry/observability';
import type { RequestEnd } from '@quarry/store';
import { startTestRedis, withDatabase, type TestRedis } from '@quarry/testkit';
import {
  eventually,
  OK_END,
  openFanoutScene,
  pause,
  type Behaviour,
  type FanoutScene,
} from '../../test/fanout-scene.js';

const DAY_MS = 86_400_000;
const SITE = 'https://site.example';
const mongodbUri = process.env['TEST_MONGODB_URI'];

/** A site of so many pages, each of which links to two others, to its parent and to itself. */
const PAGES = 60;
const linksOf = (index: number): string[] =>
  [2 * index + 1, 2 * index + 2, Math.floor((index - 1) / 2), index]
    .filter((next) => next >= 0 && next < PAGES)
    .map((next) => `${SITE}/${next}`);

const planOf = (over: Partial<CrawlParams> = {}): CrawlPlan =>
  crawlPlanOf(
    {
      ...{ url: `${SITE}/0`, limit: 1_000, maxDepth: 20, include: [], exclude: [], sitemap: 'skip', robots: 'obey' },
      ...{ crawlEntireDomain: true, includeSubdomains: false, allowExternal: false, ignoreQueryParameters: false },
      ...{ delay: 0, maxConcurrency: 8, ...over },
    },
    {},
    undefined,
  );

const pageEnd = ({ params }: { readonly params: unknown }): RequestEnd => {
  // safe because the leader made them
  const { url, crawl } = params as { readonly url: string; readonly crawl: { readonly depth: number } };
  const index = Number(url.slice(SITE.length + 1));
  return { ...OK_END, found: { depth: crawl.depth + 1, urls: linksOf(index) } };
};
const crawlPages: Behaviour = async (item) => pause(2).then(() => pageEnd(item));

const startCrawl = async ({ store, queue, accountId }: FanoutScene, plan: CrawlPlan): Promise<string> => {
  const id = randomUUID();
  const input = { id, accountId, operation: 'scrape/web', contractVersion: 1, deadlineAtMs: Date.now() + DAY_MS };
  await store.batches.admit({ ...input, requestsCount: 1, holdCredits: 1, crawl: { plan, itemCredits: 1 } });
  const first = { url: plan.scope.root, depth: 0 };
  const params = crawlItemParams(plan, { ...first, isFirst: true });
  const item = { id: randomUUID(), index: 0, site: 'site.example', query: first, params, holdCredits: 1 };
  await store.batches.addItems(id, [item]);
  await store.batches.activate(id);
  await queue.batchHints.announceJob(id);
  return id;
};

const expectWhole = async (scene: FanoutScene, jobId: string, timeoutMs?: number): Promise<void> => {
  const done = await scene.finished(jobId, timeoutMs);
  expect(done).toMatchObject({ state: 'done', requestsCount: PAGES, chargedCredits: PAGES, heldCredits: 0 });
  expect(done.crawl).toMatchObject({ knownCount: PAGES, limitsHit: [] });
  const urls = (await scene.results(jobId)).map(({ query }) => (query as { readonly url: string }).url);
  expect(urls.toSorted()).toEqual(Array.from({ length: PAGES }, (_, index) => `${SITE}/${index}`).toSorted());
  expect(await scene.store.accounts.period(scene.accountId)).toMatchObject({ held: 0, charged: PAGES });
};

let redis: TestRedis;
let scene: FanoutScene;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.close());
afterEach(() => scene.close());

describe('the leader of a crawl', () => {
  beforeEach(async () => {
    scene = await openFanoutScene(redis.url);
  });

  it.each<FaultPoint>(['fanout.absorbed', 'fanout.grown', 'fanout.handed_over', 'fanout.published'])(
    'that dies at %s is followed by another, and no page is lost or charged twice',
    async (killAt) => {
      const dying = await scene.startReplica({ killAt });
      await scene.startWorker(8, crawlPages);
      const jobId = await startCrawl(scene, planOf());
      await eventually(() => dying.isDead());
      await scene.startReplica();
      await expectWhole(scene, jobId);
    },
  );

  it('keeps to the limit, to the credits and to the pages at once, and names what it met', async () => {
    await scene.startReplica();
    let [running, widest] = [0, 0];
    await scene.startWorker(8, async (item) => {
      running += 1;
      widest = Math.max(widest, running);
      await pause(2);
      running -= 1;
      return pageEnd(item);
    });
    const few = await startCrawl(scene, planOf({ limit: 7, maxConcurrency: 2 }));
    expect(await scene.finished(few)).toMatchObject({
      requestsCount: 7,
      crawl: { knownCount: 7, limitsHit: ['limit'] },
    });
    expect(widest).toBeLessThanOrEqual(2);
    const poor = await scene.finished(await startCrawl(scene, planOf({ maxCredits: 5 })));
    expect(poor).toMatchObject({ requestsCount: 5, chargedCredits: 5, crawl: { limitsHit: ['maxCredits'] } });
    expect(poor.crawl?.knownCount).toBeGreaterThan(5);
  });

  it('ends with its time, whatever was found last', async () => {
    let skewMs = 0;
    await scene.startReplica({ clock: () => Date.now() + skewMs });
    const release = Promise.withResolvers<void>();
    let begun = 0;
    await scene.startWorker(8, async (item) => {
      begun += 1;
      if (begun > 5) await release.promise;
      return pageEnd(item);
    });
    const jobId = await startCrawl(scene, planOf());
    await eventually(() => begun > 5);
    skewMs = 2 * DAY_MS;
    release.resolve();
    const done = await scene.finished(jobId);
    expect(done).toMatchObject({ state: 'done', heldCredits: 0, crawl: { limitsHit: ['maxTime'] } });
    expect(done.crawl?.knownCount).toBeGreaterThan(done.requestsCount);
  });

  it('adds no page once a stop was asked for', async () => {
    await scene.startReplica();
    const release = Promise.withResolvers<void>();
    let begun = 0;
    await scene.startWorker(8, async (item) => {
      begun += 1;
      if (begun > 5) await release.promise;
      return pageEnd(item);
    });
    const jobId = await startCrawl(scene, planOf());
    await eventually(() => begun > 5);
    await scene.store.batches.requestStop(jobId);
    release.resolve();
    const done = await scene.finished(jobId);
    expect(done).toMatchObject({ state: 'stopped', heldCredits: 0 });
    expect(done.visibleCount).toBe(done.requestsCount);
    expect(done.requestsCount).toBeLessThan(PAGES);
  });
});

(mongodbUri === undefined ? describe.skip : describe)('the leader of a crawl on MongoDB', () => {
  beforeEach(async () => {
    scene = await openFanoutScene(redis.url, withDatabase(mongodbUri ?? '', `quarry-test-${randomUUID()}`));
  });

  it('that dies is followed by another, and no page is lost or charged twice', async () => {
    const dying = await scene.startReplica({ killAt: 'fanout.grown' });
    await scene.startWorker(8, crawlPages);
    const jobId = await startCrawl(scene, planOf());
    await eventually(() => dying.isDead());
    await scene.startReplica();
    await expectWhole(scene, jobId, 90_000);
  }, 120_000);
});
