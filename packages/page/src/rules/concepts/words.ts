import { foldAccents } from '@quarry/html';

const CASE_STEPS = /([\p{Ll}\d])(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu;

/** Words of a name written in camelCase, snake_case, kebab-case or plainly; folded. */
export const wordsOf = (name: string): string[] =>
  foldAccents(
    name.replace(CASE_STEPS, (_, a: string, b: string, c: string, d: string) => (a ? `${a} ${b}` : `${c} ${d}`)),
  )
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const UNCHANGED = /(?:ss|us|is|ies)$/;

/** One form for a word and its English plural. */
export const stem = (word: string): string => {
  if (word.length <= 3) return word;
  if (word === 'movies' || word === 'cookies') return word.slice(0, -1);
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !UNCHANGED.test(word) ? word.slice(0, -1) : word;
};

/** The key under which a phrase is looked up: its words in one form each. */
export const phraseKey = (words: readonly string[]): string => words.map(stem).join(' ');

/** As `phraseKey`, for a text of a page. */
export const labelKey = (label: string): string => phraseKey(wordsOf(label));

/** Letters and digits alone, folded: `FULL_TIME`, `Full-time` and `full time` are one. */
export const bare = (text: string): string => foldAccents(text).replace(/[^\p{L}\p{N}]+/gu, '');

export const cleanText = (text: string): string => text.replace(/\s+/g, ' ').trim();
