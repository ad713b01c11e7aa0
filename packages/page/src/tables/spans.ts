import type { Element } from 'domhandler';

/** Value of a `colspan` or `rowspan`, at least 1, at most `max`. */
export const readSpan = (element: Element, name: 'colspan' | 'rowspan', max: number): number => {
  const value = Number.parseInt(element.attribs[name] ?? '', 10);
  return Number.isFinite(value) && value > 1 ? Math.min(value, max) : 1;
};
