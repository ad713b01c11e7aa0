import { operationById } from '@quarry/contracts';
import { SITE_OPERATIONS } from '@quarry/extract/sites';
import type { OfflineParser } from './offline-parser.js';

/** An operation on a site, on a saved page: as the worker reads it. What further documents tell is absent. */
const parserOf = (operation: string): OfflineParser => ({
  purpose: 'record',
  parse: ({ page: { text, mediaType, url }, params }) => {
    const site = SITE_OPERATIONS.get(operation);
    if (text === undefined || !site) return { verdict: 'unsupported', reason: mediaType };
    const reading = site.read(params, [{ step: 'page', text, url: url ?? '' }], {});
    if (reading.outcome === 'ok') return { verdict: 'ok', result: reading.result };
    if (reading.outcome === 'ask') return { verdict: 'unrecognized', reason: `needs_${reading.request.step}` };
    return { verdict: reading.outcome, reason: reading.reason };
  },
});

/** The parsers of the operations on sites that are built, by their ids. */
export const siteParsers = (): readonly (readonly [string, OfflineParser])[] =>
  [...SITE_OPERATIONS.keys()]
    .filter((operation) => operationById(operation)?.isBuilt)
    .map((operation) => [operation, parserOf(operation)]);
