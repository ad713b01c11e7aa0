import { rawText, walk } from '../../dom/walk.js';
import type { PageSource } from '../../page/page-source.js';
import { RULES_LIMITS } from '../limits.js';
import { bare, phraseKey, wordsOf } from '../words.js';
import { isEntity, type Entity } from './entities.js';

/** Objects that a page's scripts start from: what the page was rendered from, in the site's own words. */
export interface PageState {
  /** Objects that bear the page's own title, the fullest first. */
  readonly titled: readonly Entity[];
  /** Lists of objects of one form. */
  readonly lists: readonly (readonly Entity[])[];
}

const NAMES = [
  'name',
  'title',
  'headline',
  'productName',
  'displayName',
  'fullName',
  'jobTitle',
  'businessName',
  'hotelName',
];
const ASSIGNMENT = /^\s*(?:window|self|globalThis)?\.?\[?["']?\w{2,60}["']?\]?\s*=\s*(?=\{)/;
const STATE_NAME = /STATE|NEXT_DATA|NUXT|PRELOAD|INITIAL|APOLLO|__data|pageData/i;

const tryParse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const stateTexts = (source: PageSource): string[] => {
  const texts: string[] = [];
  let chars = 0;
  walk(source.root, {
    enter: (element) => {
      if (element.name !== 'script') return true;
      const type = element.attribs['type']?.trim().toLowerCase() ?? '';
      if (
        element.attribs['src'] !== undefined ||
        (type !== '' && !/json|javascript/.test(type)) ||
        /ld\+json/.test(type)
      )
        return false;
      const text = rawText(element).trim();
      const isJson = /json/.test(type);
      const start = isJson ? 0 : (ASSIGNMENT.exec(text.slice(0, 200))?.[0].length ?? -1);
      if (start < 0 || (!isJson && !STATE_NAME.test(text.slice(0, start)))) return false;
      chars += text.length;
      if (chars <= RULES_LIMITS.stateChars) texts.push(text.slice(start).replace(/;?\s*$/, ''));
      return false;
    },
  });
  return texts;
};

const scalarCount = (value: Entity): number =>
  Object.values(value).filter((part) => typeof part !== 'object' && part !== '').length;

const isListOf = (value: readonly unknown[]): value is readonly Entity[] =>
  value.length >= 3 && value.slice(0, 5).every((part) => isEntity(part) && scalarCount(part) >= 3);

const titleOf = (value: Entity): string | undefined => {
  for (const name of NAMES) {
    const text = value[name];
    if (typeof text === 'string' && text !== '' && text.length < 400) return bare(text);
  }
  return undefined;
};

/** Reads the state of a page's scripts; `titles` are the page's own headings and titles. */
export const readState = (source: PageSource, titles: readonly string[]): PageState => {
  const wanted = new Set(titles.map(bare).filter((title) => title.length > 3));
  const titled: Entity[] = [];
  const lists: (readonly Entity[])[] = [];
  let nodes = 0;
  for (const text of stateTexts(source)) {
    const open: unknown[] = [tryParse(text)];
    while (open.length > 0 && nodes < RULES_LIMITS.stateNodes) {
      const value = open.pop();
      nodes += 1;
      if (Array.isArray(value)) {
        if (isListOf(value) && lists.length < RULES_LIMITS.stateLists)
          lists.push(value.slice(0, RULES_LIMITS.listValues));
        for (const part of value as unknown[]) if (typeof part === 'object') open.push(part);
      } else if (isEntity(value)) {
        const title = titleOf(value);
        if (title !== undefined && wanted.has(title) && scalarCount(value) >= 4) titled.push(value);
        for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) open.push(part);
      }
    }
  }
  titled.sort((left, right) => Object.keys(right).length - Object.keys(left).length);
  const weight = (list: readonly Entity[]): number =>
    Math.min(list.length, 50) * Math.min(scalarCount(list[0] ?? {}), 20);
  lists.sort((left, right) => weight(right) - weight(left));
  return { titled: titled.slice(0, 3), lists: lists.slice(0, RULES_LIMITS.readLists) };
};

/** Keys that hold the value of the key above them. */
const HOLDING = new Set([
  'value',
  'price',
  'amount',
  'text',
  'name',
  'display name',
  'label',
  'url',
  'current',
  'raw',
  'display',
  'formatted',
]);
const MAX_DEPTH = 4;

/** An object's values by the words of their keys, the shallowest first. */
export const stateValues = (state: Entity): ReadonlyMap<string, readonly unknown[]> => {
  const values = new Map<string, unknown[]>();
  const add = (key: string, value: unknown): void => {
    const list = values.get(key);
    if (!list) values.set(key, [value]);
    else if (list.length < 5) list.push(value);
  };
  let level: { readonly value: Entity; readonly path: readonly string[] }[] = [{ value: state, path: [] }];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { value, path } of level) {
      for (const [name, inner] of Object.entries(value).slice(0, 200)) {
        const key = phraseKey(wordsOf(name));
        const parent = path.at(-1);
        if (isEntity(inner)) {
          if (next.length < 200) next.push({ value: inner, path: [...path, key] });
        } else if (
          inner !== null &&
          inner !== '' &&
          (!Array.isArray(inner) || inner.every((part) => typeof part === 'string'))
        ) {
          if (parent === undefined) add(key, inner);
          else if (HOLDING.has(key)) add(parent, inner);
          if (parent !== undefined) add(`${parent} ${key}`, inner);
        }
      }
    }
    level = next;
  }
  return values;
};
