import { isDateLine } from './label-lines.js';
import { isHeading, type PagePart } from './page-parts.js';
import { lineOf } from './part-line.js';
import { isLeadIn } from './phrases.js';
import { squash } from './squash.js';

/** Longest lead: a few sentences. */
const MAX_LEAD_CHARS = 900;
const MIN_LEAD_CHARS = 40;
/** A heading of this length is a lead marked up as a heading. */
const MIN_HEADING_CHARS = 100;
/** Two texts with this many equal first letters are the same text. */
const SAME_CHARS = 25;
/** Parts examined before the main part. */
const MAX_STEPS = 400;
/** The headline, the subtitle and what is beside them. */
const MAX_TITLES = 8;
const CAPTIONED: ReadonlySet<string> = new Set(['figure', 'figcaption', 'table', 'ul', 'ol']);

/** A heading that explains the headline: the page says so, or an element contains only both. */
export const isSubtitle = ({ element, parent }: PagePart): boolean =>
  isHeading(element.name) &&
  (element.attribs['itemprop'] === 'description' ||
    (parent?.all.mass === 0 &&
      parent.children.length <= MAX_TITLES &&
      parent.children.some((sibling) => sibling.element.name === 'h1')));

/**
 * The paragraphs between the page's headline and its main part, where the headline is outside that part: many pages put
 * the lead of an article in its header.
 */
export const findLead = (
  parts: readonly PagePart[],
  root: PagePart,
  isTitle: (line: string) => boolean,
  isDocument: boolean,
): PagePart[] => {
  const lead: PagePart[] = [];
  const beginning = beginningOf(parts, root);
  let chars = 0;
  const start = root.index;
  for (let index = start - 1; index > Math.max(0, start - MAX_STEPS); index -= 1) {
    const part = parts[index];
    if (!part || part.end > start) continue;
    const { name } = part.element;
    const line = isHeading(name) ? lineOf(part, index) : undefined;
    if (line !== undefined && (name === 'h1' || isTitle(line))) return lead.reverse();
    const isLead =
      (part.own.mass > 0 && part.own.chars >= MIN_LEAD_CHARS) ||
      (isHeading(name) && part.own.chars >= MIN_HEADING_CHARS);
    if (
      !isLead ||
      (isSubtitle(part) && !isDocument) ||
      startsLike(part, beginning) ||
      isAside(part, start) ||
      isNoLead(lineOf(part, index) ?? '')
    )
      continue;
    chars += part.own.chars;
    if (chars > MAX_LEAD_CHARS) return [];
    lead.push(part);
  }
  return [];
};

const isNoLead = (line: string): boolean => isLeadIn(line) || isDateLine(line);

/** Some pages repeat the beginning of the text as a summary. */
const startsLike = (part: PagePart, beginning: string): boolean => {
  const own = squash(part.texts.join('')).slice(0, SAME_CHARS);
  return own.length > 0 && beginning.startsWith(own);
};

const beginningOf = (parts: readonly PagePart[], root: PagePart): string => {
  const first = parts.slice(root.index, root.end).find(({ own }) => own.mass > 0);
  return first ? squash(first.texts.join('')).slice(0, SAME_CHARS) : '';
};

const isAside = (part: PagePart, rootIndex: number): boolean => {
  for (let up: PagePart | undefined = part; up && up.end <= rootIndex; up = up.parent) {
    if (up.isDropped || CAPTIONED.has(up.element.name)) return true;
    if (up.kinds.has('byline') || up.kinds.has('credit') || up.kinds.has('caption')) return true;
  }
  return false;
};

/** The headline before a main part, where it is outside that part. */
export const findHeadline = (
  parts: readonly PagePart[],
  root: PagePart,
  isTitle: (line: string) => boolean,
): PagePart | undefined => {
  const start = root.index;
  for (let index = start - 1; index > Math.max(0, start - MAX_STEPS); index -= 1) {
    const part = parts[index];
    if (!part || part.end > start || !isHeading(part.element.name) || part.own.chars === 0) continue;
    if (part.element.name === 'h1' || isTitle(lineOf(part, index) ?? '')) return part;
  }
  return undefined;
};
