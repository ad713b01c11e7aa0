import type { PageClaims } from './page-claims.js';
import { isHeading, type PagePart, sumParts } from './page-parts.js';
import { lineOf } from './part-line.js';
import { dropRelated } from './other-pages/drop-related.js';
import { isCommentsTitle } from './phrases.js';

const BESIDE_TAGS: ReadonlySet<string> = new Set(
  (
    'nav aside footer menu dialog search amp-sidebar amp-consent amp-user-notification amp-lightbox amp-ad amp-embed ' +
    'amp-sticky-ad amp-social-share'
  ).split(' '),
);
const BESIDE_ROLES: ReadonlySet<string> = new Set(
  'navigation complementary contentinfo banner search menu menubar dialog alertdialog alert toolbar tooltip'.split(' '),
);
/** An element with a larger share of the running text is no aside, whatever its name. */
const MAX_ASIDE_SHARE = 0.4;
/** Nor is an element with most of all the text. */
const MAX_ASIDE_CHARS = 0.6;
/** Comments may be longer than what they comment; so much running text must be left without them. */
const MIN_LEFT = 200;
const MAX_TITLE_CHARS = 50;
/** Titles over comments that are examined; a page has few. */
const MAX_COMMENT_TITLES = 20;
/** A header with more parts contains the site's navigation. */
const MAX_HEADER_PARTS = 60;
/** Comments that only their reply links show. */
const MIN_REPLIES = 3;
/** So many posts side by side are a thread, unless there is this much running text beside them. */
const MIN_POSTS = 2;
const MIN_THREAD_LEFT = 60;
/** A forum thread has such links too, and hardly any text outside it. */
const MIN_SHARE_LEFT = 0.1;

const isBesideTag = ({ element, parent }: PagePart): boolean => {
  if (element.name === 'footer' && parent?.element.name === 'blockquote') return false;
  const { role } = element.attribs;
  return BESIDE_TAGS.has(element.name) || (role !== undefined && BESIDE_ROLES.has(role.trim().toLowerCase()));
};

const isComments = ({ kinds, element }: PagePart): boolean =>
  kinds.has('comments') ||
  element.attribs['itemprop'] === 'comment' ||
  /\/(?:User)?Comment(?:s)?$/.test(element.attribs['itemtype'] ?? '');

/** A part with running text under a main heading is the content, whatever its name. */
const holdsHeadline = (part: PagePart, parts: readonly PagePart[]): boolean =>
  part.all.mass >= MIN_LEFT && parts.slice(part.index, part.end).some(({ element }) => element.name === 'h1');

/** Main headings that show the page's title: what it is about begins there, whatever the parts around them are called. */
const shownTitles = (parts: readonly PagePart[], isTitle: (line: string) => boolean): PagePart[] =>
  parts.filter((part) => part.element.name === 'h1' && part.all.links === 0 && isTitle(lineOf(part, part.index) ?? ''));

/** A header outside the article is the site's, unless it shows the headline. */
const isSiteHeader = (part: PagePart, parts: readonly PagePart[], isTitle: (line: string) => boolean): boolean => {
  if (part.element.name !== 'header') return false;
  for (let up = part.parent; up; up = up.parent) {
    const { name } = up.element;
    if (name === 'article' || name === 'main' || name === 'section') return false;
  }
  if (part.end - part.index > MAX_HEADER_PARTS) return true;
  return !parts
    .slice(part.index, part.end)
    .some(
      (inner) => isHeading(inner.element.name) && inner.all.links === 0 && isTitle(lineOf(inner, inner.index) ?? ''),
    );
};

/** Least text of a list of facts, and its least share outside links. */
const MIN_FACTS = 80;
const MIN_FACTS_SHARE = 0.7;

/** A list under a heading of its own that leads nowhere, such as what goes into a dish: no advertisement, whatever its names. */
export const isFacts = ({ all }: PagePart): boolean =>
  all.headings > 0 &&
  all.inputs <= 1 &&
  all.chars >= MIN_FACTS &&
  all.chars - all.linkChars >= all.chars * MIN_FACTS_SHARE;

/** Drops the outermost parts that match, and returns them. */
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

/** A title over comments counts them, or a form, reply links or nothing follows; else it is a section of a text. */
const isOverComments = (line: string, after: readonly PagePart[]): boolean =>
  /\p{Nd}/u.test(line) ||
  after.some(({ all }) => all.inputs > 0 || all.replies > 0) ||
  after.every(({ all }) => all.mass === 0);

