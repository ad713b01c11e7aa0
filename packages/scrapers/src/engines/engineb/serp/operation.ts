import { defineEngine } from '../../../scraper/engine.js';
import { lazyPlaces } from '../../../places/load-places.js';
import { ENGINEB_SERP_BLOCKS, parseEnginebSerp } from './parse.js';
import { locateSearch } from './locate-search.js';
import { enginebSerpRequest } from './request.js';

export const enginebSerpOperation = defineEngine({
  id: 'engineb/serp',
  // Clients that the engine does not trust get no results for any search.
  plan: { tiers: ['http', 'browser'], doubts: new Set(['no_results']) },
  complete: locateSearch(lazyPlaces()),
  blocks: ENGINEB_SERP_BLOCKS,
  request: (params, { origin }) => enginebSerpRequest(params, origin),
  parse: parseEnginebSerp,
});
