import type { Element } from 'domhandler';
import { attribute, childNamed, childrenNamed } from '../archive/xml-tree.js';

/** Whether the items of a list's level are numbered, and from what on; undefined where they have no sign at all. */
export interface ListLevel {
  readonly isOrdered: boolean;
  readonly start: number;
}

export type DocxNumbering = (numId: string, level: number) => ListLevel | undefined;

const BULLET: ListLevel = { isOrdered: false, start: 1 };

const readLevel = (level: Element): ListLevel | undefined => {
  const format = attribute(childNamed(level, 'numFmt'), 'val') ?? 'decimal';
  if (format === 'none') return undefined;
  const start = Number(attribute(childNamed(level, 'start'), 'val') ?? 1);
  return { isOrdered: format !== 'bullet', start: Number.isInteger(start) ? start : 1 };
};

/** The lists of a document. */
export const readNumbering = (root: Element | undefined): DocxNumbering => {
  const kinds = new Map<string, Map<number, ListLevel | undefined>>();
  for (const kind of childrenNamed(root, 'abstractNum')) {
    const levels = childrenNamed(kind, 'lvl').map(
      (level) => [Number(attribute(level, 'ilvl') ?? 0), readLevel(level)] as const,
    );
    kinds.set(attribute(kind, 'abstractNumId') ?? '', new Map(levels));
  }
  const lists = new Map(
    childrenNamed(root, 'num').map((num) => [
      attribute(num, 'numId') ?? '',
      kinds.get(attribute(childNamed(num, 'abstractNumId'), 'val') ?? ''),
    ]),
  );
  return (numId, level) => {
    const levels = lists.get(numId);
    return levels?.has(level) ? levels.get(level) : BULLET;
  };
};
