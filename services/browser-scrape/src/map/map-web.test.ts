import { describe, expect, it } from '@jest/globals';
import { operationOf, type MapWebParams } from '@quarry/contracts';
import type { RequestRow } from '@quarry/store';
import type { OperationContext, OperationOutcome } from '@quarry/worker-runtime';
import {
  packed,
  readAddressesHere,
  scriptedSite,
  type ScriptedSite,
  type SiteDocument,
} from '../../test/scripted-site.js';
import type { MapBounds } from './map-bounds.js';
import { USUAL_SITEMAPS } from './map-run.js';
import { createMapWeb } from './map-web.js';

const SITE = 'https://site.example';
const PAGE = `<html><head><title>Slate works</title><link rel="alternate" type="application/rss+xml" href="/feed"></head>
  <body><p>${'Carts carry stone to the river. '.repeat(20)}</p><a href="/a">A</a><a href="/b#x">B</a><a href="https://docs.site.example/c">C</a></body></html>`;

const urlset = (...paths: readonly string[]): string =>
  `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>${SITE}${path}</loc></url>`).join('')}</urlset>`;
const index = (...paths: readonly string[]): string =>
  `<?xml version="1.0"?><sitemapindex>${paths.map((path) => `<sitemap><loc>${path.startsWith('/') ? SITE + path : path}</loc></sitemap>`).join('')}</sitemapindex>`; // oxfmt-ignore
const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `/${name}/${at}`);

type Documents = Readonly<Record<string, string | Uint8Array | SiteDocument>>;

/** By their paths. */
const siteOf = (documents: Documents): ScriptedSite =>
  scriptedSite(
    Object.fromEntries(Object.entries(documents).map(([at, it]) => [at.startsWith('/') ? SITE + at : at, it])),
  );

interface Mapped {
  readonly outcome: OperationOutcome;
  readonly urls: readonly string[];
}

const map = async (
  site: ScriptedSite,
  given: Partial<MapWebParams> = {},
  { bounds = {}, signal = new AbortController().signal }: { bounds?: Partial<MapBounds>; signal?: AbortSignal } = {},
): Promise<Mapped> => {
  const params = { url: `${SITE}/`, limit: 5_000, includeSubdomains: true, sitemap: 'include', ...given };
  // safe because a map reads nothing else of a row and of its context
  const row = { id: 'r', accountId: 'a', params, deadlineAtMs: Date.now() + 300_000 } as unknown as RequestRow;
  const context = { fetcher: site, signal } as unknown as OperationContext;
  const outcome = await createMapWeb({ readAddresses: readAddressesHere, bounds })(row, context);
  const links = (outcome.result?.['links'] ?? []) as readonly { readonly url: string }[];
  return { outcome, urls: links.map(({ url }) => url.replace(SITE, '')) };
};

const WHOLE: Documents = {
  '/': PAGE,
  '/robots.txt': `User-agent: *\nSitemap: ${SITE}/index.xml`,
  '/index.xml': index('/one.xml', '/two.xml.gz'),
  '/one.xml': urlset('/a', '/d'),
  '/two.xml.gz': packed(urlset('/e')),
  '/feed': `<rss><channel><item><title>Fifth</title><link>${SITE}/e</link></item></channel></rss>`,
};

describe('a map', () => {
  it('has the addresses of page, feed, index, sitemaps and packed sitemaps, each once, and names what it read', async () => {
    const site = siteOf(WHOLE);
    const { outcome, urls } = await map(site);
    expect(urls).toEqual(['/', '/a', '/b', 'https://docs.site.example/c', '/e', '/d']);
    expect(outcome).toMatchObject({ verdict: 'ok', tier: 'http', metadata: { url: `${SITE}/` } });
    expect(outcome.result?.['sources']).toEqual([
      { url: `${SITE}/`, type: 'page', verdict: 'ok', links: 4 },
      { url: `${SITE}/feed`, type: 'feed', verdict: 'ok', links: 1 },
      { url: `${SITE}/robots.txt`, type: 'robots', verdict: 'ok', links: 0 },
      { url: `${SITE}/index.xml`, type: 'sitemapIndex', verdict: 'ok', links: 0 },
      { url: `${SITE}/one.xml`, type: 'sitemap', verdict: 'ok', links: 2 },
      { url: `${SITE}/two.xml.gz`, type: 'sitemap', verdict: 'ok', links: 1 },
    ]);
    expect((outcome.result?.['links'] as object[])[4]).toEqual({ url: `${SITE}/e`, title: 'Fifth' });
    expect(new Set(site.asked).size).toBe(site.asked.length);
    const body = { requestMetadata: { id: 'r', status: 'ok' }, ...outcome.result };
    expect(operationOf('map/web').result.safeParse(body).error).toBeUndefined();
  });

  it('has no robots.txt and no sitemaps with skip, and nothing else with only', async () => {
    const skipping = siteOf(WHOLE);
    expect((await map(skipping, { sitemap: 'skip' })).urls).toEqual(['/', '/a', '/b', 'https://docs.site.example/c', '/e']); // oxfmt-ignore
    expect(skipping.asked).toEqual([`${SITE}/`, `${SITE}/feed`]);
    const only = siteOf(WHOLE);
    expect((await map(only, { sitemap: 'only' })).urls).toEqual(['/a', '/d', '/e']);
    expect(only.asked).not.toContain(`${SITE}/`);
  });

  it('leaves out other hosts if that is asked', async () => {
    expect((await map(siteOf(WHOLE), { includeSubdomains: false })).urls).toEqual(['/', '/a', '/b', '/e', '/d']);
  });

  it('ends with its limit, and asks for no more', async () => {
    const site = siteOf(WHOLE);
    expect((await map(site, { limit: 2 })).urls).toEqual(['/', '/a']);
    expect(site.asked).toEqual([`${SITE}/`]);
  });

  it('with a search has only what fits, the best first, from all documents', async () => {
    const site = siteOf({ ...WHOLE, '/one.xml': urlset('/slate/roof', '/slate', '/granite') });
    expect((await map(site, { search: 'Roof slate', limit: 3 })).urls).toEqual(['/slate/roof', '/', '/slate']);
    // The page has one that fits, and a sitemap a better one.
    expect((await map(site, { search: 'Roof slate', limit: 1 })).urls).toEqual(['/slate/roof']);
    const none = await map(site, { search: 'basalt' });
    expect([none.outcome.verdict, none.urls]).toEqual(['ok', []]);
  });

  it('looks at the usual places where robots.txt names none', async () => {
    const site = siteOf({ '/': PAGE, '/sitemap.xml': urlset('/d') });
    expect((await map(site)).urls).toContain('/d');
    expect(USUAL_SITEMAPS.every((path) => site.asked.includes(SITE + path))).toBe(true);
    const sources = (await map(site)).outcome.result?.['sources'] as { url: string }[];
    // What was only tried and is not there is no source.
    expect(sources.map(({ url }) => url.replace(SITE, ''))).toEqual(['/', '/feed', '/sitemap.xml']);
  });

  it('follows the site to where it led', async () => {
    const www = 'https://www.site.example';
    const site = siteOf({
      '/': { body: `<html><p>${'Stone. '.repeat(200)}</p><a href="/a">`, url: `${www}/` },
      [`${www}/robots.txt`]: `Sitemap: ${www}/s.xml`,
      [`${www}/s.xml`]: `<urlset><url><loc>${www}/b</loc></url></urlset>`,
    });
    expect((await map(site, { includeSubdomains: false })).urls).toEqual([`${www}/`, `${www}/a`, `${www}/b`]);
  });

  it('asks other sites for sitemaps only where robots.txt says so', async () => {
    const cdn = 'https://cdn.example';
    const site = siteOf({
      '/robots.txt': `Sitemap: ${cdn}/index.xml`,
      [`${cdn}/index.xml`]: index(`${cdn}/one.xml`, 'https://third.example/two.xml', '/three.xml'),
      [`${cdn}/one.xml`]: urlset('/a'),
      '/three.xml': urlset('/b'),
    });
    expect((await map(site, { sitemap: 'only' })).urls).toEqual(['/a', '/b']);
    expect(site.asked).not.toContain('https://third.example/two.xml');
  });
});

describe('a map that finds nothing is free and says why', () => {
  it.each([
    ['the page cannot be had', { '/': { fails: { verdict: 'dns_error', reason: 'ENOTFOUND' } } }, {}, 'dns_error'],
    ['the page does not exist', {}, {}, 'not_found'],
    ['there is no sitemap', { '/': PAGE }, { sitemap: 'only' }, 'not_found'],
    ['robots.txt cannot be had', { '/robots.txt': { fails: { verdict: 'connection_error' } } }, { sitemap: 'only' }, 'connection_error'], // oxfmt-ignore
    ['the page is no page', { '/': { body: '{"a":1}', type: 'application/json' } }, { sitemap: 'skip' }, 'unrecognized'], // oxfmt-ignore
  ] as const)('%s', async (_, documents, given, verdict) => {
    const { outcome } = await map(siteOf(documents), given);
    expect(outcome.verdict).toBe(verdict);
    expect(outcome.result).toBeUndefined();
  });

  it('but a site whose page cannot be had has a map of its sitemaps', async () => {
    const { '/': _page, ...others } = WHOLE;
    const { outcome, urls } = await map(siteOf({ ...others, '/': { fails: { verdict: 'blocked' } } }));
    expect(urls).toEqual(['/a', '/d', '/e']);
    expect((outcome.result?.['sources'] as object[])[0]).toMatchObject({ type: 'page', verdict: 'blocked', links: 0 });
  });
});

describe('a bound of a map leaves out what is beyond it, and is named', () => {
  const many = (count: number): Documents => ({
    '/robots.txt': `Sitemap: ${SITE}/index.xml`,
    '/index.xml': index(...Array.from({ length: count }, (_, at) => `/${at}.xml`)),
    ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}.xml`, urlset(...numbered(`s${at}`, 3))])),
  });
  const only = { sitemap: 'only' } as const;
  const hits = ({ outcome }: Mapped): unknown => outcome.result?.['limitsHit'];

  it('maxDocuments', async () => {
    const site = siteOf(many(9));
    const mapped = await map(site, only, { bounds: { maxDocuments: 5 } });
    expect([site.asked.length, mapped.urls.length, hits(mapped)]).toEqual([5, 9, ['maxDocuments']]);
    expect(hits(await map(siteOf(many(9)), only, { bounds: { maxDocuments: 11 } }))).toBeUndefined();
  });

  it('maxBytes', async () => {
    const mapped = await map(siteOf(many(9)), only, { bounds: { maxBytes: 1_500, concurrency: 1 } });
    expect(hits(mapped)).toEqual(['maxBytes']);
    expect(mapped.urls.length).toBeGreaterThan(0);
    expect(mapped.urls.length).toBeLessThan(27);
  });

  it('maxDepth: also of an index that names itself', async () => {
    const site = siteOf({
      '/robots.txt': `Sitemap: ${SITE}/0.xml`,
      ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`/${at}.xml`, index('/0.xml', `/${at + 1}.xml`, `/u${at}.xml`)])), // oxfmt-ignore
      ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`/u${at}.xml`, urlset(`/at/${at}`)])),
    });
    const mapped = await map(site, only, { bounds: { maxDepth: 2 } });
    expect([mapped.urls, hits(mapped)]).toEqual([['/at/0', '/at/1'], ['maxDepth']]);
    expect(site.asked.filter((url) => url === `${SITE}/0.xml`)).toHaveLength(1);
  });

  it('maxAddresses: of one document and of all', async () => {
    const bounds = { maxAddresses: 4 };
    const one = await map(siteOf({ '/sitemap.xml': urlset(...numbered('x', 9)) }), only, { bounds });
    expect([one.urls.length, hits(one)]).toEqual([4, ['maxAddresses']]);
    const all = await map(siteOf(many(5)), only, { bounds });
    expect([all.urls.length, hits(all)]).toEqual([4, ['maxAddresses']]);
  });

  it('maxTime: what was found until then stands', async () => {
    const site = siteOf({ ...WHOLE, '/two.xml.gz': { hangs: true } });
    const mapped = await map(site, {}, { bounds: { timeMs: 200 } });
    expect([mapped.urls.includes('/d'), hits(mapped)]).toEqual([true, ['maxTime']]);
    const nothing = await map(siteOf({ '/': { hangs: true } }), {}, { bounds: { timeMs: 50 } });
    expect(nothing.outcome).toMatchObject({ verdict: 'page_timeout', reason: 'map_timeout' });
  });

  it('a packed sitemap that unpacks to too much, or to nothing, is not read', async () => {
    const bomb = packed(urlset('/x') + ' '.repeat(1_000_000));
    const site = siteOf({
      '/robots.txt': `Sitemap: ${SITE}/bomb.xml.gz\nSitemap: ${SITE}/cut.xml.gz\nSitemap: ${SITE}/fine.xml.gz`,
      '/bomb.xml.gz': bomb,
      '/cut.xml.gz': packed(urlset('/x')).subarray(0, 40),
      '/fine.xml.gz': packed(urlset('/y')),
    });
    const { outcome, urls } = await map(site, only, { bounds: { maxDocumentBytes: 100_000 } });
    expect(urls).toEqual(['/y']);
    expect((outcome.result?.['sources'] as { verdict: string }[]).map(({ verdict }) => verdict)).toEqual([
      ...['ok', 'too_large', 'unsupported', 'ok'],
    ]);
  });

  it('as many documents at once as the concurrency, also below an index', async () => {
    const site = siteOf(many(12));
    await map(site, only, { bounds: { concurrency: 3 } });
    expect(site.widest).toBe(3);
  });
});

it('a map whose call ends rejects with its reason', async () => {
  const call = new AbortController();
  const running = map(siteOf({ '/': { hangs: true } }), {}, { signal: call.signal });
  call.abort(new Error('cancelled by the caller'));
  await expect(running).rejects.toThrow('cancelled by the caller');
});
