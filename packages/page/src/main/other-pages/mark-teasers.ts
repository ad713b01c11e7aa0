import { isText, walk } from '@quarry/html';
import { demote } from './cut-flow.js';
import { isHeading, linkShare, type PagePart, sumParts } from '../page-parts.js';

/** This many cards side by side are a list of other pages. */
const MIN_CARDS = 3;
/** And this many elements for whole articles beside the one with the title. */
const MIN_ARTICLES = 2;
/** Longest text of a card. */
const MAX_CARD_CHARS = 600;
/** A heading with this share of link text leads to another page. */
const MIN_LINK_SHARE = 0.8;
/** Names of people are shorter than the headings of pages, on average. */
const MIN_HEADING_CHARS = 9;
/** An entry of a list of pages has no shorter title. */
const MIN_TITLE_CHARS = 12;
/** An entry of a list of pages has no more links than this. */
const MAX_ENTRY_LINKS = 3;
/** Nor more parts. */
const MAX_ENTRY_PARTS = 60;
/** Lists that are compared with the text around them. */
const MAX_LISTS = 60;
/** Share of the entries with text that begin with a link, for a list of pages. */
const MIN_ENTRY_SHARE = 0.7;
/** Numbered headings are the parts of one text. */
const NUMBERED = /^[\s#(]*\d{1,3}\s?[.):]/;

/** The largest part around a heading that has no other heading and is still small. */
const cardOf = (heading: PagePart): PagePart => {
  let card = heading;
  while (card.parent?.all.headings === 1 && card.parent.all.chars <= MAX_CARD_CHARS) card = card.parent;
  return card;
};

const isLeading = ({ element, all }: PagePart): boolean =>
  isHeading(element.name) && all.siteLinks > 0 && linkShare(all) >= MIN_LINK_SHARE;

const contains = (outer: PagePart, inner: PagePart | undefined): boolean =>
  inner !== undefined && outer.index <= inner.index && inner.index < outer.end;

const markAll = (parts: readonly PagePart[], outer: PagePart): void => {
  outer.isTeaser = true;
  for (const part of parts.slice(outer.index, outer.end)) demote(part);
};

/** Small parts side by side, each under a heading that links to another page of the site. */
const markCards = (parts: readonly PagePart[], title: PagePart | undefined): void => {
  const groups = new Map<PagePart, { readonly card: PagePart; readonly heading: PagePart }[]>();
  for (const heading of parts) {
    if (!isLeading(heading)) continue;
    const card = cardOf(heading);
    if (card === heading || !card.parent || contains(card, title)) continue;
    const group = groups.get(card.parent);
    if (group) group.push({ card, heading });
    else groups.set(card.parent, [{ card, heading }]);
  }
  for (const group of groups.values()) {
    const areArticles = group.every(({ card }) => card.element.name === 'article');
    if (group.length < (areArticles ? MIN_ARTICLES : MIN_CARDS)) continue;
    const chars = group.reduce((sum, { heading }) => sum + heading.all.chars, 0);
    if (chars < MIN_HEADING_CHARS * group.length) continue;
    if (group.every(({ heading }) => NUMBERED.test(heading.texts.join('')))) continue;
    for (const { card } of group) markAll(parts, card);
  }
};

/** Whether the first visible text of a part is a link's. */
const beginsWithLink = ({ element }: PagePart): boolean => {
  let links = 0;
  let first: boolean | undefined;
  walk(element, {
    enter: ({ name, attribs }) => {
      if (name === 'a' && attribs['href'] !== undefined) links += 1;
      return first === undefined && name !== 'script' && name !== 'style' && name !== 'noscript';
    },
    leave: ({ name, attribs }) => {
      if (name === 'a' && attribs['href'] !== undefined) links -= 1;
    },
    text: (node) => {
      if (isText(node) && node.data.trim() !== '') first ??= links > 0;
    },
  });
  return first === true;
};

/** An entry of a list of pages: a link that is its title, and what the page says. */
const isEntry = (part: PagePart): boolean => {
  const { all } = part;
  return (
    all.siteLinks > 0 &&
    part.end - part.index <= MAX_ENTRY_PARTS &&
    all.links <= MAX_ENTRY_LINKS &&
    all.chars <= MAX_CARD_CHARS &&
    all.linkChars >= MIN_TITLE_CHARS * all.links &&
    all.chars - all.linkChars >= MIN_TITLE_CHARS &&
    beginsWithLink(part)
  );
};

/** A list with running text of this page before and after it is part of the text. */
const isAmidText = (list: PagePart): boolean => {
  for (let part = list; part.parent; part = part.parent) {
    const siblings = part.parent.children.filter(({ isDropped, isTeaser }) => !isDropped && !isTeaser);
    const at = siblings.indexOf(part);
    const hasText = (some: readonly PagePart[]): boolean => some.some(({ all }) => all.mass > 0);
    if (hasText(siblings.slice(0, at)) && hasText(siblings.slice(at + 1))) return true;
    if (hasText(siblings.filter((sibling) => sibling !== part))) return false;
  }
  return false;
};

/** Lists whose entries begin with a link to another page of the site, with a text of that page. */
const markLists = (parts: readonly PagePart[]): void => {
  let looks = 0;
  for (const list of parts) {
    if (looks >= MAX_LISTS) break;
    if (list.isDropped || list.all.siteLinks < MIN_CARDS || list.all.mass === 0) continue;
    const items = list.children.filter(({ isDropped, all }) => !isDropped && all.chars > 0);
    const [first] = items;
    if (items.length < MIN_CARDS || !first || first.element.name === 'p' || first.element.name === 'tr') continue;
    const entries = items.filter((item) => item.element.name === first.element.name && isEntry(item));
    if (entries.length < MIN_CARDS || entries.length < items.length * MIN_ENTRY_SHARE) continue;
    looks += 1;
    if (isAmidText(list)) continue;
    for (const entry of entries) markAll(parts, entry);
  }
};

/** The one `article` with the page's title; others after it that have links are other pages. */
const markArticles = (parts: readonly PagePart[], title: PagePart | undefined): void => {
  if (!title) return;
  let own: PagePart | undefined;
  for (let up = title.parent; up; up = up.parent) if (up.element.name === 'article') own = up;
  if (!own || own.all.mass < MIN_OWN_MASS) return;
  for (let index = own.end; index < parts.length; index += 1) {
    const part = parts[index];
    if (part?.element.name !== 'article' || part.isDropped || part.all.links === 0) continue;
    markAll(parts, part);
    index = part.end - 1;
  }
};

/** Least running text of an article for those after it to be others. */
const MIN_OWN_MASS = 200;

/** Marks teasers: parts that describe other pages of the site. Their text is not this page's running text. */
export const markTeasers = (parts: readonly PagePart[], title: PagePart | undefined): void => {
  markCards(parts, title);
  markArticles(parts, title);
  sumParts(parts);
  markLists(parts);
  sumParts(parts);
};

/** Most of a product's page that can be about other products; more is a list of products. */
const MAX_TEASERS_SHARE = 0.5;

/** Drops the teasers of a page about one thing. */
export const dropTeasers = (parts: readonly PagePart[], title: PagePart | undefined): void => {
  const all = parts[0]?.all.chars ?? 0;
  markTeasers(parts, title);
  const teasers = parts.filter(({ isTeaser, isDropped, parent }) => isTeaser && !isDropped && !parent?.isTeaser);
  const chars = teasers.reduce((sum, part) => sum + part.all.chars, 0);
  if (chars > all * MAX_TEASERS_SHARE) return;
  for (const part of teasers) part.isDropped = true;
  sumParts(parts);
};
