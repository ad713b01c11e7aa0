import { MAX_ITEMS_PER_CALL } from '../batches/batch-rules.js';
import { check, checkCredits, checkId } from '../input-rules.js';
import type { NewCrawlAddress } from './crawl-port.js';
import type { FoundPages, NewCrawl } from './crawl-state.js';

/** Most addresses that the page of one item may name; the first page of a crawl names those of its sitemaps too. */
export const MAX_FOUND_PAGES = 50_000;
/** Their size as JSON in UTF-8, bytes. */
export const MAX_FOUND_BYTES = 8_388_608;
/** Largest plan of a crawl, bytes of JSON in UTF-8. */
export const MAX_PLAN_BYTES = 262_144;
/** Longest address of a frontier, characters. */
export const MAX_CRAWL_URL_CHARS = 2_048;
export const MAX_CRAWL_DEPTH = 1_000;

export const checkCrawl = (crawl: NewCrawl | undefined): void => {
  if (crawl === undefined) return;
  checkCredits(crawl.itemCredits, 'crawl.itemCredits');
  const bytes = Buffer.byteLength(JSON.stringify(crawl.plan ?? null));
  check(bytes <= MAX_PLAN_BYTES, `crawl.plan must be at most ${MAX_PLAN_BYTES} bytes of JSON.`);
};

const checkDepth = (depth: number): void =>
  check(
    Number.isSafeInteger(depth) && depth >= 0 && depth <= MAX_CRAWL_DEPTH,
    `depth must be an integer from 0 to ${MAX_CRAWL_DEPTH}.`,
  );

export const checkFound = (found: FoundPages | undefined): void => {
  if (found === undefined) return;
  checkDepth(found.depth);
  check(found.urls.length <= MAX_FOUND_PAGES, `found may have at most ${MAX_FOUND_PAGES} addresses.`);
  const bytes = Buffer.byteLength(JSON.stringify(found.urls));
  check(bytes <= MAX_FOUND_BYTES, `found must be at most ${MAX_FOUND_BYTES} bytes of JSON.`);
};

export const checkAddresses = (addresses: readonly NewCrawlAddress[]): void => {
  check(addresses.length <= MAX_ITEMS_PER_CALL, `One call takes at most ${MAX_ITEMS_PER_CALL} addresses.`);
  for (const { url, key, depth, shape } of addresses) {
    checkId(key, 'key');
    if (shape !== undefined) checkId(shape, 'shape');
    checkDepth(depth);
    check(url.length <= MAX_CRAWL_URL_CHARS, `url must be at most ${MAX_CRAWL_URL_CHARS} characters.`);
  }
};

/** The first rows that have at most `maxBytes` together, and the very first one in any case. No row after them is read. */
export const firstWithin = <Row>(
  rows: Iterable<Row>,
  bytesOf: (row: Row) => number,
  maxBytes: number,
): { readonly rows: readonly Row[]; readonly isCut: boolean } => {
  const first: Row[] = [];
  let sum = 0;
  for (const row of rows) {
    sum += bytesOf(row);
    if (sum > maxBytes && first.length > 0) return { rows: first, isCut: true };
    first.push(row);
  }
  return { rows: first, isCut: false };
};

/** Items that may be added for these credits; all of them where they cost nothing. */
export const affordable = (credits: number, itemCredits: number): number =>
  itemCredits === 0 ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor(credits / itemCredits));
