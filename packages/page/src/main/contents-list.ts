import { walk } from '@quarry/html';
import { linkShare, type PagePart } from './page-parts.js';

const MIN_LINKS = 3;
/** Longer lists are not examined. */
const MAX_LINKS = 300;
const MIN_LINK_SHARE = 0.8;
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'div', 'section', 'table', 'p']);

/** A table of contents, or tabs: a list of links to places of the same page. */
export const isContentsList = ({ all, element }: PagePart): boolean => {
  if (
    !LISTS.has(element.name) ||
    all.links < MIN_LINKS ||
    all.links > MAX_LINKS ||
    all.siteLinks > 0 ||
    linkShare(all) < MIN_LINK_SHARE
  )
    return false;
  let areOwn = true;
  walk(element, {
    enter: ({ name, attribs: { href } }) => {
      if (name === 'a' && href !== undefined && !href.trim().startsWith('#')) areOwn = false;
      return areOwn;
    },
  });
  return areOwn;
};

/** Drops such lists: the page says the same below them. */
export const dropContentsLists = (parts: readonly PagePart[]): void => {
  for (const part of parts) if (part.parent && !part.isDropped && isContentsList(part)) part.isDropped = true;
};
