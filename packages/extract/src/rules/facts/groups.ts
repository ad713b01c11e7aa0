import type { Element } from 'domhandler';
import { RULES_LIMITS } from '../limits.js';
import type { Group } from './dom-facts.js';

/** A child element as its parent sees it. */
export interface PartShape {
  readonly element: Element;
  readonly text: string;
  readonly hasLink: boolean;
  readonly hasHeading: boolean;
  readonly hasImage: boolean;
  readonly hasMoney: boolean;
}

const MIN_CHARS = 12;
const LISTED = new Set(['li', 'article', 'tr']);

const shapeOf = (element: Element): string => {
  if (LISTED.has(element.name)) return element.name;
  const classes = (element.attribs['class'] ?? '').split(/\s+/).filter((name) => name !== '' && !/\d/.test(name));
  return `${element.name}.${classes.slice(0, 3).join('.')}`;
};

/** Groups of at least two children of the same shape that each tell enough to be one thing of a list. */
export const groupsOf = (kids: readonly PartShape[]): Group[] => {
  if (kids.length < 2) return [];
  const byShape = new Map<string, PartShape[]>();
  for (const kid of kids) {
    if (kid.text.length < MIN_CHARS || kid.element.name === 'p' || kid.element.name === 'script') continue;
    const shape = shapeOf(kid.element);
    const list = byShape.get(shape);
    if (list) list.push(kid);
    else byShape.set(shape, [kid]);
  }
  const groups: Group[] = [];
  for (const list of byShape.values()) {
    const telling = list.filter((kid) => kid.hasLink || kid.hasHeading || kid.hasMoney || kid.element.name === 'tr');
    if (list.length < 2 || telling.length < list.length * 0.6) continue;
    groups.push({
      parts: list.slice(0, RULES_LIMITS.groupParts).map(({ element }) => element),
      chars: list.reduce((sum, kid) => sum + Math.min(kid.text.length, 300), 0),
    });
  }
  return groups;
};
