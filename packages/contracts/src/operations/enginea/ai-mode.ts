import { defineOperation } from '../../define-operation.js';
import { flag, text } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { query, TOKEN_MAX_CHARS } from '../shared-fields.js';
import { aiModeResult } from './ai-mode-result.js';
import { gl, hl, location, oneOrigin, uule, engineaTarget } from './enginea-fields.js';

export const engineaAiMode = defineOperation({
  id: 'enginea/ai-mode',
  summary: "Answer of the primary search engine's AI mode",
  queue: 'serp',
  target: engineaTarget,
  isBuilt: true,
  prices: always(10),
  result: aiModeResult,
  example: { q: 'how does a heat pump work', gl: 'us' },
  tokenField: 'subsequentRequestToken',
  rules: [oneOrigin],
  fields: {
    q: query('Question.'),
    location,
    uule,
    gl,
    hl,
    continuable: flag({ note: 'Ask for a token with which the conversation can go on.', default: false }),
    subsequentRequestToken: text({
      note: 'Token of the answer that q follows, unchanged, within one hour. The conversation keeps its place and language: location, uule, gl and hl are ignored.',
      maxChars: TOKEN_MAX_CHARS,
    }),
  },
});
