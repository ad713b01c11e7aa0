import type { Element } from 'domhandler';
import { attribute, childNamed, childrenNamed, elementsOf, localName } from '../archive/xml-tree.js';
import type { Mark } from '../html-body.js';

/** Marks that a style sets or takes away. */
export type OdtMarks = ReadonlyMap<Mark, boolean>;

export interface OdtStyle {
  readonly marks: OdtMarks;
  readonly isHidden: boolean;
  /** Names of the style and of those it is based on. */
  readonly names: readonly string[];
}

export interface OdtStyles {
  style(family: 'paragraph' | 'text', name: string | undefined): OdtStyle;
  /** Whether the items of a list's level, from 0, are numbered. */
  isOrdered(list: string | undefined, level: number): boolean;
}

const MAX_STYLE_CHAIN = 20;

const addMarks = (marks: Map<Mark, boolean>, properties: Element | undefined): void => {
  const set = (mark: Mark, value: string | undefined, isOn: RegExp): void => {
    if (value !== undefined) marks.set(mark, isOn.test(value));
  };
  set('strong', attribute(properties, 'font-weight'), /^(?:bold|[6-9]00)$/);
  set('em', attribute(properties, 'font-style'), /^(?:italic|oblique)$/);
  set('s', attribute(properties, 'text-line-through-style'), /^(?!none$)/);
  set('sup', attribute(properties, 'text-position'), /^(?:super|[1-9])/);
  set('sub', attribute(properties, 'text-position'), /^(?:sub|-)/);
};

/** Names are written with their special signs as numbers. */
const spelled = (name: string): string =>
  name.replace(/_([\da-f]{2,4})_/gi, (_code, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

const listLevels = (list: Element): Map<number, boolean> =>
  new Map(
    elementsOf(list).map((level) => [
      Number(attribute(level, 'level') ?? 1) - 1,
      localName(level) === 'list-level-style-number' && (attribute(level, 'num-format') ?? '') !== '',
    ]),
  );

/** The marks of a run in a text that has some. */
export const withMarks = (outer: ReadonlySet<Mark> | undefined, changes: OdtMarks): Set<Mark> => {
  const marks = new Set(outer);
  for (const [mark, isOn] of changes) {
    if (isOn) marks.add(mark);
    else marks.delete(mark);
  }
  return marks;
};

/** Styles of the document's parts: those of `roots` that come first hold. */
export const readStyles = (roots: readonly (Element | undefined)[]): OdtStyles => {
  const groups = roots.flatMap((root) => [childNamed(root, 'automatic-styles'), childNamed(root, 'styles')]);
  const elements = new Map<string, Element>();
  const lists = new Map<string, Map<number, boolean>>();
  for (const group of groups) {
    for (const style of childrenNamed(group, 'style')) {
      const key = `${attribute(style, 'family') ?? ''} ${attribute(style, 'name') ?? ''}`;
      if (!elements.has(key)) elements.set(key, style);
    }
    for (const list of childrenNamed(group, 'list-style')) {
      const name = attribute(list, 'name') ?? '';
      if (!lists.has(name)) lists.set(name, listLevels(list));
    }
  }
  const known = new Map<string, OdtStyle>();
  const resolve = (family: string, name: string): OdtStyle => {
    const chain: Element[] = [];
    const names: string[] = [];
    let next: string | undefined = name;
    while (next !== undefined && names.length < MAX_STYLE_CHAIN) {
      names.push(spelled(next));
      const style = elements.get(`${family} ${next}`);
      if (style) chain.unshift(style);
      next = attribute(style, 'parent-style-name');
    }
    const marks = new Map<Mark, boolean>();
    for (const style of chain) addMarks(marks, childNamed(style, 'text-properties'));
    const isHidden = attribute(childNamed(chain.at(-1), 'text-properties'), 'display') === 'none';
    return { marks, isHidden, names };
  };
  return {
    style: (family, name = '') => {
      const key = `${family} ${name}`;
      const found = known.get(key) ?? resolve(family, name);
      known.set(key, found);
      return found;
    },
    isOrdered: (list = '', level) => lists.get(list)?.get(level) ?? false,
  };
};
