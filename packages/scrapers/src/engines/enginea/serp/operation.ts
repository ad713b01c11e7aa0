import { defineEngine } from '../../../scraper/engine.js';
import { parseSerp, SERP_BLOCKS } from './parse.js';
import { engineaSerpRequest } from './request.js';

export const engineaSerpOperation = defineEngine({
  id: 'enginea/serp',
  blocks: SERP_BLOCKS,
  request: (params, { origin }) => engineaSerpRequest(params, origin),
  parse: parseSerp,
});
