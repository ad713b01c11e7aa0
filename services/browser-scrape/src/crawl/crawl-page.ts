import type { CrawlPage, WebScrapeParams } from '@quarry/contracts';
import type { FetchRequest } from '@quarry/egress';

/** What a page of a crawl is told, undefined for any other page. */
export const crawlPageOf = (params: WebScrapeParams): CrawlPage | undefined =>
  // safe because the leader of a crawl alone writes it: no caller's parameters have this name
  (params as WebScrapeParams & { readonly crawl?: CrawlPage }).crawl;

/** How politely a page of a crawl is fetched. */
export const crawlFetchOf = (params: WebScrapeParams): Pick<FetchRequest, 'robots' | 'gapMs'> => {
  const crawl = crawlPageOf(params);
  if (crawl === undefined) return {};
  const { robots, delayMs } = crawl;
  return { ...(robots === 'obey' ? { robots } : {}), ...(delayMs > 0 ? { gapMs: delayMs } : {}) };
};
