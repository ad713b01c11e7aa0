import type { Element } from 'domhandler';
import { isElement, walk } from '../../../dom/walk.js';
import { readText } from '../../shared/reader-text.js';
import { readSearchInformation } from './blocks/search-information.js';
import { queryOf } from './query-of.js';
import { ancestry, type ResultsPage } from './results-page.js';

const LEVELS_UP = 4;
/** Longest sentence around the repeated query. */
const MAX_WORDS_CHARS = 200;

/** A list of hints, without links. */
const isHints = (element: Element): boolean => {
  let items = 0;
  let links = 0;
  walk(element, {
    enter: ({ name }) => {
      if (name === 'li') items += 1;
      if (name === 'a') links += 1;
      return true;
    },
  });
  return element.name === 'ul' && items >= 2 && links <= 1;
};

const hasHintsAfter = (element: Element): boolean =>
  ancestry(element)
    .slice(0, LEVELS_UP)
    .some((above) => {
      for (let next = above.next; next; next = next.next) if (isElement(next) && isHints(next)) return true;
      return false;
    });

/**
 * True where the page itself says that nothing was found, in any language: it counts none, or repeats the query in a short
 * sentence that a list of hints follows.
 */
export const saysNoResults = (page: ResultsPage): boolean => {
  if (readSearchInformation(page)?.totalResults === '0') return true;
  const query = queryOf(page).toLowerCase();
  if (query === '') return false;
  let isSaid = false;
  walk(page.root, {
    enter: (element) => {
      const { name } = element;
      if (isSaid || name === 'script' || name === 'style' || name === 'form' || name === 'head') return false;
      if ((name === 'em' || name === 'b' || name === 'span') && readText(element).toLowerCase() === query) {
        const sentence = element.parent && isElement(element.parent) ? readText(element.parent) : '';
        isSaid =
          sentence.length > query.length && sentence.length <= query.length + MAX_WORDS_CHARS && hasHintsAfter(element);
      }
      return !isSaid;
    },
  });
  return isSaid;
};
