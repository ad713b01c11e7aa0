import { isElement, isText } from '@quarry/html';
import { type Cleaning, isKept, type Zones } from './cleaning.js';
import { isSubtitle } from './find-lead.js';
import { isDateLine, isRepeated } from './label-lines.js';
import type { PageClaims } from './page-claims.js';
import { isHeading, linkShare, type PagePart } from './page-parts.js';
import { lineOf } from './part-line.js';
import { isCommentsTitle, isCredit, isLabel, isLeadIn, isLegal, isReply } from './phrases.js';
import {
  isAppeal,
  isBackLabel,
  isFollowLine,
  isHelpersLine,
  isSystemLine,
  isTagLine,
  namesChannel,
} from './site-phrases.js';

/** Longest paragraph before the text that is a label. */
const MAX_LABEL_CHARS = 25;
/** Their short lines are entries, not labels. */
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'li']);

/** Whether a part is a line around a text: a label, byline, date, note of the site or link to another page. */
export const isLineClutter = (part: PagePart, cleaning: Cleaning, zones: Zones): boolean => {
  const { all, element, index } = part;
  if (zones.isEndSure && index > zones.last && part.own.mass > 0) return true;
  if (all.chars === 0 || isKept(part, cleaning.tables)) return false;
  const line = lineOf(part, index);
  if (line === undefined) return false;
  if (isHeading(element.name)) return isHeadingClutter(part, line, index <= zones.first, cleaning);
  // Parts of a group with headings are judged one by one.
  if (all.headings > 0) return false;
  return isPhrase(part, line, index > zones.last, cleaning) || isLabelAround(part, line, zones, cleaning.claims);
};

const isPhrase = ({ all, element }: PagePart, line: string, isAfter: boolean, { isDocument }: Cleaning): boolean => {
  // A list may contain the same words as labels: networks, formats, ways to pay.
  if (isLabel(line) && (element.name !== 'li' || all.links > 0)) return true;
  if (isCredit(line) && !isDocument) return true;
  if (all.links > 0 && linkShare(all) > 0.9 && isReply(line)) return true;
  if (all.links > 0 && linkShare(all) > 0.5 && isBackLabel(line)) return true;
  if (all.links > 0 && (isTagLine(line) || (isFollowLine(line) && namesChannel(line)))) return true;
  return isLeadIn(line) && (linkShare(all) > 0.4 || line.length < 40) && (all.links > 0 || isAfter);
};

const isLabelAround = (part: PagePart, line: string, { first, last, tail }: Zones, claims: PageClaims): boolean => {
  if (part.end <= first) return isLabelBefore(part) || isDateLine(line) || isRepeated(line, claims);
  if (part.index >= tail && isNote(part, line, claims)) return true;
  return part.index > last && isLabelAfter(part, line);
};

const isHeadingClutter = (
  part: PagePart,
  line: string,
  isBefore: boolean,
  { claims, isDocument }: Pick<Cleaning, 'claims' | 'isDocument'>,
): boolean => {
  const { element } = part;
  if (isCommentsTitle(line)) return true;
  if (element.name === 'h1' && claims.isTitle(line)) return !isDocument;
  return isBefore && !isDocument && (element.name === 'h1' || claims.isTitle(line) || isSubtitle(part));
};

const isLabelBefore = ({ all, element, marks }: PagePart): boolean => {
  if (all.mass > 0) return false;
  if (linkShare(all) > 0.5) return true;
  return element.name === 'p' ? marks === 0 && all.chars < MAX_LABEL_CHARS : !LISTS.has(element.name);
};

const isLabelAfter = ({ all, element }: PagePart, line: string): boolean => {
  if (all.mass > 0) return false;
  if (linkShare(all) > 0.5 || (element.name !== 'p' && !LISTS.has(element.name))) return true;
  return /:\s*$/.test(line) || SIGNATURE.test(line);
};

/** One word of capitals, as news agencies and authors sign. */
const SIGNATURE = /^\s*[([]?\p{Lu}{2,6}[)\]]?\s*$/u;

/** A note of the site at the end of a text: on its author, its rights, or on where else to follow it. */
const isNote = (part: PagePart, line: string, { isByline, isBio }: PageClaims): boolean =>
  isLegal(line) ||
  isSystemLine(line) ||
  (part.all.links > 0 && isAppeal(line)) ||
  isHelpersLine(line) ||
  (isFollowLine(line) && namesChannel(line)) ||
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
