import type { Element } from 'domhandler';
import { RULES_LIMITS } from './limits.js';
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

/** Elements with one name and the same classes, anywhere: broken pages close the list around them too early. */
export class ScatteredParts {
  private readonly byShape = new Map<string, { parts: Element[]; chars: number }>();

  add({ element, text, hasLink, hasHeading }: PartShape): void {
    const names = element.attribs['class']?.trim() ?? '';
    if (names === '' || text.length < 40 || !(hasLink || hasHeading) || element.name === 'a' || element.name === 'p')
      return;
    const shape = `${element.name}.${names}`;
    const found = this.byShape.get(shape) ?? { parts: [], chars: 0 };
    if (found.parts.length >= RULES_LIMITS.groupParts || (this.byShape.size >= MAX_SHAPES && found.parts.length === 0))
      return;
    found.parts.push(element);
    found.chars += Math.min(text.length, 300);
    this.byShape.set(shape, found);
  }

  /** Those that are not within each other. */
  groups(): Group[] {
    return [...this.byShape.values()]
      .filter(({ parts }) => parts.length >= 4 && !isNested(parts))
      .map(({ parts, chars }) => ({ parts, chars }));
  }
}

const MAX_SHAPES = 2_000;
const MAX_STEPS = 40;

const isNested = (parts: readonly Element[]): boolean => {
  const known = new Set<unknown>(parts);
  return parts.slice(0, 50).some((part) => {
    let { parent } = part;
    for (let steps = 0; parent && steps < MAX_STEPS; steps += 1) {
      if (known.has(parent)) return true;
      parent = parent.parent;
    }
    return false;
  });
};

const shapeOf = (element: Element): string => {
  if (LISTED.has(element.name)) return element.name;
  const classes = (element.attribs['class'] ?? '').split(/\s+/).filter((name) => name !== '' && !/\d/.test(name));
  return `${element.name}.${classes.slice(0, 3).join('.')}`;
};

/** Groups of at least two children of the same shape, each with enough content to be one thing of a list. */
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
