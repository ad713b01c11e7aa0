import { operationById } from '@quarry/contracts';
import { ENGINE_OPERATIONS } from '@quarry/scrapers/engines';
import type { Scraper } from '@quarry/scrapers/scraper';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import type { OfflineParser } from './offline-parser.js';

/**
 * An operation on an engine or a site, on a saved page: as the worker reads it, pictures that the page carries left as they are.
 * What further documents tell is absent.
 */
const parserOf = (scraper: Scraper): OfflineParser => ({
  purpose: 'record',
  parse: ({ page: { text, mediaType, url = '' }, params }) => {
    if (text === undefined) return { verdict: 'unsupported', reason: mediaType };
    const reading = scraper.read(params, [{ step: 'page', text, url }], {});
    if (reading.outcome === 'ok') return { verdict: 'ok', result: reading.result };
    if (reading.outcome === 'ask') return { verdict: 'unrecognized', reason: `needs_${reading.request.step}` };
    return { verdict: reading.outcome, reason: reading.reason };
  },
});

/** The parsers of the operations on engines and sites, by their ids. */
export const scraperParsers = (): readonly (readonly [string, OfflineParser])[] =>
  [...ENGINE_OPERATIONS, ...SITE_OPERATIONS]
    .filter(([operation]) => operationById(operation)?.isBuilt)
    .map(([operation, scraper]) => [operation, parserOf(scraper)]);
