import type { CrawlParams } from './crawl-input.js';

/** Which addresses belong to a crawl, and which of their forms is the one that is fetched. */
export interface CrawlScope extends Pick<
  CrawlParams,
  'include' | 'exclude' | 'includeSubdomains' | 'allowExternal' | 'ignoreQueryParameters' | 'crawlEntireDomain'
> {
  /** Where the crawl begins. */
  readonly root: string;
}

/** What a worker is told of a page of a crawl, beside the parameters of the page: `crawl` in the parameters of its item. */
export interface CrawlPage {
  readonly scope: CrawlScope;
  /** Links between the first page and this one. */
  readonly depth: number;
  /** Whether its links are followed. */
  readonly isFollowed: boolean;
  /** Of the first page: whether the sitemaps of its site are read. */
  readonly hasSitemaps: boolean;
  /** Addresses that may still be of use. */
  readonly maxAddresses: number;
  readonly robots: CrawlParams['robots'];
  readonly delayMs: number;
}

/** What the leader of a crawl goes by. */
export interface CrawlPlan extends Pick<CrawlParams, 'limit' | 'maxDepth' | 'maxConcurrency' | 'sitemap' | 'robots'> {
  readonly scope: CrawlScope;
  readonly delayMs: number;
  readonly maxCredits?: number | undefined;
  /** Of the key that it was started with. */
  readonly creditsPerDay?: number | undefined;
  /** Of every page, without `url`. */
  readonly params: Readonly<Record<string, unknown>>;
}

export const crawlPlanOf = (
  checked: CrawlParams,
  params: Readonly<Record<string, unknown>>,
  creditsPerDay: number | undefined,
): CrawlPlan => {
  const { url: root, limit, maxDepth, maxCredits, sitemap, robots, delay: delayMs } = checked;
  const { include, exclude, includeSubdomains, allowExternal, ignoreQueryParameters, crawlEntireDomain } = checked;
  const scope = { root, include, exclude, includeSubdomains, allowExternal, ignoreQueryParameters, crawlEntireDomain };
  const maxConcurrency = delayMs > 0 ? 1 : checked.maxConcurrency;
  return { limit, maxDepth, maxConcurrency, sitemap, robots, scope, delayMs, maxCredits, creditsPerDay, params };
};

/** The parameters of the page with this address. */
export const crawlItemParams = (
  plan: CrawlPlan,
  { url, depth, isFirst }: { readonly url: string; readonly depth: number; readonly isFirst: boolean },
): Record<string, unknown> => {
  const { scope, maxDepth, sitemap, limit: maxAddresses, robots, delayMs, params } = plan;
  const crawl: CrawlPage = {
    ...{ scope, depth, maxAddresses, robots, delayMs },
    isFollowed: sitemap !== 'only' && depth < maxDepth,
    hasSitemaps: isFirst && sitemap !== 'skip',
  };
  return { ...params, url, crawl };
};

/** Bounds that leave pages out of a crawl, as its status names them. */
export const CRAWL_LIMIT_NAMES = [
  'limit',
  'maxVariants',
  'maxCredits',
  'credits',
  'creditPeriod',
  'keyCreditsPerDay',
  'maxTime',
] as const;
