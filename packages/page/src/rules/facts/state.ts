import { isObject, parseJson, rawText, walk } from '@quarry/html';
import type { PageSource } from '../../source/page-source.js';
import { RULES_LIMITS } from './limits.js';
import { bare, phraseKey, wordsOf } from '../concepts/words.js';
import type { Entity } from './entities.js';

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
  value.length >= 3 && value.slice(0, 5).every((part) => isObject(part) && scalarCount(part) >= 3);

const titleOf = (value: Entity): string | undefined => {
  for (const name of NAMES) {
    const text = value[name];
    if (typeof text === 'string' && text !== '' && text.length < 400) return bare(text);
  }
  return undefined;
};

class StateReader {
  readonly titled: Entity[] = [];
  readonly lists: (readonly Entity[])[] = [];
  private nodes = 0;

  constructor(private readonly wanted: ReadonlySet<string>) {}

  read(root: unknown): void {
    const open: unknown[] = [root];
    while (open.length > 0 && this.nodes < RULES_LIMITS.stateNodes) {
      const value = open.pop();
      this.nodes += 1;
      if (Array.isArray(value)) this.readArray(value);
      else if (isObject(value)) this.readObject(value);
      else continue;
      for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) open.push(part);
    }
  }

  private readArray(value: readonly unknown[]): void {
    if (!isListOf(value) || this.lists.length >= RULES_LIMITS.stateLists) return;
    this.lists.push(value.slice(0, RULES_LIMITS.listValues));
  }

  private readObject(value: Entity): void {
    const title = titleOf(value);
    if (title === undefined || !this.wanted.has(title) || this.titled.length >= RULES_LIMITS.stateLists) return;
    if (scalarCount(value) >= MIN_VALUES) this.titled.push(value);
  }
}

const MIN_VALUES = 4;
const MAX_TITLED = 3;

/** How much content a list has. */
const weightOf = (list: readonly Entity[]): number =>
  Math.min(list.length, 50) * Math.min(scalarCount(list[0] ?? {}), 20);

/** Reads the state of a page's scripts; `titles` are the page's own headings and titles. */
export const readState = (source: PageSource, titles: readonly string[]): PageState => {
  const reader = new StateReader(new Set(titles.map(bare).filter((title) => title.length > 3)));
  for (const text of stateTexts(source)) reader.read(parseJson(text));
  const { titled, lists } = reader;
  titled.sort((left, right) => Object.keys(right).length - Object.keys(left).length);
  lists.sort((left, right) => weightOf(right) - weightOf(left));
  return { titled: titled.slice(0, MAX_TITLED), lists: lists.slice(0, RULES_LIMITS.readLists) };
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
const MAX_KEYS = 200;
const MAX_SAME = 5;

interface Level {
  readonly value: Entity;
  /** Key of what holds it; empty at the top. */
  readonly parent: string;
}

const isPlain = (value: unknown): boolean =>
  value !== null && value !== '' && (!Array.isArray(value) || value.every((part) => typeof part === 'string'));

class StateValues {
  readonly values = new Map<string, unknown[]>();

  add(key: string, value: unknown): void {
    const list = this.values.get(key);
    if (!list) this.values.set(key, [value]);
    else if (list.length < MAX_SAME) list.push(value);
  }

  /** Adds the values of one object and returns the objects within it. */
  addLevel({ value, parent }: Level): Level[] {
    const inner: Level[] = [];
    for (const [name, part] of Object.entries(value).slice(0, MAX_KEYS)) {
      const key = phraseKey(wordsOf(name));
      if (isObject(part)) inner.push({ value: part, parent: key });
      else if (isPlain(part)) this.addValue(key, parent, part);
    }
    return inner;
  }

  private addValue(key: string, parent: string, value: unknown): void {
    if (parent === '') return this.add(key, value);
    if (HOLDING.has(key)) this.add(parent, value);
    // A currency is the currency, whatever object contains it.
    if (key.includes('currency')) this.add(key, value);
    this.add(`${parent} ${key}`, value);
  }
}

/** An object's values by the words of their keys, the shallowest first. */
export const stateValues = (state: Entity): ReadonlyMap<string, readonly unknown[]> => {
  const reader = new StateValues();
  let levels: Level[] = [{ value: state, parent: '' }];
  for (let depth = 0; depth < MAX_DEPTH && levels.length > 0; depth += 1) {
    levels = levels.flatMap((level) => reader.addLevel(level)).slice(0, MAX_KEYS);
  }
  return reader.values;
};
