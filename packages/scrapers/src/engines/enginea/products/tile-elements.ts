import type { Element } from 'domhandler';
import { walk } from '@quarry/html';

/** Most elements of one tile that are read. */
const MAX_ELEMENTS = 2_000;

/** The tile and its elements, in page order; gathered once, because they are searched often. */
export const tileElements = (tile: Element, isLeftOut: (element: Element) => boolean): Element[] => {
  const found = [tile];
  walk(tile, {
    enter: (element) => {
      if (found.length >= MAX_ELEMENTS || isLeftOut(element)) return false;
      found.push(element);
      return true;
    },
  });
  return found;
};
