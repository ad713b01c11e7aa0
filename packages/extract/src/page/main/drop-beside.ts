import { type PagePart, sumParts } from './page-parts.js';
import { lineOf } from './part-line.js';
import { isCommentsTitle } from './phrases.js';

const BESIDE_TAGS: ReadonlySet<string> = new Set(['nav', 'aside', 'footer', 'menu', 'dialog', 'search']);
const BESIDE_ROLES: ReadonlySet<string> = new Set(
  'navigation complementary contentinfo banner search menu menubar dialog alertdialog alert toolbar tooltip'.split(' '),
);
/** An element that holds more of the running text than this is no aside, whatever it is called. */
const MAX_ASIDE_SHARE = 0.4;
/** Nor is what holds most of all its text. */
const MAX_ASIDE_CHARS = 0.6;
/** Comments may be longer than what they comment; so much running text must be left without them. */
const MIN_LEFT = 200;
const MAX_TITLE_CHARS = 50;

const isBesideTag = ({ element, parent }: PagePart): boolean => {
  if (element.name === 'footer' && parent?.element.name === 'blockquote') return false;
  const { role, 'aria-hidden': hidden } = element.attribs;
  return (
    BESIDE_TAGS.has(element.name) ||
    (role !== undefined && BESIDE_ROLES.has(role.trim().toLowerCase())) ||
    hidden === 'true'
  );
};

const isComments = ({ kinds, element }: PagePart): boolean =>
  kinds.has('comments') ||
  element.attribs['itemprop'] === 'comment' ||
  /\/(?:User)?Comment(?:s)?$/.test(element.attribs['itemtype'] ?? '');

/** A header outside of the article is the site's. */
const isSiteHeader = ({ element, parent }: PagePart): boolean => {
  if (element.name !== 'header') return false;
  for (let up = parent; up; up = up.parent) {
    const { name } = up.element;
    if (name === 'article' || name === 'main' || name === 'section') return false;
  }
  return true;
};

/** Drops the outermost parts that `isMatch` tells, and answers them. */
const dropWhere = (parts: readonly PagePart[], isMatch: (part: PagePart) => boolean): PagePart[] => {
  const dropped: PagePart[] = [];
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (!part.isDropped && !isWhole(part) && isMatch(part)) {
      part.isDropped = true;
      dropped.push(part);
    }
    if (part.isDropped) index = part.end - 1;
  }
  return dropped;
};

const isWhole = ({ element }: PagePart): boolean => element.name === 'html' || element.name === 'body';

/** What follows a heading over comments, up to the end of the part that both stand in. */
const dropAfterCommentTitles = (parts: readonly PagePart[]): PagePart[] => {
  const dropped: PagePart[] = [];
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped) {
      index = part.end - 1;
      continue;
    }
    if (part.own.chars === 0 || part.own.chars > MAX_TITLE_CHARS || !isCommentsTitle(lineOf(part, index) ?? ''))
      continue;
    let top = part;
    while (top.parent && top.parent.all.chars <= part.all.chars) top = top.parent;
    const siblings = top.parent?.children ?? [];
    for (const sibling of siblings.slice(siblings.indexOf(top))) {
      if (sibling.isDropped) continue;
      sibling.isDropped = true;
      dropped.push(sibling);
    }
  }
  return dropped;
};

const dropComments = (parts: readonly PagePart[]): void => {
  const page = parts[0];
  const dropped = dropWhere(parts, isComments);
  sumParts(parts);
  if (page && page.all.mass >= MIN_LEFT) {
    const before = page.all.mass;
    const after = dropAfterCommentTitles(parts);
    sumParts(parts);
    // An article under such a heading is none of its comments.
    if (page.all.mass >= MIN_LEFT || before < MIN_LEFT) return;
    for (const part of after) part.isDropped = false;
    sumParts(parts);
    return;
  }
  for (const part of dropped) part.isDropped = false;
  sumParts(parts);
};

/**
 * Drops what stands beside the main content by its tag, its role or its names: navigation, footers, comments, sharing,
 * advertisements, suggestions. What holds a large share of the page's running text stays, whatever it is called.
 */
export const dropBeside = (parts: readonly PagePart[]): void => {
  dropComments(parts);
  const page = parts[0];
  if (!page) return;
  const isSmall = ({ all }: PagePart): boolean =>
    all.mass <= page.all.mass * MAX_ASIDE_SHARE && all.chars <= page.all.chars * MAX_ASIDE_CHARS;
  dropWhere(parts, (part) => part.kinds.has('ad') && part.all.mass === 0);
  dropWhere(
    parts,
    (part) =>
      isBesideTag(part) ||
      ((part.element.name === 'form' || isSiteHeader(part) || part.kinds.has('beside')) && isSmall(part)),
  );
  sumParts(parts);
};
