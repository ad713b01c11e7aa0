import type { Element } from 'domhandler';
import { allBelow, firstBelow, readText } from '@quarry/html';
import { textOf } from '../../shared/json-values.js';

interface Root {
  readonly children: Element['children'];
}

const isMarked = (element: Element, ids: readonly string[]): boolean =>
  ids.includes(element.attribs['data-testid'] ?? '');

/** First element with one of the site's own names of parts, in page order. */
export const partOf = (root: Root, ...ids: readonly string[]): Element | undefined =>
  firstBelow(root, (element) => isMarked(element, ids));

/** All of them, none inside of another. */
export const partsOf = (root: Root, ...ids: readonly string[]): Element[] =>
  allBelow(root, (element) => isMarked(element, ids));

export const textOfPart = (root: Root, ...ids: readonly string[]): string | undefined => {
  const part = partOf(root, ...ids);
  return part && textOf(readText(part));
};
