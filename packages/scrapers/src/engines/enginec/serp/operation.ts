import { defineEngine } from '../../../scraper/engine.js';
import type { EnginecNextPage } from './next-page.js';
import { ENGINEC_SERP_BLOCKS, parseEnginecSerp } from './parse.js';
import { enginecNextRequest, enginecSerpRequest } from './request.js';

export const enginecSerpOperation = defineEngine({
  id: 'enginec/serp',
  blocks: ENGINEC_SERP_BLOCKS,
  request: (params, { origin, next }) => {
    // safe because it is what the previous page gave, sealed on its way
    if (next !== undefined) return enginecNextRequest(next as EnginecNextPage, params, origin);
    return enginecSerpRequest(params, origin);
  },
  parse: parseEnginecSerp,
  continuation: {
    kept: ['kl', 'cc', 'setLang', 'safeSearch', 'deviceType'],
    isWanted: () => true,
    place: (result, nextPageToken) => ({ ...result, nextPageToken, pagination: { nextPageToken } }),
  },
});
