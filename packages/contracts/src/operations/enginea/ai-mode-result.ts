import { z } from 'zod';
import { answer, anything, block, listOf, string, strings, texts } from '../answer.js';

const textBlock = block({
  type: z.string(),
  snippet: string,
  snippetHighlightedWords: texts,
  list: listOf(block({ snippet: string })),
  table: anything,
  code: string,
  referenceIndexes: listOf(z.int()),
});

/** `references[].index` starts at 1. */
export const aiModeResult = answer({
  textBlocks: z.array(textBlock),
  references: listOf(block({ index: z.int().min(1), ...strings('link', 'title', 'snippet', 'source') })),
  subsequentRequestToken: string,
});
