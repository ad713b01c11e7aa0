import { ENGINE_OPERATIONS } from '@quarry/scrapers/engines';
import type { Scraper } from '@quarry/scrapers/scraper';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import type { OfflineParser } from './offline-parser.js';
import { parseWebPage } from './parse-web-page.js';

/** Whole addresses are read as they are, where the page's own is not known; relative ones are left out. */
const NO_ADDRESS = 'about:blank';

/**
 * The parser of an engine's or a site's operation for a saved page: as in the worker, but inline images are kept. Data from
 * further documents is absent.
 */
const parserOf = (scraper: Scraper): OfflineParser => ({
  purpose: 'record',
  parse: ({ page: { text, mediaType, url = NO_ADDRESS }, params }) => {
    if (text === undefined) return { verdict: 'unsupported', reason: mediaType };
    const reading = scraper.read(params, [{ step: 'page', text, url }], {});
    if (reading.outcome === 'ok') return { verdict: 'ok', result: reading.result };
    if (reading.outcome === 'ask') return { verdict: 'unrecognized', reason: `needs_${reading.request.step}` };
    return { verdict: reading.outcome, reason: reading.reason };
  },
});

/** The workers' parsers by operation id. */
export const offlineParsers: ReadonlyMap<string, OfflineParser> = new Map<string, OfflineParser>([
  ['scrape/web', { purpose: 'page', parse: parseWebPage }],
  ...[...ENGINE_OPERATIONS, ...SITE_OPERATIONS].map(([id, scraper]) => [id, parserOf(scraper)] as const),
]);
