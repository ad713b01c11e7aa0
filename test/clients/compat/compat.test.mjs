import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, openAccount, poll, SHARED_ADDRESS, sharedFleet, startCrawlSite, startMapSite, startSharedSite } from '@quarry/testkit'; // oxfmt-ignore
import { installedNode, installedPython, runPython } from './compat-installs.mjs';
import { firecrawlCalls } from './firecrawl-calls.mjs';

const python = await installedPython('compat-python-1', ['firecrawl-py==4.55.0']);
const modules = await installedNode('compat-node-1', ['@mendable/firecrawl-js@4.42.0']);

const byPython = (given) => runPython(python, 'firecrawl_calls.py', given);

const CLIENTS = [
  ...(python
    ? [['firecrawl-py', { laterCredits: 2, run: byPython, raw: 'raw_html', errorOf: (python_) => python_ }]]
    : []),
  ...(modules ? [['@mendable/firecrawl-js', { laterCredits: 0, run: (given) => firecrawlCalls(modules, given), raw: 'rawHtml', errorOf: () => 'FirecrawlSdkError' }]] : []), // oxfmt-ignore
];

/** Articles 0 to 6, and traps. */
const CRAWL_SIZE = { articles: 7, facetValues: 1 };

const REFUSED = [
  ['scrape blocked', 'InternalServerError', 500, 'target_blocked', /refused|blocked/i],
  ['scrape inner', 'FirecrawlError', 422, 'target_forbidden', /./],
  ['scrape summary', 'BadRequestError', 400, 'bad_request', /does not support the format summary/],
  ['scrape with actions', 'BadRequestError', 400, 'bad_request', /does not support actions/],
  ['crawl with prompt', 'BadRequestError', 400, 'bad_request', /does not support prompt/],
  ['crawl of no paths', 'BadRequestError', 400, 'validation_failed', /includePaths\.0 is not a regular expression/],
  ['crawl params', 'FirecrawlError', 404, 'not_found', /does not support this call.*language model/],
  ['crawl of another', 'FirecrawlError', 404, 'job_not_found', /./],
  ['batch of another', 'FirecrawlError', 404, 'job_not_found', /./],
  ['cancel of another', 'FirecrawlError', 404, 'job_not_found', /./],
  ['batch appended', 'BadRequestError', 400, 'bad_request', /does not support appendToId/],
  ['stranger', 'UnauthorizedError', 401, 'unauthorized', /./],
];

let site;
let mapSite;
let crawlSite;
let fleet;
beforeAll(async () => {
  [site, mapSite, crawlSite] = await Promise.all([
    startSharedSite(),
    startMapSite(SHARED_ADDRESS),
    startCrawlSite(CRAWL_SIZE, SHARED_ADDRESS),
  ]);
  fleet = await sharedFleet();
}, 180_000);
afterAll(() => Promise.all([site.close(), mapSite.close(), crawlSite.close()]));

/** Pages of the site for crawls without its calendar, those of a crawl that is bounded by paths, and those of one of 2. */
const CRAWLED = { whole: 11, bounded: 7, few: 2 };
/** 3 pages (a missing one is free), 2 maps, a search, a search of images, 2 pages of a batch, crawls. */
const DUE_CREDITS = 3 + 2 + 10 + 5 + 2 + CRAWLED.whole + CRAWLED.bounded + CRAWLED.few;

const untilNothingIsHeld = (client) =>
  poll(
    () => client.usage(),
    ({ heldCredits }) => heldCredits === 0,
    { timeoutMs: 20_000 },
  );

