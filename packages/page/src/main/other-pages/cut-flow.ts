import { type PagePart, sumParts } from '../page-parts.js';

/** Least running text after the title for text before the title to be something else. */
const MIN_AFTER = 140;
/** And its least share of the running text around the title. */
const MIN_AFTER_SHARE = 0.5;
/** A text ends where so many characters of links to other pages of the site follow it. */
const MIN_GAP = 400;
/** And more of them than of the text so far. */
const MIN_GAP_SHARE = 0.8;
/** The titles of other pages are longer, on average. */
const MIN_TITLE_CHARS = 18;
/** Longer texts than this do not end at links. */
const MAX_SHORT_TEXT = 2_500;
/** More than so many times the text before the links is the text itself. */
const MAX_REST = 4;

const isText = ({ own, isTeaser }: PagePart): boolean => own.mass > 0 && !isTeaser;

/** The running text directly in a part is not the page's own: it counts against what contains it. */
export const demote = (part: PagePart): void => {
  part.own.noise += part.own.mass;
  part.own.mass = 0;
  part.own.covered = 0;
  part.own.paragraphs = 0;
};

const massOf = (parts: readonly PagePart[]): number =>
  parts.reduce((sum, part) => sum + (isText(part) ? part.own.mass : 0), 0);

const visible = (parts: readonly PagePart[]): PagePart[] => {
  const found: PagePart[] = [];
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped) index = part.end - 1;
    else found.push(part);
  }
  return found;
};

/** Where links to other pages follow a short text: index in `after` of the first running text beyond them. */
const endOf = (after: readonly PagePart[]): number => {
  let text = 0;
  let gap = 0;
  for (const [index, part] of after.entries()) {
    if (!isText(part)) {
      // Names of people and of topics are shorter than titles of pages.
      if (part.own.linkChars >= part.own.siteLinks * MIN_TITLE_CHARS && part.own.siteLinks > 0)
        gap += part.own.linkChars;
      continue;
    }
    if (text >= MIN_AFTER && gap >= MIN_GAP && gap >= text * MIN_GAP_SHARE) {
      return massOf(after.slice(index)) > text * MAX_REST ? after.length : index;
    }
    text += part.own.mass;
    if (text > MAX_SHORT_TEXT) break;
    gap = 0;
  }
  return after.length;
};

/**
 * Portals show short texts among those of other pages. Running text before the title, and running text behind a long run of
 * links after a short text, is marked as that of other pages.
 */
export const cutFlow = (parts: readonly PagePart[], title: PagePart | undefined): void => {
  if (!title) return;
  const shown = visible(parts);
  const from = shown.findIndex(({ index }) => index >= title.end);
  if (from === -1) return;
  const before = shown.slice(0, from).filter((part) => isText(part) && part.end <= title.index);
  const after = shown.slice(from);
  const own = massOf(after);
  const others: PagePart[] = [];
  if (own >= MIN_AFTER && own >= massOf(before) * MIN_AFTER_SHARE) others.push(...before);
  others.push(...after.slice(endOf(after)).filter(isText));
  if (others.length === 0) return;
  for (const part of others) {
    part.isTeaser = true;
    demote(part);
  }
  sumParts(parts);
};
