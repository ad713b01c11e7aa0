import { z } from 'zod';
import { checkInput } from '../input/check-input.js';
import { list } from '../input/composites.js';
import { isPlainObject, must } from '../input/field.js';
import { url } from '../input/formats.js';
import { jsonChoice, jsonFlag, jsonInteger, text } from '../input/scalars.js';
import type { ValidateResult } from '../validate-params.js';
import { webhookField } from './batch-input.js';

/** Most addresses of one crawl. */
export const CRAWL_LIMIT_MAX = 1_000_000;
export const CRAWL_LIMIT_DEFAULT = 1_000;
export const CRAWL_DEPTH_MAX = 100;
export const CRAWL_DEPTH_DEFAULT = 10;
/** Pages of one crawl in flight at once. With the longest crawl-delay that is obeyed, the last of them still gets its turn. */
export const CRAWL_CONCURRENCY_MAX = 100;
export const CRAWL_CONCURRENCY_DEFAULT = 8;
export const CRAWL_DELAY_MAX_MS = 30_000;
/** Longest pattern of `include` and `exclude`, characters. */
export const CRAWL_PATTERN_CHARS = 256;
const CREDITS_MAX = 1_000_000_000;

const patterns = (note: string) =>
  list({
    note,
    minItems: 0,
    default: [],
    item: text({ note: 'Pattern.', maxChars: CRAWL_PATTERN_CHARS }),
  });

const scrapeField = z
  .unknown()
  .check(must('object', isPlainObject, 'must be an object of parameters of scrape/web, without url.'))
  .optional();

export const crawlFields = {
  url: url({ note: 'Page to begin with.', required: true }),
  limit: jsonInteger({
    note: 'Most addresses to fetch; those that fail or are duplicates count.',
    min: 1,
    max: CRAWL_LIMIT_MAX,
    default: CRAWL_LIMIT_DEFAULT,
  }),
  maxDepth: jsonInteger({
    note: 'Most links between url and a page. 0: url alone, and what its sitemaps name.',
    min: 0,
    max: CRAWL_DEPTH_MAX,
    default: CRAWL_DEPTH_DEFAULT,
  }),
  include: patterns(
    'Only addresses whose path and query match one of these, such as /docs/*, are fetched; * stands for any characters. regex:^/docs/ is a regular expression of the path, url-regex: one of the whole address, ! before a pattern what it does not match. url itself always is fetched.',
  ),
  exclude: patterns('Addresses that match one of these, patterns as of include, are not fetched.'),
  crawlEntireDomain: jsonFlag({
    note: 'true: all paths of the host; false: only those below the folder of url.',
    default: false,
  }),
  includeSubdomains: jsonFlag({
    note: 'true: all hosts of the registrable domain; false: the host of url alone, with and without www.',
    default: false,
  }),
  allowExternal: jsonFlag({ note: 'true: links to other sites are followed too.', default: false }),
  sitemap: jsonChoice({
    note: 'include: links, and what the sitemaps and feeds of the site name; only: what those name, links are not followed; skip: links alone.',
    values: ['include', 'only', 'skip'],
    default: 'include',
  }),
  ignoreQueryParameters: jsonFlag({
    note: 'true: addresses that differ in their query alone are one; it is left out.',
    default: false,
  }),
  robots: jsonChoice({
    note: "obey: pages that the site's robots.txt disallows are not fetched, and its crawl-delay is kept; ignore: as the deployment is set.",
    values: ['obey', 'ignore'],
    default: 'obey',
  }),
  delay: jsonInteger({
    note: 'Least time between two pages of a host, in milliseconds. With it, one page is fetched at a time.',
    min: 0,
    max: CRAWL_DELAY_MAX_MS,
    default: 0,
  }),
  maxConcurrency: jsonInteger({
    note: 'Most pages in flight at once.',
    min: 1,
    max: CRAWL_CONCURRENCY_MAX,
    default: CRAWL_CONCURRENCY_DEFAULT,
  }),
  maxCredits: jsonInteger({
    note: 'Most credits that the crawl holds and is charged, together. Default: those of the account.',
    min: 1,
    max: CREDITS_MAX,
  }),
};

const crawlSchema = z.strictObject({ ...crawlFields, scrape: scrapeField, webhook: webhookField });

/** Checked parameters of a crawl, defaults applied. `scrape` is checked by its operation. */
export type CrawlParams = z.output<typeof crawlSchema>;

/** Checks the body of a call that starts a crawl, but for `scrape`. */
export const validateCrawl = (body: object): ValidateResult<CrawlParams> => checkInput(crawlSchema, body);
