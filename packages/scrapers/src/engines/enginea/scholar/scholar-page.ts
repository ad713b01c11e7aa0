import type { Document, Element } from 'domhandler';
import { allBelow, firstBelow, hasClass, isElement, isHidden, parseDocument, walk } from '@quarry/html';
import { isArticleId } from './article-id.js';
import { isArticleMenu, readAddress, readArticleLink } from './article-links.js';

/** One article, opinion of a court or patent of the list. */
export interface ArticleBlock {
  readonly block: Element;
  readonly heading: Element;
}

export interface ScholarPage {
  readonly root: Document;
  readonly url: string;
  /** The first element of each id. */
  readonly byId: ReadonlyMap<string, Element>;
  /** The element with the results and what is above and below them. Undefined for other pages of the engine. */
  readonly list: Element | undefined;
  readonly articles: readonly ArticleBlock[];
}

/** Most articles of one page; the engine gives 20. */
export const MAX_ARTICLES = 200;

/** Ids of the list, newest first. */
const LIST_IDS = ['gs_res_ccl', 'gs_res_ccl_mid', 'gs_ccl'] as const;
const ROW: ReadonlySet<string> = new Set(['gs_r']);
const TITLE: ReadonlySet<string> = new Set(['gs_rt']);

const isHeading = (element: Element): boolean =>
  element.name === 'h3' ||
  (element.attribs['role'] === 'heading' && element.name !== 'h2') ||
  (element.name === 'div' && hasClass(element, TITLE));

/** Dialogs, and hidden elements. */
const isAside = (element: Element): boolean =>
  element.name === 'script' ||
  element.name === 'style' ||
  element.attribs['role'] === 'dialog' ||
  element.attribs['role'] === 'navigation' ||
  isHidden(element);

const parentOf = ({ parent }: Element): Element | undefined => (parent && isElement(parent) ? parent : undefined);

/** Headings by the elements one and two levels above them. */
const countHeadings = (headings: readonly Element[]): ReadonlyMap<Element, number> => {
  const counts = new Map<Element, number>();
  for (const heading of headings) {
    const near = parentOf(heading);
    for (const above of [near, near && parentOf(near)]) if (above) counts.set(above, (counts.get(above) ?? 0) + 1);
  }
  return counts;
};

/** The block of an article without marks: the parent of its heading, or the element with that and files beside it. */
const blockAround = (heading: Element, list: Element, counts: ReadonlyMap<Element, number>): Element | undefined => {
  const near = parentOf(heading);
  if (!near || near === list || (counts.get(near) ?? 0) > 1) return undefined;
  const row = parentOf(near);
  return row && row !== list && row.attribs['id'] === undefined && counts.get(row) === 1 ? row : near;
};

/** A row about authors: its heading leads to profiles. */
const isProfiles = (heading: Element): boolean =>
  firstBelow(heading, ({ attribs }) => /\/citations\?/.test(attribs['href'] ?? '')) !== undefined;

/** True where a heading leads out of the engine's searches: to an article, or to an opinion of a court. */
const isTitle = (heading: Element, url: string): boolean =>
  firstBelow(heading, ({ name, attribs }) => {
    const kind = name === 'a' ? readArticleLink(attribs['href'], url)?.kind : 'search';
    return kind === 'case' || (kind === undefined && readAddress(attribs['href'], url) !== undefined);
  }) !== undefined;

/** Articles of a list whose rows have no ids of articles: rows that are named, or built like articles. */
const unmarkedArticles = (list: Element, url: string): ArticleBlock[] => {
  const rows: ArticleBlock[] = [];
  const headings = allBelow(list, isHeading, isAside);
  const counts = countHeadings(headings);
  for (const heading of headings) {
    if (rows.length >= MAX_ARTICLES) break;
    const block = blockAround(heading, list, counts);
    if (!block || isProfiles(heading)) continue;
    const isNamed = hasClass(block, ROW) || hasClass(heading, TITLE);
    if ((isNamed && isTitle(heading, url)) || isArticleMenu(block, url)) rows.push({ block, heading });
  }
  return rows;
};

/** Articles in wanted rows. */
const articlesIn = (root: Document | Element, isWanted: (row: Element) => boolean): ArticleBlock[] =>
  allBelow(root, isWanted, isAside)
    .slice(0, MAX_ARTICLES)
    .flatMap((block) => {
      const heading = firstBelow(block, isHeading);
      return heading ? { block, heading } : [];
    });

const hasId = ({ attribs }: Element): boolean => attribs['data-cid'] !== undefined;

const findArticles = (root: Document, list: Element | undefined, url: string): ArticleBlock[] => {
  const marked = list ? articlesIn(list, hasId) : [];
  if (marked.length > 0) return marked;
  const unmarked = list ? unmarkedArticles(list, url) : [];
  if (unmarked.length > 0) return unmarked;
  // A part of a page, or a list with another name: only certain articles.
  const known = articlesIn(root, ({ attribs }) => isArticleId(attribs['data-cid'] ?? ''));
  if (known.length > 0) return known;
  return articlesIn(root, (row) => hasClass(row, ROW)).filter(
    ({ heading }) => hasClass(heading, TITLE) && !isProfiles(heading) && isTitle(heading, url),
  );
};

/** Reads a page once: its ids, its list and the articles in it. */
export const readScholarPage = (text: string, url: string): ScholarPage => {
  const { root } = parseDocument(text);
  const byId = new Map<string, Element>();
  walk(root, {
    enter: (element) => {
      const { id } = element.attribs;
      if (id !== undefined && !byId.has(id)) byId.set(id, element);
      return element.name !== 'head';
    },
  });
  const list = LIST_IDS.map((id) => byId.get(id)).find((element) => element !== undefined);
  return { root, url, byId, list, articles: findArticles(root, list, url) };
};
