import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, openAccount, poll, SHARED_ADDRESS, sharedFleet, startMapSite, startSharedSite } from '@quarry/testkit'; // oxfmt-ignore
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

let site;
let mapSite;
let fleet;
beforeAll(async () => {
  [site, mapSite] = await Promise.all([startSharedSite(), startMapSite(SHARED_ADDRESS)]);
  fleet = await sharedFleet();
}, 180_000);
afterAll(() => Promise.all([site.close(), mapSite.close()]));

/** 3 pages (a missing one is free), 2 maps, a search, a search of images, 2 pages of a batch. */
const DUE_CREDITS = 3 + 2 + 10 + 5 + 2;

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
    seen = await run({ baseUrl, apiKey, otherKey, site: site.url, mapSite: `${mapSite.url}/` });
  }, 180_000);

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
    const free = await poll(
      () => other.usage(),
      ({ heldCredits }) => heldCredits === 0,
      { timeoutMs: 20_000 },
    );
    expect(free.availableCredits).toBe(free.totalCredits);
    if (laterCredits > 0) {
      expect(seen['batch later']).toMatchObject({ status: 'completed', pages, errors: [], isCancelled: false });
    }
  });

  it('reads the credits, which are those of the same native calls', async () => {
    const { availableCredits, heldCredits, totalCredits } = await api.usage();
    expect([before - availableCredits, heldCredits]).toEqual([DUE_CREDITS + laterCredits, 0]);
    expect(seen['credits']).toEqual({ remaining: availableCredits, plan: totalCredits });
  });

  it.each([
    ['scrape blocked', 'InternalServerError', 500, 'target_blocked', /refused|blocked/i],
    ['scrape inner', 'FirecrawlError', 422, 'target_forbidden', /./],
    ['scrape summary', 'BadRequestError', 400, 'bad_request', /does not support the format summary/],
    ['scrape with actions', 'BadRequestError', 400, 'bad_request', /does not support actions/],
    ['crawl', 'FirecrawlError', 404, 'not_found', /does not support this call/],
    ['batch of another', 'FirecrawlError', 404, 'job_not_found', /./],
    ['cancel of another', 'FirecrawlError', 404, 'job_not_found', /./],
    ['batch appended', 'BadRequestError', 400, 'bad_request', /does not support appendToId/],
    ['stranger', 'UnauthorizedError', 401, 'unauthorized', /./],
  ])('tells what cannot be had by an error of its own: %s', (name, error, status, code, message) => {
    expect(seen[name]).toMatchObject({ status, code, message: expect.stringMatching(message) });
    expect(seen[name].error).toBe(errorOf(error));
  });

  it('is in the log of requests as every other call', async () => {
    const { body } = await api.send('GET', '/requests?limit=50');
    const operations = body.data.requests.map(({ operation }) => operation);
    expect(new Set(operations)).toEqual(new Set(['scrape/web', 'map/web', 'enginea/serp', 'enginea/images']));
  });
});
