import type { PageSource } from '../source/page-source.js';
import { isDateLine, isRepeated } from './label-lines.js';
import type { PageClaims } from './page-claims.js';
import type { PagePart } from './page-parts.js';
import { lineOf } from './part-line.js';

const KEPT: ReadonlySet<string> = new Set(['pre', 'figure', 'math', 'blockquote', 'dl', 'video', 'audio']);

export interface Cleaning {
  readonly parts: readonly PagePart[];
  readonly root: PagePart;
  readonly claims: PageClaims;
  /** The article in the page's structured data shows what is content. */
  readonly isByBody: boolean;
  readonly tables: PageSource['tables'];
  /** The heading that shows the title of the page. */
  readonly title?: PagePart | undefined;
  /** Captions are kept. */
  readonly isDocument: boolean;
  /** The names of those who wrote the posts of a discussion are kept. */
  readonly isSigned?: boolean;
}

/** Content that is kept as it is: labels in it belong to it. */
export const isKept = ({ element }: PagePart, tables: PageSource['tables']): boolean =>
  KEPT.has(element.name) || tables.get(element)?.isData === true;

/** The extent of the running text in the main content: what is before and after it are labels. */
export interface Zones {
  readonly first: number;
  readonly last: number;
  /** The text ends from here on: notes on authors and the site follow. */
  readonly tail: number;
  /** Text after `last` is not part of the article. */
  readonly isEndSure: boolean;
}

/** Share of the running text before the tail. */
const TAIL_FROM = 0.85;
/** Share of the running text that must be in the page's own article for it to show where the text ends. */
const SURE_SHARE = 0.8;
/** And share of its last paragraph: an article that breaks off within one is truncated. */
const WHOLE_SHARE = 0.85;

export const zonesOf = ({ parts, root, isByBody, claims, tables }: Cleaning): Zones => {
  const isEndSure = isByBody && root.all.covered >= root.all.mass * SURE_SHARE && endsWhole(parts, root);
  let first = root.end;
  let last = root.index;
  let tail = root.end;
  let mass = 0;
  for (let index = root.index; index < root.end; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped) {
      index = part.end - 1;
      continue;
    }
    const { own, element } = part;
    const isText = isEndSure ? own.covered > own.mass / 2 : own.mass > 0 && element.name !== 'figcaption';
    if (own.mass > 0 && first === root.end && !isRepeatedOrDate(part, claims)) first = index;
    if (isText || (!isEndSure && isKept(part, tables))) last = part.end - 1;
    mass += own.mass;
    if (mass >= root.all.mass * TAIL_FROM) tail = Math.min(tail, index);
  }
  return { first, last, tail, isEndSure };
};

const isRepeatedOrDate = (part: PagePart, claims: PageClaims): boolean => {
  const line = lineOf(part, part.index);
  return line !== undefined && (isDateLine(line) || isRepeated(line, claims));
};

const endsWhole = (parts: readonly PagePart[], root: PagePart): boolean => {
  for (let index = root.end - 1; index >= root.index; index -= 1) {
    const { own, isDropped } = parts[index] ?? root;
    if (!isDropped && own.covered > 0) return own.covered >= own.mass * WHOLE_SHARE;
  }
  return false;
};
