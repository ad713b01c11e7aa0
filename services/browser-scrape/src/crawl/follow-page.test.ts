import { describe, expect, it } from '@jest/globals';
import type { CrawlPage, CrawlScope } from '@quarry/contracts';
import type { FetchedPage } from '@quarry/egress';
import type { RequestRow } from '@quarry/store';
import type { OperationContext } from '@quarry/worker-runtime';
import { readAddressesHere, scriptedSite, type ScriptedSite } from '../../test/scripted-site.js';
import { webParams } from '../../test/web-params.js';
import { crawlFetchOf } from './crawl-page.js';
import { discoverPage, LEAST_TEXT_CHARS } from './discover-page.js';
import { createFollowPage, MAX_FOLLOWED } from './follow-page.js';

const SITE = 'https://site.example';
const SCOPE: CrawlScope = {
  ...{ root: `${SITE}/`, include: [], exclude: [], includeSubdomains: false, allowExternal: false },
  ...{ ignoreQueryParameters: false, crawlEntireDomain: false },
};
const PAGE: CrawlPage = {
  ...{ scope: SCOPE, depth: 2, isFollowed: true, hasSitemaps: false, maxAddresses: 1_000 },
  ...{ robots: 'obey', delayMs: 0 },
};
const HTML = `<html><head><title>Slate</title></head><body><nav><a href="/nav?utm_source=x#y">N</a></nav><main>
  <p>${'Carts carry stone to the river. '.repeat(5)}</p><a href="/b">B</a><a href="https://other.example/">O</a></main></html>`;

const follow = async (
  over: Partial<CrawlPage> | null = {},
  {
    html = HTML,
    at = `${SITE}/a`,
    owner = 'own',
    site = scriptedSite({}),
  }: {
    html?: string;
    at?: string;
    owner?: string | null;
    site?: ScriptedSite;
  } = {},
) => {
  const claims: string[] = [];
  const context = {
    fetcher: site,
    signal: new AbortController().signal,
    claimContent: async (key: string) => {
      claims.push(key);
      return owner;
    },
  };
  const params = { ...webParams({ url: `${SITE}/a` }), ...(over === null ? {} : { crawl: { ...PAGE, ...over } }) };
  const followed = await createFollowPage({ readAddresses: readAddressesHere })({
    // safe because nothing else of them is read
    row: { id: 'own', accountId: 'a', deadlineAtMs: Date.now() + 300_000 } as RequestRow,
    context: context as unknown as OperationContext,
    ...{ params, page: { url: at } as FetchedPage },
    discovery: discoverPage({ text: html, url: at, mediaType: 'text/html' }),
  });
  return { followed, claims };
};

describe('a page of a crawl', () => {
  it('adds what the whole of it links to within the scope, in the form of a crawl', async () => {
    const { followed, claims } = await follow();
    expect(followed).toEqual({ found: { depth: 3, urls: [`${SITE}/nav`, `${SITE}/b`] } });
    expect(claims).toHaveLength(1);
  });

  it('adds nothing where its links are not followed, and there is nothing of a page that is of no crawl', async () => {
    expect((await follow({ isFollowed: false })).followed).toEqual({});
    expect(await follow(null)).toEqual({ followed: {}, claims: [] });
  });

  it('is a duplicate where another page has its text, and never with too little text', async () => {
    expect((await follow({}, { owner: 'other' })).followed).toEqual({ duplicateOf: 'other' });
    expect((await follow({}, { owner: null })).followed).toHaveProperty('found');
    const short = `<html><body>${'x'.repeat(LEAST_TEXT_CHARS - 1)}`;
    expect(await follow({}, { html: short, owner: 'other' })).toEqual({ followed: {}, claims: [] });
  });

  it('is the same with other links and spaces, and another with another title or text', () => {
    const keyOf = (text: string): string | undefined =>
      discoverPage({ text, url: SITE, mediaType: 'text/html' }).contentKey;
    expect(keyOf(HTML.replace('/b"', '/c?sid=1"').replace('<main>', '<main>\n\n'))).toBe(keyOf(HTML));
    expect(keyOf(HTML.replace('Slate', 'Stone'))).not.toBe(keyOf(HTML));
    expect(keyOf(HTML.replace('Carts', 'Barges'))).not.toBe(keyOf(HTML));
  });

  it('adds what the sitemaps of the site name where it is the first, whatever it is itself', async () => {
    const map = `<?xml version="1.0"?><urlset><url><loc>${SITE}/s1</loc></url><url><loc>https://other.example/</loc></url></urlset>`;
    const site = scriptedSite({ [`${SITE}/sitemap.xml`]: map });
    const { followed } = await follow({ depth: 0, hasSitemaps: true }, { site });
    expect(followed).toEqual({ found: { depth: 1, urls: [`${SITE}/nav`, `${SITE}/b`, `${SITE}/s1`] } });
    expect(site.asked).toContain(`${SITE}/robots.txt`);
  });

  it('adds so many addresses and no more', async () => {
    const links = Array.from({ length: MAX_FOLLOWED + 1 }, (_, index) => `<url><loc>${SITE}/${index}</loc></url>`).join(
      '',
    );
    const site = scriptedSite({ [`${SITE}/sitemap.xml`]: `<?xml version="1.0"?><urlset>${links}</urlset>` });
    const { followed } = await follow({ hasSitemaps: true, maxAddresses: 1_000_000 }, { site });
    expect('found' in followed && followed.found?.urls).toHaveLength(MAX_FOLLOWED);
  });

  it('is fetched as politely as its crawl says', () => {
    const fetchOf = (crawl: Partial<CrawlPage>) =>
      crawlFetchOf({ ...webParams(), crawl: { ...PAGE, ...crawl } } as never);
    expect(fetchOf({})).toEqual({ robots: 'obey' });
    expect(fetchOf({ robots: 'ignore', delayMs: 250 })).toEqual({ gapMs: 250 });
    expect(crawlFetchOf(webParams())).toEqual({});
  });
});
