import type { Element } from 'domhandler';
import { isElement, isText, walk } from '../../dom/walk.js';
import type { PageSource } from '../page-source.js';
import { isSubtitle } from './find-lead.js';
import { isHeading, linkShare, type PagePart } from './page-parts.js';
import type { PageClaims } from './page-claims.js';
import { lineOf, MAX_LINE_PARTS } from './part-line.js';
import { isCommentsTitle, isCredit, isLabel, isLeadIn } from './phrases.js';

/** A part with this share of the main content's running text is content, whatever it looks like. */
const MAX_CLUTTER_SHARE = 0.3;
/** Bylines and credits say no more than this. */
const MAX_BYLINE_CHARS = 250;
/** A box that asks for an address or a vote says no more than this. */
const MAX_FORM_CHARS = 500;

/** A paragraph without marks before the text is a label where it is this short. */
const MAX_LABEL_CHARS = 25;
/** A picture with so little text and no more is a picture with its caption. */
const MAX_CAPTION_CHARS = 160;

const GROUPS: ReadonlySet<string> = new Set('ul ol dl div section table tbody tr td p li header footer'.split(' '));
const KEPT: ReadonlySet<string> = new Set(['pre', 'figure', 'math', 'blockquote', 'dl', 'video', 'audio']);

const CAPTIONED_TABLE: ReadonlySet<string> = new Set(['caption', 'table', 'figure']);

export interface Cleaning {
  readonly parts: readonly PagePart[];
  readonly root: PagePart;
  readonly claims: PageClaims;
  /** The article in the page's structured data tells what is content. */
  readonly isByBody: boolean;
  readonly tables: PageSource['tables'];
  /** Captions are kept. */
  readonly isDocument: boolean;
}

/** Where in the main content the running text stands: what is before and after it are labels. */
interface Zones {
  readonly first: number;
  readonly last: number;
  /** From here on the text comes to its end: notes on authors and the site are found there. */
  readonly tail: number;
  /** What runs on after `last` is no part of the article. */
  readonly isEndSure: boolean;
}

/** Share of the running text before the tail. */
const TAIL_FROM = 0.85;
/** So much of the running text has to stand in the page's own article for that to tell where it ends. */
const SURE_SHARE = 0.8;

const zonesOf = ({ parts, root, isByBody, claims, tables }: Cleaning, start: number): Zones => {
  const isEndSure = isByBody && root.all.covered >= root.all.mass * SURE_SHARE;
  let first = root.end;
  let last = start;
  let tail = root.end;
  let mass = 0;
  for (let index = start; index < root.end; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped) {
      index = part.end - 1;
      continue;
    }
    const { own, element } = part;
    const isText = isEndSure ? own.covered > own.mass / 2 : own.mass > 0 && element.name !== 'figcaption';
    if (own.mass > 0 && first === root.end && !isRepeatedOrDate(part, index, claims)) first = index;
    if (isText || (!isEndSure && isKept(part, tables))) last = part.end - 1;
    mass += own.mass;
    if (mass >= root.all.mass * TAIL_FROM) tail = Math.min(tail, index);
  }
  return { first, last, tail, isEndSure };
};

/** Elements within the main content that are none: to be left out with all in them. */
export const cleanRoot = (cleaning: Cleaning): Set<Element> => {
  const { parts, root } = cleaning;
  const dropped = new Set<Element>();
  const start = root.index;
  const zones = zonesOf(cleaning, start);
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
    } else if (!isWithinKept && isKept(part, cleaning.tables)) keptEnd = part.end;
  }
  dropEmptySections(parts, start, root.end, dropped);
  return dropped;
};

/** What is shown as it is: labels in it belong to it. */
const isKept = ({ element }: PagePart, tables: PageSource['tables']): boolean =>
  KEPT.has(element.name) || tables.get(element)?.isData === true;

