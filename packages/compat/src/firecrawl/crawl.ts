import { CRAWL_DELAY_MAX_MS, CRAWL_DEPTH_MAX, CRAWL_PATTERN_CHARS, type CrawlPlan } from '@quarry/contracts';
import { NOT_PATTERN, PATH_REGEX, URL_REGEX } from '@quarry/contracts/crawl-pattern';
import { given, isBody, refusedField, unsupportedField, type Body, type Unread } from '../compat-call.js';
import { readReceiver, type CompatReceiver } from './receiver.js';
import { readPageOptions } from './scrape.js';
import { OF_CLIENTS } from './shared-fields.js';

/** Starts a crawl; with `/:jobId` as a batch. */
export const CRAWL_PATH = '/v2/crawl';

const FIELDS = {
  known: new Set([
    ...['url', 'limit', 'maxDiscoveryDepth', 'includePaths', 'excludePaths', 'regexOnFullURL', 'crawlEntireDomain'],
    ...['allowExternalLinks', 'allowSubdomains', 'sitemap', 'ignoreQueryParameters', 'ignoreRobotsTxt', 'delay'],
    ...['maxConcurrency', 'scrapeOptions', 'webhook'],
  ]),
  // Addresses that differ in nothing that matters are one in any case.
  ignored: new Set<string>([...OF_CLIENTS, 'deduplicateSimilarURLs']),
};

/** Pages of a crawl that states no limit: as clients expect. */
const DEFAULT_LIMIT = 10_000;
const DELAY_MAX_SECONDS = CRAWL_DELAY_MAX_MS / 1_000;

type CrawlReading =
  | {
      readonly ok: true;
      /** The body of a call of ours that starts a crawl. */
      readonly submission: Body;
      readonly receiver?: CompatReceiver | undefined;
    }
  | Unread;

/** Regular expressions, which clients mean by paths. */
const patternsOf = (paths: unknown, isOfUrl: boolean): unknown => {
  const form = isOfUrl ? URL_REGEX : PATH_REGEX;
  return Array.isArray(paths) ? paths.map((path: unknown) => (typeof path === 'string' ? form + path : path)) : paths;
};

/** Clients mean all that begins with the path of `url`, where we mean its folder. */
const outsideOf = ({ url, crawlEntireDomain, allowExternalLinks }: Body): readonly string[] => {
  const path = crawlEntireDomain === true || allowExternalLinks === true ? '/' : URL.parse(String(url))?.pathname;
  if (path === undefined || path.endsWith('/')) return [];
  return [`${NOT_PATTERN}${path.slice(0, CRAWL_PATTERN_CHARS - 2)}*`];
};

const excludeOf = (body: Body): unknown => {
  const stated = patternsOf(body['excludePaths'] ?? [], body['regexOnFullURL'] === true);
  return Array.isArray(stated) ? [...(stated as unknown[]), ...outsideOf(body)] : stated;
};

const isDelay = (delay: unknown): boolean =>
  delay === undefined || delay === null || (typeof delay === 'number' && delay >= 0 && delay <= DELAY_MAX_SECONDS);

/** A call that starts a crawl, as one of ours. */
export const readCrawl = (body: Body): CrawlReading => {
  const unsupported = unsupportedField(body, FIELDS);
  if (unsupported !== undefined) return refusedField(unsupported);
  const { delay } = body;
  const scrapeOptions = body['scrapeOptions'] ?? {};
  if (!isBody(scrapeOptions)) return { ok: false, message: 'scrapeOptions must be an object.' };
  if (!isDelay(delay)) {
    return { ok: false, message: `delay must be a number of seconds from 0 to ${DELAY_MAX_SECONDS}.` };
  }
  const options = readPageOptions(scrapeOptions, []);
  if (!options.ok) return options;
  const receiver = readReceiver(body['webhook']);
  if (!receiver.ok) return receiver;
  // Pages of a crawl are always read anew.
  const { maxAge: _, ...scrape } = options.input;
  return {
    ok: true,
    receiver: receiver.receiver,
    submission: given({
      url: body['url'],
      limit: body['limit'] ?? DEFAULT_LIMIT,
      maxDepth: body['maxDiscoveryDepth'] ?? CRAWL_DEPTH_MAX,
      include: patternsOf(body['includePaths'], body['regexOnFullURL'] === true),
      exclude: excludeOf(body),
      crawlEntireDomain: body['crawlEntireDomain'],
      allowExternal: body['allowExternalLinks'],
      includeSubdomains: body['allowSubdomains'],
      sitemap: body['sitemap'],
      ignoreQueryParameters: body['ignoreQueryParameters'],
      robots: body['ignoreRobotsTxt'] === true ? 'ignore' : undefined,
      delay: typeof delay === 'number' ? Math.round(delay * 1_000) : undefined,
      maxConcurrency: body['maxConcurrency'],
      scrape,
      webhook: receiver.webhook,
    }),
  };
};

export const ACTIVE_CRAWLS_PATH = `${CRAWL_PATH}/active`;

interface ActiveCrawl {
  readonly id: string;
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly plan: CrawlPlan;
}

const optionsOf = ({ limit, maxDepth, sitemap, robots, delayMs, maxConcurrency, scope }: CrawlPlan): Body => ({
  ...{ limit, sitemap, maxConcurrency, maxDiscoveryDepth: maxDepth, delay: delayMs / 1_000 },
  crawlEntireDomain: scope.crawlEntireDomain,
  allowExternalLinks: scope.allowExternal,
  allowSubdomains: scope.includeSubdomains,
  ignoreQueryParameters: scope.ignoreQueryParameters,
  ignoreRobotsTxt: robots === 'ignore',
});

/** The crawls of an account that run. */
export const activeCrawls = (crawls: readonly ActiveCrawl[]): Body => ({
  success: true,
  crawls: crawls.map(({ id, accountId: teamId, createdAtMs, plan }) => ({
    ...{ id, teamId, url: plan.scope.root, options: optionsOf(plan) },
    created_at: new Date(createdAtMs).toISOString(),
  })),
});

export const CRAWL_PREVIEW_PATH = `${CRAWL_PATH}/params-preview`;
export const NO_CRAWL_PREVIEW =
  'Quarry does not support this call of the client, for which a language model would choose the parameters. State them.';
