import { defineEngine } from '../../../scraper/engine.js';
import type { NextTurn } from './next-turn.js';
import { AI_MODE_BLOCKS, parseAiMode } from './parse.js';
import { aiModeRequest } from './request.js';
import { UNTIL_ANSWERED } from './until-answered.js';

export const engineaAiModeOperation = defineEngine({
  id: 'enginea/ai-mode',
  // The answer is written while the page is open; without scripts there is no answer.
  plan: { tiers: ['browser', 'http'], doubts: new Set(['unfinished']), untilFilled: UNTIL_ANSWERED },
  blocks: AI_MODE_BLOCKS,
  request: (params, { origin, next }) =>
    // safe because requests have passed the operation's schema, and `next` is what a response gave, sealed on its way
    aiModeRequest(params, next as NextTurn | undefined, origin),
  parse: parseAiMode,
  continuation: {
    kept: ['location', 'uule', 'gl', 'hl'],
    isWanted: ({ continuable }) => continuable === true,
    place: (result, subsequentRequestToken) => ({ ...result, subsequentRequestToken }),
  },
});