const isClutter = (part: PagePart, index: number, zones: Zones | undefined, cleaning: Cleaning): boolean => {
  const { all } = part;
  if (part.isTeaser) return true;
  if (all.mass > cleaning.root.all.mass * MAX_CLUTTER_SHARE) return false;
  if (isNamedClutter(part) || (!cleaning.isDocument && (isCaption(part) || isCaptionedPicture(part, index))))
    return true;
  return (
    zones !== undefined &&
    ((!isKept(part, cleaning.tables) && isLinkClutter(part, index < zones.first)) ||
      isLineClutter(part, index, cleaning, zones))
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

const BOXES: ReadonlySet<string> = new Set(['div', 'span', 'section', 'center', 'aside']);

const isCaptionedPicture = ({ all, element, children, end }: PagePart, index: number): boolean =>
  BOXES.has(element.name) &&
  end - index <= MAX_LINE_PARTS &&
  all.images > 0 &&
  all.chars > 0 &&
  all.chars < MAX_CAPTION_CHARS &&
  all.paragraphs < 2 &&
  !children.some((child) => isHeading(child.element.name)) &&
  beginsWithPicture(element);

/** Whether a picture is the first that shows in an element. */
const beginsWithPicture = (element: Element): boolean => {
  let first: 'picture' | 'text' | undefined;
  walk(element, {
    enter: ({ name }) => {
      if (name === 'img') first ??= 'picture';
      return first === undefined && name !== 'script' && name !== 'style' && name !== 'noscript';
    },
    text: ({ data }) => {
      if (data.trim() !== '') first ??= 'text';
    },
  });
  return first === 'picture';
};

const isLinkClutter = ({ all, element }: PagePart, isBefore: boolean): boolean => {
  if (all.shareLinks > 0 && all.shareLinks >= all.links / 2 && all.mass < 100) return true;
  if (all.inputs > 0 && all.chars < MAX_FORM_CHARS && all.inputs >= all.paragraphs && GROUPS.has(element.name))
    return true;
  if (!GROUPS.has(element.name)) return false;
  return (
    linkShare(all) > 0.5 && (isBefore || all.siteLinks > all.links / 2) && all.links > 1 && all.mass < all.chars / 2
  );
};

const isLineClutter = (
  part: PagePart,
  index: number,
  { claims, isDocument, tables }: Cleaning,
  zones: Zones,
): boolean => {
  const { all, element } = part;
  if (zones.isEndSure && index > zones.last && part.own.mass > 0) return true;
  if (all.chars === 0 || isKept(part, tables)) return false;
  const line = lineOf(part, index);
  if (line === undefined) return false;
  if (isHeading(element.name)) return isHeadingClutter(part, line, index <= zones.first, { claims, isDocument });
  // What is in a group with headings is judged one by one.
  if (all.headings > 0) return false;
  if (isLabel(line) || (isCredit(line) && !isDocument)) return true;
  if (isLeadIn(line) && (linkShare(all) > 0.4 || line.length < 40) && (all.links > 0 || index > zones.last))
    return true;
  if (index < zones.first && part.end <= zones.first)
    return isLabelBefore(part) || isDateLine(line) || isRepeated(line, claims);
  if (index >= zones.tail && isNote(part, line, claims)) return true;
  return index > zones.last && isLabelAfter(part, line);
};

const isHeadingClutter = (
  part: PagePart,
  line: string,
  isBefore: boolean,
  { claims, isDocument }: Pick<Cleaning, 'claims' | 'isDocument'>,
): boolean => {
  const { element } = part;
  if (isCommentsTitle(line)) return true;
  if ((element.name === 'h1' && isBefore) || claims.isTitle(line)) return !isDocument;
  return isSubtitle(part) && isBefore && !isDocument;
};

const isRepeated = (line: string, { isTitle, isByline }: PageClaims): boolean => isTitle(line) || isByline(line);

const isRepeatedOrDate = (part: PagePart, index: number, claims: PageClaims): boolean => {
  const line = lineOf(part, index);
  return line !== undefined && (isDateLine(line) || isRepeated(line, claims));
};

const isLabelBefore = ({ all, element, marks }: PagePart): boolean =>
  all.mass === 0 && (element.name !== 'p' || linkShare(all) > 0.5 || (marks === 0 && all.chars < MAX_LABEL_CHARS));

const isLabelAfter = ({ all, element }: PagePart, line: string): boolean => {
  if (all.mass > 0) return false;
  if (linkShare(all) > 0.5 || (element.name !== 'p' && element.name !== 'li')) return true;
  return /:\s*$/.test(line) || SIGNATURE.test(line);
};

/** One word of capitals, as news agencies and authors sign. */
const SIGNATURE = /^\s*[([]?\p{Lu}{2,6}[)\]]?\s*$/u;

const RIGHTS = /^\s*(?:©|\(c\)|copyright\b|all rights reserved)/i;

/** A note of the site at the end of a text: on its author, its rights, or on where else to follow it. */
const isNote = (part: PagePart, line: string, { isByline, isBio }: PageClaims): boolean =>
  RIGHTS.test(line) ||
  isByline(line) ||
  isBio(line) ||
  (part.all.links > 0 && NOTES.has(part.element.name) && (isLeadIn(line) || isAllEmphasis(part)));

const NOTES: ReadonlySet<string> = new Set(['p', 'div']);
const EMPHASIS: ReadonlySet<string> = new Set(['em', 'i']);

const isAllEmphasis = ({ element }: PagePart): boolean => {
  const shown = element.children.filter((child) => !isText(child) || child.data.trim() !== '');
  return (
    element.name === 'p' && shown.length > 0 && shown.every((child) => isElement(child) && EMPHASIS.has(child.name))
  );
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
    if (!hasContent && (lost || nextLevel === 0) && nextLevel <= level) {
      part.isDropped = true;
      dropped.add(part.element);
      continue;
    }
    nextLevel = level;
    hasContent = false;
    lost = false;
  }
};
