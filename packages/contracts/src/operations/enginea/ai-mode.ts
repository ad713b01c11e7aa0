import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
import { flag, text } from '../../input/scalars.js';
import { answer, anything, block, listOf, string, strings, texts } from '../answer.js';
import { always } from '../price-lines.js';
import { query, TOKEN_MAX_CHARS } from '../shared-fields.js';
import { gl, hl, location, oneOrigin, uule, engineaTarget } from './enginea-fields.js';

/** `index` values of references. */
const referenceIndexes = listOf(z.int());

/** `list`: nested items of the same kind. */
const item = block({ snippet: string, list: listOf(anything), code: string, referenceIndexes });

/** `table`: rows of cells. `referenceIndexes`: those of all sources in the block. */
const textBlock = block({
  type: z.string(),
  snippet: string,
  snippetHighlightedWords: texts,
  list: listOf(item),
  table: anything,
  ...strings('code', 'language'),
  referenceIndexes,
});

/** `references[].index` starts at 1. */
const aiModeResult = answer({
  textBlocks: z.array(textBlock),
  references: listOf(block({ index: z.int().min(1), ...strings('link', 'title', 'snippet', 'source') })),
  subsequentRequestToken: string,
});

export const engineaAiMode = defineOperation({
  id: 'enginea/ai-mode',
  summary: "Answer of the primary search engine's AI mode",
  queue: 'serp',
  target: engineaTarget,
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
    continuable: flag({ note: 'Return a token to continue the conversation.', default: false }),
    subsequentRequestToken: text({
      note: 'Token of the response that q follows up on, unchanged, within one hour. The conversation keeps its location and language: location, uule, gl and hl are ignored.',
      maxChars: TOKEN_MAX_CHARS,
    }),
  },
});
