import { group } from '../../input/composites.js';
import type { CrossRule } from '../../input/cross-rules.js';
import { jsonChoice, jsonFlag, jsonInteger } from '../../input/scalars.js';

/** Tokenizers of language models, by the names that their makers publish them under. */
export const TOKENIZERS = ['o200k_base', 'cl100k_base'] as const;
export type Tokenizer = (typeof TOKENIZERS)[number];

export const CHUNK_MIN_TOKENS = 50;
export const CHUNK_MAX_TOKENS = 100_000;

/** Parameters about the markdown as a text for language models. */
export const modelTextFields = {
  tokenCount: jsonFlag({ note: 'Also count the tokens of markdown for language models.', default: false }),
  tokenizer: jsonChoice({
    note: 'Tokenizer that tokenCount and chunks count with. Omitted: an estimate by length.',
    values: TOKENIZERS,
  }),
  chunks: group('Also cut markdown into chunks, by its headings.', {
    maxTokens: jsonInteger({
      note: 'Tokens of a chunk at most.',
      required: true,
      min: CHUNK_MIN_TOKENS,
      max: CHUNK_MAX_TOKENS,
    }),
  }),
};

const CHUNKS_OF_MARKDOWN: CrossRule = {
  fields: ['outputFormat', 'chunks'],
  note: 'chunks requires markdown in outputFormat.',
  isForWholes: true,
  check: (read, context) => {
    const formats = read('outputFormat');
    if (read('chunks') === undefined || (Array.isArray(formats) && formats.includes('markdown'))) return;
    context.report('outputFormat', 'requiredWhen', 'must contain markdown when chunks are asked for.');
  },
};

const TOKENIZER_IN_USE: CrossRule = {
  fields: ['tokenCount', 'tokenizer', 'chunks'],
  note: 'tokenizer requires tokenCount or chunks.',
  isForWholes: true,
  check: (read, context) => {
    if (read('tokenizer') === undefined || read('tokenCount') === true || read('chunks') !== undefined) return;
    context.report('tokenCount', 'requiredWhen', 'must be true when a tokenizer is given without chunks.');
  },
};

export const modelTextRules: readonly CrossRule[] = [CHUNKS_OF_MARKDOWN, TOKENIZER_IN_USE];
