import type { EngineOperation } from '../../shared/engine-operation.js';
import type { EnginecNextPage } from './next-page.js';
import { ENGINEC_SERP_BLOCKS, parseEnginecSerp } from './parse.js';
import { enginecNextRequest, enginecSerpRequest, type EnginecSerpParams } from './request.js';

export const enginecSerpOperation: EngineOperation = {
  id: 'enginec/serp',
  blocks: ENGINEC_SERP_BLOCKS,
  request: (params, { origin, next }) => {
    // safe because only what passed the operation's schema is asked for
    const checked = params as unknown as EnginecSerpParams;
    // safe because it is what the page before gave, sealed on its way
    if (next !== undefined) return enginecNextRequest(next as EnginecNextPage, checked, origin);
    return enginecSerpRequest(checked, origin);
  },
  parse: parseEnginecSerp,
};
