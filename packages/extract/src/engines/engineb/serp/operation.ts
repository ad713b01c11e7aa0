import { defineEngine } from '../../shared/engine-operation.js';
import { ENGINEB_SERP_BLOCKS, parseEnginebSerp } from './parse.js';
import { enginebSerpRequest } from './request.js';

export const enginebSerpOperation = defineEngine({
  id: 'engineb/serp',
  blocks: ENGINEB_SERP_BLOCKS,
  request: (params, { origin }) => enginebSerpRequest(params, origin),
  parse: parseEnginebSerp,
});
