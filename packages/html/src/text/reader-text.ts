import type { ChildNode, Element } from 'domhandler';
import { isBlock } from '../dom/blocks.js';
import { isHidden } from '../dom/visibility.js';
import { walk } from '../dom/walk.js';

/** Longest text of one field, in characters. */
export const MAX_FIELD_CHARS = 4_000;

/** Marks of direction and of places where a word may break: nobody sees them. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** As a person reads it: one line, no invisible characters. */
export const normalizeText = (text: string): string => text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();

/** For comparing words: lower case, without accents, white space collapsed. */
export const foldAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/\s+/g, ' ')
    .trim();

export interface ReadOptions {
  /** Elements whose subtree is left out. */
  readonly isLeftOut?: (element: Element) => boolean;
  /** Also reads text that is in the page but not shown yet, such as that of a closed answer. */
  readonly readsHidden?: boolean;
}

const NEVER_READ: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'head',
  'title',
  'textarea',
]);

/** Whether an element begins and ends a line; one without a box of its own does not, whatever its name. */
export const breaksLine = ({ name, attribs }: Element): boolean =>
  isBlock(name) &&
  !(attribs['style']?.includes('contents') === true && /display\s*:\s*contents/.test(attribs['style']));

interface Readable {
  readonly children: readonly ChildNode[];
}

const collect = (root: Readable, { isLeftOut, readsHidden = false }: ReadOptions, separator: string): string => {
  const parts: string[] = [];
  let length = 0;
  walk(root, {
    enter: (element) => {
      if (length > MAX_FIELD_CHARS || NEVER_READ.has(element.name)) return false;
      if ((!readsHidden && isHidden(element)) || isLeftOut?.(element)) return false;
      if (element.name === 'br' || breaksLine(element)) parts.push(separator);
      return true;
    },
    leave: (element) => {
      if (breaksLine(element)) parts.push(separator);
    },
    text: ({ data }) => {
      if (length > MAX_FIELD_CHARS) return;
      parts.push(data);
      length += data.length;
    },
  });
  return parts.join('');
};

/** What a person reads below `root`, in one line. */
export const readText = (root: Readable, options: ReadOptions = {}): string =>
  normalizeText(collect(root, options, ' ')).slice(0, MAX_FIELD_CHARS);

/** The same, line by line as blocks divide it; no empty ones. */
export const readLines = (root: Readable, options: ReadOptions = {}): string[] =>
  collect(root, options, '\n\u0001')
    .split('\u0001')
    .map((line) => normalizeText(line).slice(0, MAX_FIELD_CHARS))
    .filter((line) => line !== '');
