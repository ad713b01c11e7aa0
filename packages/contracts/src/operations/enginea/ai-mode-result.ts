import { z } from 'zod';
import { answer, anything, block, listOf, string, strings, texts } from '../answer.js';

/** Of references, by their `index`. */
const referenceIndexes = listOf(z.int());

/** `list`: items below the item, of the same kind. */
const item = block({ snippet: string, list: listOf(anything), code: string, referenceIndexes });

/** `table`: rows of cells. `referenceIndexes`: of all sources named anywhere in the block. */
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
export const aiModeResult = answer({
  textBlocks: z.array(textBlock),
  references: listOf(block({ index: z.int().min(1), ...strings('link', 'title', 'snippet', 'source') })),
  subsequentRequestToken: string,
});
