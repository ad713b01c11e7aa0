import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  fleetParts,
  poll,
  proofSize,
  recordProof,
  startCrawlSite,
  untilJournalAgrees,
  type CrawlSite,
  type FleetParts,
  type FleetService,
} from '@quarry/testkit';
import { startBatchScene, type BatchScene } from '../batch/batch-scene.js';
import type { PatientClient } from '../batch/patient-client.js';
import { oneOf, seededRandom } from '../batch/seeded-random.js';

const { CRAWL_PROOF_ARTICLES, MONGODB_URI } = process.env;
/** The MongoDB server of the tests reads whole collections for a range: with 20,000 addresses its answers come too late. */
const MOST_ARTICLES = { 'embedded parts': 19_467, 'MongoDB and S3': MONGODB_URI === undefined ? 1_200 : 19_467 };
/** More lists than one shape may have in a crawl. */
const sizeOn = (parts: FleetParts['name']) => ({
  articles: Number(CRAWL_PROOF_ARTICLES ?? proofSize(400, MOST_ARTICLES[parts])),
  facetValues: proofSize(3, 10),
});
const MAX_VARIANTS = 500;
const MAX_DEPTH = 30;
const KILLS = 10;
const KILLED: readonly FleetService[] = ['browser-scrape', 'batch-fanout', 'gateway'];
const SEED = 20_261_127;
const LOOK_MS = 50;
const CRAWL_MS = proofSize(240_000, 1_500_000);

interface Status {
  readonly status: string;
  readonly responsesCount: number;
  readonly requestsCount: number;
  readonly discoveredCount: number;
  readonly creditsHeld: number;
  readonly creditsCharged: number;
  readonly limitsHit?: readonly string[];
}

const statusOf = async (client: PatientClient, jobId: string): Promise<Status> =>
  // safe because what is read of it is asserted
  (await client.ask('GET', `/crawl/web/${jobId}`)).body['data'] as Status;

/** Kills processes at even shares of the pages, and empties Redis in the middle. Returns how often. */
const strike = async (scene: BatchScene, client: PatientClient, jobId: string, pages: number): Promise<number> => {
  const random = seededRandom(SEED);
  let struck = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (;;) {
      const { responsesCount, status } = await statusOf(client, jobId);
      if (status === 'done') throw new Error(`the crawl ended before kill ${kill}`);
      if (responsesCount >= (pages * (kill + 0.5)) / (KILLS + 1)) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    if (kill === KILLS / 2) await scene.redis.command('FLUSHALL');
    const pids = scene.pids(KILLED[kill % KILLED.length] ?? 'gateway');
    if (pids.length > 0) process.kill(oneOf(random, pids), 'SIGKILL');
    struck += 1;
  }
  return struck;
};

/** The titles of the pages that were charged. */
const chargedTitles = async (client: PatientClient, jobId: string): Promise<string[]> => {
  const table = await client.ask('GET', `/crawl/web/${jobId}/results.csv?columns=title,error,creditsCharged`);
  const lines = String(table.body['text']).split('\r\n').slice(1, -1);
  return lines.flatMap((line) => {
    const [, title] = /^([^,]*),,1$/.exec(line) ?? [];
    return title === undefined ? [] : [title];
  });
};

const proveCrawl = async (scene: BatchScene, site: CrawlSite): Promise<void> => {
  const startedAt = Date.now();
  const accountId = `crawl-${randomUUID()}`;
  const client = await scene.account(accountId);
  const scrape = { jsRendering: false, outputFormat: ['text'] };
  const body = { url: `${site.url}/`, limit: 1_000_000, maxDepth: MAX_DEPTH, maxConcurrency: 32, scrape };
  const { body: accepted } = await client.ask('POST', '/crawl/web', body, { 'idempotency-key': accountId });
  const jobId = String(accepted['jobId']);
  const lists = site.titles.filter((title) => title.startsWith('List ')).length;
  const pages = site.titles.length - Math.max(0, lists - MAX_VARIANTS) + MAX_DEPTH;
  const kills = await strike(scene, client, jobId, pages);
  const done = await poll(
    () => statusOf(client, jobId),
    ({ status }) => status === 'done',
    { timeoutMs: CRAWL_MS, everyMs: 200 },
  );
  const titles = await chargedTitles(client, jobId);
  const distinct = new Set(titles);
  const wanted = site.titles.filter((title) => !title.startsWith('List '));
  const lost = wanted.filter((title) => !distinct.has(title));
  const seconds = (Date.now() - startedAt) / 1_000;
  const twice = titles.length - distinct.size;
  const note = `kills ${kills}, Redis emptied 1, fetched ${done.responsesCount}, charged ${done.creditsCharged}, lost ${lost.length}, twice ${twice}`;
  recordProof({ name: `pages of a crawl, ${scene.name}`, cases: pages, failures: lost.length + twice, seconds, note });
  expect(lost).toEqual([]);
  expect(twice).toBe(0);
  expect(titles).toHaveLength(pages);
  expect(done).toMatchObject({ creditsCharged: pages, creditsHeld: 0, requestsCount: done.responsesCount });
  expect(done.discoveredCount).toBe(done.requestsCount);
  expect(done.limitsHit ?? []).toEqual(lists > MAX_VARIANTS ? ['maxVariants'] : []);
  expect(site.asked.filter((path) => path.startsWith('/private/'))).toEqual([]);
  await untilJournalAgrees(scene.store, accountId);
  expect(await scene.store.accounts.periods(accountId)).toMatchObject([{ held: 0, charged: pages }]);
};

describe.each(fleetParts())('a crawl while processes are killed, on $name', (parts) => {
  let site: CrawlSite;
  let scene: BatchScene;

  beforeAll(async () => {
    site = await startCrawlSite(sizeOn(parts.name));
    scene = await startBatchScene(parts, {
      env: { EGRESS_ALLOW: new URL(site.url).host, BATCH_SITE_CONCURRENCY: '32' },
    });
  }, 240_000);
  afterAll(async () => {
    await scene.close();
    await site.close();
  }, 120_000);

  it('has every page that can be reached once, charged once', () => proveCrawl(scene, site), CRAWL_MS + 300_000);
});
