import { engineParsers } from './parse-engine-page.js';
import type { OfflineParser } from './offline-parser.js';
import { siteParsers } from './parse-site-page.js';
import { parseWebPage } from './parse-web-page.js';

/** The parsers of the workers by operation id. An operation that is not here cannot be parsed offline yet. */
export const offlineParsers: ReadonlyMap<string, OfflineParser> = new Map<string, OfflineParser>([
  ['scrape/web', { purpose: 'page', parse: parseWebPage }],
  ...engineParsers(),
  ...siteParsers(),
]);
