import type { Element } from 'domhandler';
import { isElement, walk } from './walk.js';

interface Root {
  readonly children: Element['children'];
}

/** All wanted elements below `root` in page order, none inside another; elements left out are not searched. */
export const allBelow = (
  root: Root,
  isWanted: (element: Element) => boolean,
  isLeftOut: (element: Element) => boolean = () => false,
): Element[] => {
  const found: Element[] = [];
  walk(root, {
    enter: (element) => {
      if (isLeftOut(element)) return false;
      if (!isWanted(element)) return true;
      found.push(element);
      return false;
    },
  });
  return found;
};

/** First element below `root` that is wanted, in page order. */
export const firstBelow = (root: Root, isWanted: (element: Element) => boolean): Element | undefined => {
  let found: Element | undefined;
  walk(root, {
    enter: (element) => {
      if (!found && isWanted(element)) found = element;
      return !found;
    },
  });
  return found;
};

/** The element and those around it up to, not including, `limit`. */
export const ancestors = (element: Element, limit?: Element): Element[] => {
  const way: Element[] = [];
  for (let node: unknown = element; node !== limit && isElement(node as Element); node = (node as Element).parent)
    way.push(node as Element);
  return way;
};

/** Whether one of the element's class names is among `names`. */
export const hasClass = ({ attribs }: Element, names: ReadonlySet<string>): boolean =>
  attribs['class']?.split(/\s+/, 40).some((name) => names.has(name)) ?? false;
