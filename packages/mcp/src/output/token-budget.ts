/** Tokens of a response unless the call says otherwise, and the most and fewest that it may ask for. */
export const DEFAULT_MAX_TOKENS = 8_000;
export const MAX_TOKENS_LIMIT = 100_000;
export const MIN_TOKENS_LIMIT = 100;

/** Text is counted in pieces of at most so many characters: encoding a long run of letters takes quadratic time. */
export const PIECE_CHARS = 1_024;

export interface TextPage {
  readonly text: string;
  /** Tokens of the text, at most the budget. */
  readonly tokens: number;
  /** Where the next page begins, in characters; undefined at the end. */
  readonly nextOffset?: number;
}

type CountTokens = (text: string) => number;

let loading: Promise<CountTokens> | undefined;

/** Loaded when a text is long enough to need it: its ranks take about half a second. Page text may name special tokens. */
const loadCounter = (): Promise<CountTokens> =>
  (loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
    ({ countTokens }) =>
      (text: string) =>
        countTokens(text, { disallowedSpecial: new Set() }),
  ));

/** Moves an end before a surrogate pair rather than into it. */
const wholeEnd = (text: string, end: number): number => {
  const code = text.charCodeAt(end - 1);
  return end < text.length && code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
};

/** The longest beginning of a piece within the budget. */
const longestWithin = (piece: string, budget: number, count: CountTokens): string => {
  let [fits, tooLong] = [0, piece.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (count(piece.slice(0, middle)) <= budget) fits = middle;
    else tooLong = middle;
  }
  return piece.slice(0, wholeEnd(piece, fits));
};

/** The part of a text from `offset` on that fits into a budget of tokens, counted as o200k_base. At least one character. */
export const pageOf = async (text: string, offset: number, maxTokens: number): Promise<TextPage> => {
  const rest = text.slice(offset);
  // A token has at least one byte, so this text fits without being counted.
  if (rest.length <= maxTokens && Buffer.byteLength(rest) <= maxTokens) return { text: rest, tokens: rest.length };
  const count = await loadCounter();
  let [end, tokens] = [0, 0];
  while (end < rest.length) {
    const piece = rest.slice(end, wholeEnd(rest, Math.min(end + PIECE_CHARS, rest.length)));
    const more = count(piece);
    if (tokens + more > maxTokens) {
      const last = longestWithin(piece, maxTokens - tokens, count);
      end += last.length;
      tokens += last === '' ? 0 : count(last);
      break;
    }
    end += piece.length;
    tokens += more;
  }
  if (end >= rest.length) return { text: rest, tokens };
  // A page without progress would be asked for again and again.
  const kept = Math.max(end, wholeEnd(rest, 1) || 2);
  return { text: rest.slice(0, kept), tokens, ...(kept < rest.length ? { nextOffset: offset + kept } : {}) };
};
