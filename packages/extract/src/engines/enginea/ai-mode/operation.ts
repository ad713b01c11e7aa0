import { defineEngine } from '../../shared/engine-operation.js';
import type { NextTurn } from './next-turn.js';
import { AI_MODE_BLOCKS, parseAiMode } from './parse.js';
import { aiModeRequest } from './request.js';

export const engineaAiModeOperation = defineEngine({
  id: 'enginea/ai-mode',
  blocks: AI_MODE_BLOCKS,
  request: (params, { origin, next }) =>
    // safe because only what passed the operation's schema is asked for, and `next` is what an answer gave, sealed on its way
    aiModeRequest(params, next as NextTurn | undefined, origin),
  parse: parseAiMode,
});
