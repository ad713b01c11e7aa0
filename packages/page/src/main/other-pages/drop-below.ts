import { dropAfterCommentTitles } from '../drop-beside.js';
import { type PagePart, sumParts } from '../page-parts.js';
import { dropRelated } from './drop-related.js';

/** Text outside links between the title and what is dropped: a page of links is about what they lead to. */
const MIN_OWN_CHARS = 120;
/** More of a page is what it is about. */
const MAX_SHARE = 0.6;

const plainChars = (parts: readonly PagePart[], from: number, to: number): number =>
  parts.slice(from, to).reduce((sum, { own, isDropped }) => (isDropped ? sum : sum + own.chars - own.linkChars), 0);

/** Drops what `drop` finds, if enough of the page is above it. */
const tryBelow = (
  parts: readonly PagePart[],
  title: PagePart,
  drop: (parts: readonly PagePart[]) => PagePart[],
): void => {
  const all = parts[0]?.all.chars ?? 0;
  const dropped = drop(parts);
  const [first] = dropped;
  if (!first) return;
  const chars = dropped.reduce((sum, part) => sum + part.all.chars, 0);
  const isBelow = first.index > title.index && plainChars(parts, title.end, first.index) >= MIN_OWN_CHARS;
  if (!isBelow || chars > all * MAX_SHARE) for (const part of dropped) part.isDropped = false;
  sumParts(parts);
};

/** Drops comments and other pages below the facts of a page that is no running text: a recipe, an event, a thing. */
export const dropBelow = (parts: readonly PagePart[], title: PagePart | undefined): void => {
  if (!title) return;
  tryBelow(parts, title, dropAfterCommentTitles);
  tryBelow(parts, title, dropRelated);
};
