import type { Element } from 'domhandler';
import { isHeading, linkShare, type PagePart } from './page-parts.js';
import { lineOf } from './part-line.js';
import { isCommentsTitle, isLabel, isLeadIn } from './phrases.js';

/** A part with this share of the main content's running text is content, whatever it looks like. */
const MAX_CLUTTER_SHARE = 0.3;
/** Bylines and credits say no more than this. */
const MAX_BYLINE_CHARS = 250;
/** A box that asks for an address or a vote says no more than this. */
const MAX_FORM_CHARS = 500;

const GROUPS: ReadonlySet<string> = new Set('ul ol dl div section table p li header footer'.split(' '));
const KEPT: ReadonlySet<string> = new Set(['pre', 'table', 'figure', 'math', 'blockquote', 'dl', 'video', 'audio']);

const CAPTIONED_TABLE: ReadonlySet<string> = new Set(['caption', 'table', 'figure']);

export interface Cleaning {
  readonly parts: readonly PagePart[];
  readonly root: PagePart;
  /** The page's own name for itself, for headings that only repeat it. */
  readonly isTitle: (line: string) => boolean;
  /** Captions are kept. */
  readonly isDocument: boolean;
}

/** Bounds of the running text: what stands before and after it are labels. */
interface Zones {
  readonly first: number;
  readonly last: number;
}

const zonesOf = (parts: readonly PagePart[], start: number, end: number): Zones => {
  let first = end;
  let last = start;
  for (let index = start; index < end; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped) {
      index = part.end - 1;
      continue;
    }
    const isText = part.own.mass > 0 && part.element.name !== 'figcaption';
    if (isText) first = Math.min(first, index);
    if (isText || KEPT.has(part.element.name)) last = part.end - 1;
  }
  return { first, last };
};

/** Elements within the main content that are none: to be left out with all in them. */
export const cleanRoot = (cleaning: Cleaning): Set<Element> => {
  const { parts, root } = cleaning;
  const dropped = new Set<Element>();
  const start = parts.indexOf(root);
  const zones = zonesOf(parts, start, root.end);
  /** Labels in tables, quotes and figures belong to them. */
  let keptEnd = 0;
  for (let index = start + 1; index < root.end; index += 1) {
    const part = parts[index];
    if (!part) break;
    const isWithinKept = index < keptEnd;
    if (part.isDropped || isClutter(part, index, isWithinKept ? undefined : zones, cleaning)) {
      part.isDropped = true;
      dropped.add(part.element);
      index = part.end - 1;
    } else if (!isWithinKept && KEPT.has(part.element.name)) keptEnd = part.end;
  }
  dropEmptySections(parts, start, root.end, dropped);
  return dropped;
};

const isClutter = (part: PagePart, index: number, zones: Zones | undefined, cleaning: Cleaning): boolean => {
  const { all } = part;
  if (all.mass > cleaning.root.all.mass * MAX_CLUTTER_SHARE) return false;
  if (isNamedClutter(part) || (!cleaning.isDocument && isCaption(part))) return true;
  return (
    zones !== undefined && (isLinkClutter(part, index < zones.first) || isLineClutter(part, index, cleaning, zones))
  );
};

const isNamedClutter = ({ all, kinds, element }: PagePart): boolean => {
  if (kinds.has('ad') && all.mass < 40) return true;
  if (kinds.has('byline') || kinds.has('credit') || /(?:^|\s)author(?:\s|$)/.test(element.attribs['rel'] ?? '')) {
    return all.chars < MAX_BYLINE_CHARS;
  }
  return false;
};

const isCaption = ({ element, kinds, all }: PagePart): boolean =>
  element.name === 'figcaption' || (kinds.has('caption') && all.paragraphs < 3 && !CAPTIONED_TABLE.has(element.name));

const isLinkClutter = ({ all, element }: PagePart, isBefore: boolean): boolean => {
  if (all.shareLinks > 0 && all.shareLinks >= all.links / 2 && all.mass < 100) return true;
  if (all.inputs > 0 && all.chars < MAX_FORM_CHARS && all.inputs >= all.paragraphs && GROUPS.has(element.name))
    return true;
  if (!GROUPS.has(element.name)) return false;
  return (
    linkShare(all) > 0.5 &&
    (isBefore || all.siteLinks > all.links / 2) &&
    all.links > 1 &&
    all.mass < all.chars / 2 &&
    element.name !== 'table'
  );
};

const isLineClutter = (part: PagePart, index: number, { isTitle }: Cleaning, { first, last }: Zones): boolean => {
  const { all, element } = part;
  if (all.chars === 0 || KEPT.has(element.name)) return false;
  const line = lineOf(part, index);
  if (line === undefined) return false;
  if (isHeading(element.name))
    return (element.name === 'h1' && index <= first) || isTitle(line) || isCommentsTitle(line);
  if (isLabel(line)) return true;
  if (isLeadIn(line) && (linkShare(all) > 0.4 || line.length < 40) && (all.links > 0 || index > last)) return true;
  if (index < first && part.end <= first) {
    return (all.mass === 0 && (element.name !== 'p' || linkShare(all) > 0.5)) || isDateLine(line) || isTitle(line);
  }
  if (index > last) return all.mass === 0 && (linkShare(all) > 0.5 || (element.name !== 'p' && element.name !== 'li'));
  return false;
};

const DATE = /(?:\b(?:19|20)\d\d\b|\b\d{1,2}[:h.]\d\d\b|\d年)/;
const MAX_DATE_CHARS = 70;

/** A short line with a year or a time of day, where only labels stand. */
const isDateLine = (line: string): boolean => line.length <= MAX_DATE_CHARS && DATE.test(line);

const levelOf = ({ element }: PagePart): number => Number(element.name.slice(1));

/** Drops headings whose section lost all it had: a heading after which the next of its level, or the end, follows at once. */
const dropEmptySections = (parts: readonly PagePart[], start: number, end: number, dropped: Set<Element>): void => {
  /** Level of the heading that comes next with nothing between; 0 at the end. */
  let nextLevel = 0;
  let hasContent = false;
  let lost = false;
  const inside: boolean[] = [];
  for (let index = start + 1, skipTo = 0; index < end; index += 1) {
    const part = parts[index];
    inside.push(index < skipTo || (part?.isDropped ?? false));
    if (part?.isDropped && index >= skipTo) skipTo = part.end;
  }
  for (let index = end - 1; index > start; index -= 1) {
    const part = parts[index];
    if (!part) continue;
    if (inside[index - start - 1]) {
      lost = true;
      continue;
    }
    if (!isHeading(part.element.name)) {
      if (part.own.chars > 0 || part.own.images > 0) hasContent = true;
      continue;
    }
    const level = levelOf(part);
    if (!hasContent && lost && nextLevel <= level) {
      part.isDropped = true;
      dropped.add(part.element);
      continue;
    }
    nextLevel = level;
    hasContent = false;
    lost = false;
  }
};