describe.each(CLIENTS)('%s, with another address and key alone', (_, { run, raw, errorOf, laterCredits }) => {
  let api;
  let other;
  let seen;
  let before;

  beforeAll(async () => {
    const account = await openAccount(fleet);
    api = new ApiClient(account);
    before = (await api.usage()).availableCredits;
    const { baseUrl, apiKey } = account;
    const another = await openAccount(fleet);
    other = new ApiClient(another);
    const { apiKey: otherKey } = another;
    const { apiKey: crawlKey } = await openAccount(fleet);
    const sites = { site: site.url, mapSite: `${mapSite.url}/`, crawlSite: crawlSite.url };
    seen = await run({ baseUrl, apiKey, otherKey, crawlKey, ...sites });
  }, 300_000);

  it('scrapes pages', () => {
    const page = { title: 'Slate lamp - Quarry Works', statusCode: 200, sourceURL: `${site.url}/shop/1` };
    expect(seen['scrape']).toMatchObject({ ...page, formats: ['markdown'], text: expect.stringContaining('# Slate lamp') }); // oxfmt-ignore
    expect(seen['scrape formats']).toMatchObject({ ...page, formats: ['markdown', 'html', 'links'] });
    expect(seen['scrape raw']).toMatchObject({ ...page, formats: [raw], text: expect.stringContaining('<h1>Slate lamp') }); // oxfmt-ignore
    expect(seen['scrape of nothing']).toMatchObject({ statusCode: 404 });
  });

  it('maps sites', () => {
    const due = Object.values(mapSite.paths).flatMap((paths) => paths.map((each) => mapSite.url + each));
    expect(seen['map'].toSorted()).toEqual(due.toSorted());
    expect(seen['map search']).toEqual([`${mapSite.url}/news/roof`]);
  });

  it('searches', () => {
    expect(seen['search']).toMatchObject({ web: 3, images: 0, url: expect.stringMatching(/^https?:/) });
    expect(seen['search images']).toMatchObject({ web: 0, images: 2, url: expect.stringMatching(/^https?:/) });
  });

  it('scrapes batches, in jobs of ours', async () => {
    const pages = [`200 ${site.url}/shop/1`, `200 ${site.url}/shop/2`];
    expect(seen['batch']).toEqual({
      ...{ invalid: ['http://'], status: 'completed', completed: 4, total: 4, credits: 2, isText: true },
      pages: [...pages, `404 ${site.url}/status/404`],
    });
    expect(seen['batch by pages']).toEqual({ pages: 3, next: null });
    expect(seen['batch errors']).toEqual({ errors: [[`${site.url}/block/1`, 'target_blocked']], robots: [] });
    expect(seen['batch cancelled']).toMatchObject({ isCancelled: true, status: 'cancelled', total: 3, credits: 0, pages: [] }); // oxfmt-ignore
    const free = await untilNothingIsHeld(other);
    expect(free.availableCredits).toBe(free.totalCredits);
    if (laterCredits > 0) {
      expect(seen['batch later']).toMatchObject({ status: 'completed', pages, errors: [], isCancelled: false });
    }
  });

  it('crawls sites, by jobs of ours', () => {
    expect(crawlSite.titles).toHaveLength(CRAWLED.whole);
    expect(seen['crawl']).toEqual({
      ...{ status: 'completed', credits: CRAWLED.whole, isText: true },
      titles: crawlSite.titles.toSorted(),
    });
    expect(seen['crawl by pages']).toEqual({ status: 'completed', next: null });
    const robots = `${crawlSite.url}/private/2`;
    expect(seen['crawl errors']).toEqual({ errors: [[robots, 'robots_disallowed']], robots: [robots] });
    const articles = [0, 1, 2, 4, 5, 6].map((index) => `/article/${index}`);
    expect(seen['crawl bounded']).toEqual({ paths: ['/', ...articles], few: CRAWLED.few });
    const active = [`${crawlSite.url}/`];
    expect(seen['crawl cancelled']).toEqual({ active, isCancelled: true, status: 'cancelled' });
    if (laterCredits > 0) expect(seen['crawl later']).toEqual({ status: 'completed', pages: 2 });
  });

  it('reads the credits, which are those of the same native calls', async () => {
    const { availableCredits, heldCredits, totalCredits } = await api.usage();
    expect([before - availableCredits, heldCredits]).toEqual([DUE_CREDITS + laterCredits, 0]);
    expect(seen['credits']).toEqual({ remaining: availableCredits, plan: totalCredits });
  });

  it.each(REFUSED)('tells what cannot be had by an error of its own: %s', (name, error, status, code, message) => {
    expect(seen[name]).toMatchObject({ status, code, message: expect.stringMatching(message) });
    expect(seen[name].error).toBe(errorOf(error));
  });

  it('is in the log of requests as every other call', async () => {
    const { body } = await api.send('GET', '/requests?limit=50');
    const operations = body.data.requests.map(({ operation }) => operation);
    expect(new Set(operations)).toEqual(new Set(['scrape/web', 'map/web', 'enginea/serp', 'enginea/images']));
  });
});
