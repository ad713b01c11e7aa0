import type { Element } from 'domhandler';
import { walk } from '@quarry/html';

/** Most elements of one tile that are looked at. */
const MAX_ELEMENTS = 2_000;

/** The tile and what is in it, in page order; gathered once, because much is looked for in it. */
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
