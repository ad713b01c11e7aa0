import { verdictRule, type MapWebParams } from '@quarry/contracts';
import type { ExecuteOperation, OperationOutcome } from '@quarry/worker-runtime';
import type { PageConverter } from '../page-converter.js';
import { MAP_BOUNDS, type MapBounds } from './map-bounds.js';
import { MapRun, type MapEnd } from './map-run.js';
import type { ReadSource } from './read-source.js';

/** Time kept of the request's own after a map, to store its result. */
const STORING_MARGIN_MS = 2_000;

export interface MapWebOptions {
  readonly readAddresses: PageConverter['readAddresses'];
  /** Default: those of the service. */
  readonly bounds?: Partial<MapBounds>;
}

const failureOf = ({ outcome, verdict }: ReadSource): OperationOutcome => ({
  verdict,
  ...{ tier: outcome.tier, reason: outcome.reason, message: outcome.message },
  ...{ statusCode: outcome.page?.statusCode, retryAfterSeconds: outcome.retryAfterSeconds },
});

const isFailed = (source: ReadSource | undefined): source is ReadSource =>
  source !== undefined && verdictRule(source.verdict).error !== undefined && source.verdict !== 'script_wall';

const NO_SITEMAP =
  'The site has no sitemap: its robots.txt names none that could be read, and there is none at the usual addresses. Leave sitemap out to read the links of the page.';

const noAddresses = (page: ReadSource | undefined): OperationOutcome => {
  const statusCode = page?.outcome.page?.statusCode;
  const message =
    page === undefined
      ? NO_SITEMAP
      : `No address of the site was found: the page responded with status ${statusCode ?? 'none'} and no sitemap could be read. Check the URL.`;
  return { verdict: 'not_found', tier: 'http', reason: 'no_addresses', message, statusCode };
};

/** A map without any address is no map: it says why, and is free. */
const whyEmpty = ({ page, robots, limitsHit }: MapEnd): OperationOutcome => {
  const failed = [page, robots].find(isFailed);
  if (failed) return failureOf(failed);
  if (limitsHit.includes('maxTime')) return { verdict: 'page_timeout', tier: 'http', reason: 'map_timeout' };
  return noAddresses(page);
};

const outcomeOf = (end: MapEnd, { url, limit }: MapWebParams): OperationOutcome => {
  const { addresses, sources, limitsHit, page } = end;
  if (sources.every(({ links }) => links === 0)) return whyEmpty(end);
  const from = page?.outcome.page;
  return {
    verdict: 'ok',
    tier: 'http',
    statusCode: from?.statusCode,
    metadata: { url: from?.url ?? url },
    result: { links: addresses.first(limit), sources, ...(limitsHit.length > 0 ? { limitsHit } : {}) },
  };
};

/** `POST /map/web`: the addresses of a site from its page, sitemaps and feeds, within a time of its own. */
export const createMapWeb = ({ readAddresses, bounds: given }: MapWebOptions): ExecuteOperation => {
  const bounds = { ...MAP_BOUNDS, ...given };
  return async (row, { fetcher, signal }) => {
    // safe because only what passed the operation's schema is admitted
    const params = row.params as MapWebParams;
    const { url, includeSubdomains, search } = params;
    const endsAtMs = Math.min(Date.now() + bounds.timeMs, row.deadlineAtMs - STORING_MARGIN_MS);
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), Math.max(0, endsAtMs - Date.now()));
    try {
      const run = new MapRun(
        {
          ...{ fetcher, readAddresses, bounds, search, endsAtMs },
          ...{ requestId: row.id, sharer: row.accountId },
          scope: { roots: [url], includeSubdomains },
          signal: AbortSignal.any([signal, over.signal]),
        },
        params,
      );
      const end = await run.run();
      signal.throwIfAborted();
      return outcomeOf(end, params);
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  };
};
