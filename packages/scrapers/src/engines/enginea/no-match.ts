import type { Element } from 'domhandler';
import { ancestors, isElement, readText, walk } from '@quarry/html';

const LEVELS_UP = 4;
/** Most occurrences of the query after which hints are searched. */
const MAX_SENTENCES = 20;
/** Longest sentence around the repeated query. */
const MAX_WORDS_CHARS = 200;

/** A list of hints, without links. */
export const isHints = (element: Element): boolean => {
  if (element.name !== 'ul') return false;
  let items = 0;
  let links = 0;
  walk(element, {
    enter: ({ name }) => {
      if (name === 'li') items += 1;
      if (name === 'a') links += 1;
      return true;
    },
  });
  return items >= 2 && links <= 1;
};

const hasHintsAfter = (element: Element): boolean =>
  ancestors(element)
    .slice(0, LEVELS_UP)
    .some((above) => {
      for (let next = above.next; next; next = next.next) if (isElement(next) && isHints(next)) return true;
      return false;
    });

/** True where the query, in lower case, is repeated in a short sentence that a list of hints follows: in any language, nothing matched. */
export const repeatsQueryAboveHints = (root: { readonly children: Element['children'] }, query: string): boolean => {
  let isSaid = false;
  let sentences = 0;
  walk(root, {
    enter: (element) => {
      const { name } = element;
      if (
        isSaid ||
        sentences > MAX_SENTENCES ||
        name === 'script' ||
        name === 'style' ||
        name === 'form' ||
        name === 'head'
      )
        return false;
      if ((name === 'em' || name === 'b' || name === 'span') && readText(element).toLowerCase() === query) {
        sentences += 1;
        const sentence = element.parent && isElement(element.parent) ? readText(element.parent) : '';
        isSaid =
          sentence.length > query.length && sentence.length <= query.length + MAX_WORDS_CHARS && hasHintsAfter(element);
      }
      return !isSaid;
    },
  });
  return isSaid;
};
