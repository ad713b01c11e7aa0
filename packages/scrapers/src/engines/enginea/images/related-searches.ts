import type { Element } from 'domhandler';
import { firstBelow, normalizeText, readText } from '@quarry/html';
import { searchLinks, type SearchLink } from '../serp/blocks/search-links.js';
import { pictureOf } from '../serp/pictures.js';
import { queryOf } from '../query-of.js';
import type { ResultsPage } from '../serp/results-page.js';

/** Another search for pictures that the page suggests. */
export interface RelatedImageSearch {
  readonly query: string;
  readonly link: string;
  readonly thumbnail?: string;
}

const MAX_RELATED = 60;
/** Parameters of links to other pages, corrections and tools. */
const OTHER_VIEW = ['start', 'ijn', 'tbas', 'spell', 'nfpr', 'filter'] as const;
const TOOL_SOURCES: ReadonlySet<string> = new Set(['lnt', 'lnms', 'lmns']);

const words = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const isForImages = ({ searchParams }: URL): boolean =>
  searchParams.get('tbm') === 'isch' || searchParams.get('udm') === '2';

const isOtherView = ({ searchParams }: URL): boolean =>
  OTHER_VIEW.some((name) => searchParams.has(name)) || TOOL_SOURCES.has(searchParams.get('source') ?? '');

/** The search of the link: a narrowing is named by its text, anything else by its query. */
const askedBy = ({ element, url, query }: SearchLink, asked: string): string | undefined => {
  const text = normalizeText(element.attribs['aria-label'] ?? '') || readText(element);
  if (text === '') return undefined;
  if (url.searchParams.has('chips')) return text;
  return words(query) === asked || words(query) === '' ? undefined : query;
};

const thumbnailIn = (element: Element, page: ResultsPage): string | undefined => {
  const picture = firstBelow(element, ({ name }) => name === 'img');
  return picture && pictureOf(picture, page);
};

/** Other searches for pictures, each once, in page order. */
export const readRelatedImageSearches = (page: ResultsPage): RelatedImageSearch[] => {
  const asked = words(queryOf(page));
  const found = new Map<string, RelatedImageSearch>();
  for (const link of searchLinks(page)) {
    const query = isForImages(link.url) && !isOtherView(link.url) ? askedBy(link, asked) : undefined;
    if (query === undefined || found.has(words(query)) || found.size >= MAX_RELATED) continue;
    const thumbnail = thumbnailIn(link.element, page);
    found.set(words(query), { query, link: link.url.href, ...(thumbnail === undefined ? {} : { thumbnail }) });
  }
  return [...found.values()];
};
