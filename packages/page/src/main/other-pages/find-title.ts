import type { PageClaims } from '../page-claims.js';
import { isHeading, type PagePart } from '../page-parts.js';
import { lineOf } from '../part-line.js';
import { squash } from '../squash.js';

/** Pages repeat their title in lists, so that the first counts unless it is a mere piece of another. */
const MUCH_LONGER = 1.3;
/** Headings that are compared with the page's title; a page has few before its text. */
const MAX_HEADINGS = 60;

/** The headings that are candidates: not those in dropped parts. */
const headingsOf = (parts: readonly PagePart[]): PagePart[] => {
  const found: PagePart[] = [];
  for (let index = 1; index < parts.length && found.length < MAX_HEADINGS; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped) index = part.end - 1;
    else if (isHeading(part.element.name) && part.all.chars > 0) found.push(part);
  }
  return found;
};

/**
 * The first heading that repeats the page's title, or a much longer one: the name of the site is a piece of most titles. A
 * heading that is no link goes before one that is. Else the one main heading.
 */
export const findTitle = (
  parts: readonly PagePart[],
  { isTitle }: Pick<PageClaims, 'isTitle'>,
): PagePart | undefined => {
  const headings = headingsOf(parts);
  let best: PagePart | undefined;
  let bestChars = 0;
  for (const areLinks of [false, true]) {
    for (const part of headings) {
      if (part.all.links > 0 !== areLinks) continue;
      const line = lineOf(part, part.index) ?? '';
      const { length } = squash(line);
      if (length <= bestChars * MUCH_LONGER || !isTitle(line)) continue;
      best = part;
      bestChars = length;
    }
  }
  if (best) return best;
  const mains = headings.filter(({ element }) => element.name === 'h1');
  return mains.length === 1 && mains[0]?.all.links === 0 ? mains[0] : undefined;
};
