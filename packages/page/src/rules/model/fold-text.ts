import { toAsciiDigits } from '@quarry/html';

const JOINERS = /[*`~\\_\u00ad\u200b-\u200f\u2060\ufeff]/g;
const TRADE_MARKS = /[\u00a9\u00ae\u2117\u2120\u2122]/g;
const ACCENTS = /[\u0300-\u036f\u064b-\u065f]/g;
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/gu;
const WORD = /[\p{L}\p{N}\p{M}]/u;
/** Scripts that write words without spaces, or write particles onto them. */
const UNPARTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Arabic}\p{Script=Hebrew}\u30fc]/u;

/** Letters and digits alone, separated by single spaces: case, accents, punctuation and markdown do not count. */
export const foldText = (text: string): string =>
  toAsciiDigits(text.replace(TRADE_MARKS, ' ').replace(JOINERS, '').normalize('NFKD'), { withThai: true })
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(SEPARATORS, ' ')
    .trim();

/** Whether a word may begin or end between the two characters. */
const isBorder = (left: string | undefined, right: string | undefined): boolean =>
  left === undefined ||
  right === undefined ||
  !WORD.test(left) ||
  !WORD.test(right) ||
  UNPARTED.test(left) ||
  UNPARTED.test(right);

/** Whether `text` contains `words` as whole words; both folded. */
export const holdsWords = (text: string, words: string): boolean => {
  if (words === '') return false;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    if (isBorder(text[at - 1], text[at]) && isBorder(text[end - 1], text[end])) return true;
  }
  return false;
};
