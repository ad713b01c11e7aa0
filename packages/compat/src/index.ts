import type { CompatCall } from './compat-call.js';
import { mapCall } from './firecrawl/map.js';
import { scrapeCall } from './firecrawl/scrape.js';
import { searchCall } from './firecrawl/search.js';

export type { CompatReading } from './compat-call.js';
export { BATCH_SCRAPE_PATH, readBatchScrape } from './firecrawl/batch-scrape.js';
export {
  ACTIVE_CRAWLS_PATH,
  activeCrawls,
  CRAWL_PATH,
  CRAWL_PREVIEW_PATH,
  NO_CRAWL_PREVIEW,
  readCrawl,
} from './firecrawl/crawl.js';
export {
  CONCURRENCY_PATH,
  concurrencyOf,
  CREDIT_HISTORY_PATH,
  CREDIT_USAGE_PATH,
  creditHistory,
  creditUsage,
  QUEUE_STATUS_PATH,
  queueStatus,
} from './firecrawl/credit-usage.js';
export { compatError, type CompatError } from './firecrawl/errors.js';
export { jobEvent, SIGNATURE_HEADER, type JobReport } from './firecrawl/job-event.js';
export { cancelledJob, jobDocument, jobErrors, jobPage, startedJob, type JobFailure } from './firecrawl/jobs.js';

/** Where all calls of the other API are, in its versions; those that are not listed are not supported. */
export const COMPAT_PREFIXES = ['/v2/', '/v1/'] as const;

/** The supported calls with a body. */
export const COMPAT_CALLS: readonly CompatCall[] = [scrapeCall, mapCall, searchCall];

export { SERP_ACCOUNT_PATHS, serpAccount } from './serpapi/account.js';
export { engineOf as serpEngineOf } from './serpapi/engines.js';
export { serpError } from './serpapi/errors.js';
export { readSerpSearch, SERP_SEARCH_PATHS, serpKeyOf } from './serpapi/read-search.js';
export { serpFailed, serpPending, serpResults, type SerpSearch } from './serpapi/results.js';
