import { defineEngine } from '../../../scraper/engine.js';
import { ENGINEB_SERP_BLOCKS, parseEnginebSerp } from './parse.js';
import { enginebSerpRequest } from './request.js';

export const enginebSerpOperation = defineEngine({
  id: 'engineb/serp',
  // Clients that the engine does not trust are told that there is nothing, whatever they search.
  plan: { tiers: ['http', 'browser'], doubts: new Set(['no_results']) },
  blocks: ENGINEB_SERP_BLOCKS,
  request: (params, { origin }) => enginebSerpRequest(params, origin),
  parse: parseEnginebSerp,
});
