import type { EngineOperation } from '../../shared/engine-operation.js';
import { parseSerp, SERP_BLOCKS } from './parse.js';
import { engineaSerpRequest, type SerpParams } from './request.js';

export const engineaSerpOperation: EngineOperation = {
  id: 'enginea/serp',
  blocks: SERP_BLOCKS,
  // safe because only what passed the operation's schema is asked for
  request: (params, { origin }) => engineaSerpRequest(params as unknown as SerpParams, origin),
  parse: parseSerp,
};
