/** Characters that make about one token: ASCII text, text in other alphabets, and scripts with a sign per word or syllable. */
export const ASCII_CHARS_PER_TOKEN = 4;
export const OTHER_CHARS_PER_TOKEN = 2;
export const CJK_CHARS_PER_TOKEN = 1;

const FIRST_BEYOND_ASCII = 0x80;
const FIRST_CJK = 0x2e80;
const LAST_HANGUL = 0xd7ff;
const FIRST_COMPATIBILITY = 0xf900;
const LAST_COMPATIBILITY = 0xfaff;
const FIRST_FULL_WIDTH = 0xff00;

const isCjk = (code: number): boolean =>
  (code >= FIRST_CJK && code <= LAST_HANGUL) ||
  (code >= FIRST_COMPATIBILITY && code <= LAST_COMPATIBILITY) ||
  code >= FIRST_FULL_WIDTH;

const costOf = (code: number): number => {
  if (code < FIRST_BEYOND_ASCII) return 1 / ASCII_CHARS_PER_TOKEN;
  return isCjk(code) ? 1 / CJK_CHARS_PER_TOKEN : 1 / OTHER_CHARS_PER_TOKEN;
};

/** Tokens that `text` costs with most models: an estimate, because each counts differently. */
export const estimateTokens = (text: string): number => {
  let tokens = 0;
  for (let index = 0; index < text.length; index += 1) tokens += costOf(text.charCodeAt(index));
  return Math.ceil(tokens);
};

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** The longest start of `text` within `maxTokens`, ended at a line's or else a word's end where there is one. */
export const cutToTokens = (text: string, maxTokens: number): string => {
  let tokens = 0;
  let end = 0;
  while (end < text.length) {
    tokens += costOf(text.charCodeAt(end));
    if (tokens > maxTokens) break;
    end += 1;
  }
  if (end >= text.length) return text;
  if (end > 0 && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
  const start = text.slice(0, end);
  // A border in the second half loses less than half of what fits.
  for (const border of ['\n', ' ']) {
    const at = start.lastIndexOf(border);
    if (at > end / 2) return start.slice(0, at);
  }
  return start;
};
