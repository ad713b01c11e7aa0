import type { OfflineParser } from './offline-parser.js';
import { scraperParsers } from './parse-scraped-page.js';
import { parseWebPage } from './parse-web-page.js';

/** The parsers of the workers by operation id. An operation that is not here cannot be parsed offline yet. */
export const offlineParsers: ReadonlyMap<string, OfflineParser> = new Map<string, OfflineParser>([
  ['scrape/web', { purpose: 'page', parse: parseWebPage }],
  ...scraperParsers(),
]);
