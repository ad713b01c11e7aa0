import type { Element } from 'domhandler';
import { walk } from './walk.js';

/** First element below `root` that is wanted, in page order. */
export const firstBelow = (
  root: { readonly children: Element['children'] },
  isWanted: (element: Element) => boolean,
): Element | undefined => {
  let found: Element | undefined;
  walk(root, {
    enter: (element) => {
      if (!found && isWanted(element)) found = element;
      return !found;
    },
  });
  return found;
};
