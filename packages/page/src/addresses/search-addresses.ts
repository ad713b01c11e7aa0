import { foldAccents } from '@quarry/html';
import type { FoundAddress } from './found-addresses.js';

/** Words of a search that count. */
export const MAX_SEARCH_WORDS = 32;

const WORD = /[\p{L}\p{N}]+/gu;

const decoded = (url: string): string => {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
};

/** The words of a search, without case and accents. */
export const searchWords = (search: string): readonly string[] =>
  [...new Set(foldAccents(search).match(WORD) ?? [])].slice(0, MAX_SEARCH_WORDS);

/** How well an address fits: the words that its URL or its title has, those of the title first among equals. 0: none. */
export const scoreAddress = ({ url, title = '' }: FoundAddress, words: readonly string[]): number => {
  const [inTitle, inUrl] = [foldAccents(title), foldAccents(decoded(url.replace(/^https?:\/\//, '')))];
  let [found, titled] = [0, 0];
  for (const word of words) {
    const isTitled = inTitle.includes(word);
    if (isTitled) titled += 1;
    if (isTitled || inUrl.includes(word)) found += 1;
  }
  return found * (MAX_SEARCH_WORDS + 1) + titled;
};
