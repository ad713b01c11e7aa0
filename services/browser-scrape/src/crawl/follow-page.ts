import { setImmediate } from 'node:timers/promises';
import type { CrawlPage, WebScrapeParams } from '@quarry/contracts';
import type { FetchedPage } from '@quarry/egress';
import { createCrawlScope } from '@quarry/page';
import type { FoundPages, RequestRow } from '@quarry/store';
import type { OperationContext } from '@quarry/worker-runtime';
import { MAP_BOUNDS } from '../map/map-bounds.js';
import { MapRun } from '../map/map-run.js';
import type { PageConverter } from '../page-converter.js';
import { crawlPageOf } from './crawl-page.js';
import type { PageDiscovery } from './discover-page.js';

/** Most addresses that one page adds to a crawl, its sitemaps included, and their characters. */
export const MAX_FOLLOWED = 50_000;
export const MAX_FOLLOWED_CHARS = 4_000_000;
/** Time for the sitemaps of a site, within that of the first page. */
export const SITEMAPS_TIME_MS = 60_000;
/** Time kept of the page's own to store it. */
const STORING_MARGIN_MS = 5_000;

export interface FollowedPage {
  readonly row: RequestRow;
  readonly context: OperationContext;
  readonly params: WebScrapeParams;
  readonly page: FetchedPage;
  readonly discovery: PageDiscovery | undefined;
}

export type FollowPage = (
  followed: FollowedPage,
) => Promise<{ readonly duplicateOf: string } | { readonly found?: FoundPages }>;

/** How long addresses are compared with the patterns of a crawl before other pages get a turn. */
const TURN_MS = 20;

/** The forms of the addresses that are of the crawl, each once, within the bounds of one page. */
const collect = async (
  toForm: (address: string) => string | undefined,
  lists: readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<string[]> => {
  const urls = new Set<string>();
  let chars = 0;
  let endsAt = performance.now() + TURN_MS;
  for (const address of lists.flat()) {
    if (performance.now() >= endsAt) {
      await setImmediate();
      signal.throwIfAborted();
      endsAt = performance.now() + TURN_MS;
    }
    const form = toForm(address);
    if (form === undefined || urls.has(form)) continue;
    chars += form.length;
    if (urls.size >= MAX_FOLLOWED || chars > MAX_FOLLOWED_CHARS) break;
    urls.add(form);
  }
  return [...urls];
};

/** What the sitemaps and feeds of the site name; what cannot be read of them is not there. */
const readSitemaps = async (
  readAddresses: PageConverter['readAddresses'],
  { row, context, page }: FollowedPage,
  { scope, maxAddresses, robots, delayMs }: CrawlPage,
): Promise<readonly string[]> => {
  const endsAtMs = Math.min(Date.now() + SITEMAPS_TIME_MS, row.deadlineAtMs - STORING_MARGIN_MS);
  const over = AbortSignal.timeout(Math.max(1, endsAtMs - Date.now()));
  const limit = Math.min(maxAddresses, MAX_FOLLOWED);
  const polite = { ...(robots === 'obey' ? { robots } : {}), ...(delayMs > 0 ? { gapMs: delayMs } : {}) } as const;
  const run = new MapRun(
    {
      fetcher: { fetch: (request, signal) => context.fetcher.fetch({ ...request, ...polite }, signal) },
      ...{ readAddresses, bounds: { ...MAP_BOUNDS, maxAddresses: limit }, endsAtMs },
      ...{ requestId: row.id, sharer: row.accountId },
      scope: { roots: [scope.root, page.url], includeSubdomains: true },
      signal: AbortSignal.any([context.signal, over]),
    },
    { url: page.url, limit, includeSubdomains: true, sitemap: 'only' },
  );
  const { addresses } = await run.run();
  context.signal.throwIfAborted();
  return addresses.first(limit).map(({ url }) => url);
};

/**
 * What a charged page adds to its crawl, nothing for a page of none. A page whose text another page of the crawl has is its
 * duplicate, and adds nothing.
 */
export const createFollowPage =
  ({ readAddresses }: { readonly readAddresses: PageConverter['readAddresses'] }): FollowPage =>
  async (followed) => {
    const { row, context, params, page, discovery } = followed;
    const crawl = crawlPageOf(params);
    if (crawl === undefined) return {};
    const contentKey = discovery?.contentKey;
    const owner = contentKey === undefined ? row.id : await context.claimContent(contentKey);
    if (owner !== null && owner !== row.id) return { duplicateOf: owner };
    const named = crawl.hasSitemaps ? await readSitemaps(readAddresses, followed, crawl) : [];
    const links = crawl.isFollowed ? (discovery?.links ?? []) : [];
    const toForm = createCrawlScope(crawl.scope, [params.url, page.url]);
    const urls = await collect(toForm, [links, named], context.signal);
    return urls.length === 0 ? {} : { found: { depth: crawl.depth + 1, urls } };
  };
