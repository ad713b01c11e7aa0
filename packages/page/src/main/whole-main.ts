import { type PagePart } from './page-parts.js';

/** Share of the text that a part declared as the main one must contain. */
const MIN_DECLARED_SHARE = 0.2;
/** Share of the page's text that the part around the main heading must contain. */
const MIN_HEADING_SHARE = 0.5;

const isDeclared = ({ element }: PagePart): boolean =>
  element.name === 'main' ||
  element.attribs['role'] === 'main' ||
  /schema\.org\/(?:Individual)?Product$/i.test(element.attribs['itemtype'] ?? '');

/** So many times the text of another part is declared to be the main one. */
const MIN_TIMES = 2;

/** Whether the page declares a main part elsewhere, with much more text: notes of a search form beside its results. */
export const isBesideMain = (parts: readonly PagePart[], root: PagePart): boolean =>
  parts.some(
    (part) =>
      !part.isDropped &&
      isDeclared(part) &&
      (part.index >= root.end || part.end <= root.index) &&
      part.all.chars >= root.all.chars * MIN_TIMES,
  );

const isUsable = (part: PagePart, page: PagePart, share: number): boolean =>
  part.all.chars > 0 && part.all.chars >= page.all.chars * share;

/**
 * The main part of a page without running text: a product, a list, a form. The part that the page declares as its main one, or the
 * innermost part around its main heading with most of the text, else the page.
 */
export const wholeMain = (parts: readonly PagePart[]): PagePart | undefined => {
  const page = parts[0];
  if (!page) return undefined;
  let heading: PagePart | undefined;
  const articles: PagePart[] = [];
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) break;
    if (part.isDropped) index = part.end - 1;
    else if (isDeclared(part) && isUsable(part, page, MIN_DECLARED_SHARE)) return part;
    else if (part.element.name === 'article' && part.all.chars > 0) articles.push(part);
    else if (part.element.name === 'h1' && part.all.chars > 0) heading ??= part;
  }
  const [article] = articles;
  if (article && articles.length === 1 && isUsable(article, page, MIN_DECLARED_SHARE)) return article;
  for (let part = heading; part; part = part.parent) {
    if (part.parent && isUsable(part, page, MIN_HEADING_SHARE)) return part;
  }
  return page;
};

const MAX_SHARE_CHARS = 200;

/** Drops bars of sharing links; all else of such a page may be what it is about. */
export const dropShareBars = (parts: readonly PagePart[]): void => {
  for (const part of parts) {
    const { shareLinks, links, chars } = part.all;
    if (part.parent && shareLinks > 0 && shareLinks >= links / 2 && chars <= MAX_SHARE_CHARS) part.isDropped = true;
  }
};
