import type { Tokenizer } from '@quarry/contracts';
import type { CountTokens } from './cut-block.js';

interface Encoding {
  readonly countTokens: (text: string, options: { disallowedSpecial: Set<string> }) => number;
}

/** Their tables are large: each is loaded by the first call that names it. */
const ENCODINGS: Readonly<Record<Tokenizer, () => Promise<Encoding>>> = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
};

/** Units of a word that are counted as one: the time of a tokenizer grows with the square of a word's length. */
export const MAX_WORD_CHARS = 400;
const LONG_WORD = new RegExp(`[^\\s]{${MAX_WORD_CHARS}}`, 'gu');

/** A page may write the marks of a model's own protocol as text. */
const ANY_TEXT = { disallowedSpecial: new Set<string>() };

/** Counts as the tokenizer does, in linear time: of a word longer than `MAX_WORD_CHARS`, the parts. */
export const openTokenizer = async (name: Tokenizer): Promise<CountTokens> => {
  const { countTokens } = await ENCODINGS[name]();
  return (text) => {
    let tokens = 0;
    let from = 0;
    for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
      const end = index + word.length;
      tokens += countTokens(text.slice(from, end), ANY_TEXT);
      from = end;
    }
    return tokens + (from < text.length ? countTokens(text.slice(from), ANY_TEXT) : 0);
  };
};
