import type { CompatCall } from './compat-call.js';
import { mapCall } from './firecrawl/map.js';
import { scrapeCall } from './firecrawl/scrape.js';
import { searchCall } from './firecrawl/search.js';

export type { CompatReading } from './compat-call.js';
export {
  BATCH_SCRAPE_PATH,
  batchDocument,
  batchErrors,
  batchPage,
  cancelledBatch,
  readBatchScrape,
  startedBatch,
  type BatchFailure,
} from './firecrawl/batch-scrape.js';
export { CONCURRENCY_PATH, concurrencyOf, CREDIT_USAGE_PATH, creditUsage } from './firecrawl/credit-usage.js';
export { compatError, type CompatError } from './firecrawl/errors.js';

/** Where all calls of the other API are, in its versions; those that are not listed are not supported. */
export const COMPAT_PREFIXES = ['/v2/', '/v1/'] as const;

/** The supported calls with a body. */
export const COMPAT_CALLS: readonly CompatCall[] = [scrapeCall, mapCall, searchCall];

export { SERP_ACCOUNT_PATHS, serpAccount } from './serpapi/account.js';
export { engineOf as serpEngineOf } from './serpapi/engines.js';
export { serpError } from './serpapi/errors.js';
export { readSerpSearch, SERP_SEARCH_PATHS, serpKeyOf } from './serpapi/read-search.js';
export { serpFailed, serpPending, serpResults, type SerpSearch } from './serpapi/results.js';
