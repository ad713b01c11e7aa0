import type { EngineOperation } from '../../shared/engine-operation.js';
import { ENGINEB_SERP_BLOCKS, parseEnginebSerp } from './parse.js';
import { enginebSerpRequest, type EnginebSerpParams } from './request.js';

export const enginebSerpOperation: EngineOperation = {
  id: 'engineb/serp',
  blocks: ENGINEB_SERP_BLOCKS,
  // safe because only what passed the operation's schema is asked for
  request: (params, { origin }) => enginebSerpRequest(params as unknown as EnginebSerpParams, origin),
  parse: parseEnginebSerp,
};