/** What follows a title over comments, up to the end of the part that contains both. */
export const dropAfterCommentTitles = (parts: readonly PagePart[]): PagePart[] => {
  const dropped: PagePart[] = [];
  let titles = 0;
  for (let index = 1; index < parts.length && titles < MAX_COMMENT_TITLES; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped) {
      index = part.end - 1;
      continue;
    }
    if (part.own.chars === 0 || part.own.chars > MAX_TITLE_CHARS) continue;
    const line = lineOf(part, index);
    if (line === undefined || !isCommentsTitle(line)) continue;
    titles += 1;
    let top = part;
    while (top.parent && top.parent.all.chars <= part.all.chars) top = top.parent;
    const siblings = top.parent?.children ?? [];
    const section = siblings.slice(siblings.indexOf(top)).filter(({ isDropped }) => !isDropped);
    if (!isOverComments(line, section.slice(1))) continue;
    for (const sibling of section) {
      sibling.isDropped = true;
      dropped.push(sibling);
    }
  }
  return dropped;
};

/** The innermost part with all the reply links of the page. */
const repliesPart = (parts: readonly PagePart[]): PagePart[] => {
  const page = parts[0];
  if (!page || page.all.replies < MIN_REPLIES) return [];
  let part = page;
  for (;;) {
    const inner = part.children.find((child) => !child.isDropped && child.all.replies >= page.all.replies);
    if (!inner) break;
    part = inner;
  }
  if (isWhole(part) || !part.parent) return [];
  part.isDropped = true;
  return [part];
};

/** Drops what `drop` finds, unless hardly any running text is left without it. */
const tryDrop = (
  parts: readonly PagePart[],
  drop: (parts: readonly PagePart[]) => PagePart[],
  minLeft: number,
  isWrong: (dropped: readonly PagePart[], left: number) => boolean = () => false,
): void => {
  const dropped = drop(parts);
  if (dropped.length === 0) return;
  sumParts(parts);
  const left = parts[0]?.all.mass ?? 0;
  if (left >= minLeft && !isWrong(dropped, left)) return;
  for (const part of dropped) part.isDropped = false;
  sumParts(parts);
};

/** A thread: beside its posts are headings and no text that they comment. */
const isThread = (dropped: readonly PagePart[], left: number): boolean => {
  const [first] = dropped;
  if (!first?.parent || dropped.length < MIN_POSTS || isWhole(first.parent)) return false;
  const posts = dropped.filter(({ parent }) => parent === first.parent);
  const mass = posts.reduce((sum, { all }) => sum + all.mass, 0);
  return posts.length >= MIN_POSTS && mass >= left && first.parent.all.mass < MIN_THREAD_LEFT;
};

/** What readers say of a thing is a part of its page. */
const dropComments = (parts: readonly PagePart[], isReviewed: boolean): void => {
  if (isReviewed) return;
  tryDrop(parts, (all) => dropWhere(all, (part) => isComments(part) && !holdsHeadline(part, all)), MIN_LEFT, isThread);
  tryDrop(parts, dropAfterCommentTitles, MIN_LEFT);
  tryDrop(parts, repliesPart, Math.max(MIN_LEFT, (parts[0]?.all.mass ?? 0) * MIN_SHARE_LEFT));
};

/**
 * Drops parts beside the main content by tag, role or names: navigation, footers, comments, sharing,
 * advertisements, suggestions. A part with a large share of the page's running text stays, whatever its name.
 */
export const dropBeside = (parts: readonly PagePart[], { isTitle, isProduct, isThing }: PageClaims): void => {
  dropComments(parts, isProduct || isThing);
  tryDrop(parts, dropRelated, MIN_LEFT);
  const page = parts[0];
  if (!page) return;
  const isSmall = ({ all }: PagePart): boolean =>
    all.mass <= page.all.mass * MAX_ASIDE_SHARE && all.chars <= page.all.chars * MAX_ASIDE_CHARS;
  const titles = shownTitles(parts, isTitle);
  const holdsNoTitle = (part: PagePart): boolean =>
    !titles.some(({ index }) => part.index <= index && index < part.end);
  dropWhere(parts, (part) => part.kinds.has('ad') && part.all.mass === 0 && !isFacts(part) && holdsNoTitle(part));
  dropWhere(
    parts,
    (part) =>
      isBesideTag(part) ||
      ((isSiteHeader(part, parts, isTitle) ||
        (((part.element.name === 'form' && part.all.inputs > 0) || part.kinds.has('beside')) && holdsNoTitle(part))) &&
        isSmall(part)),
  );
  sumParts(parts);
};
