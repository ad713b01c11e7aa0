import type { Element } from 'domhandler';
import { ancestors, filled, normalizeText, readText } from '@quarry/html';
import { queryOf } from '../../query-of.js';
import { regionOf } from '../regions.js';
import type { ResultsPage } from '../results-page.js';
import type { Pagination, RelatedSearch } from '../../../search-links.js';

/** A link to another search of the engine. */
export interface SearchLink {
  readonly element: Element;
  readonly url: URL;
  readonly query: string;
}

const findSearchLinks = ({ links, url: pageUrl }: ResultsPage): SearchLink[] =>
  links.flatMap((element) => {
    const href = element.attribs['href'] ?? '';
    const url = href.includes('/search?') ? URL.parse(href, pageUrl) : null;
    const query = url?.searchParams.get('q') ?? '';
    const isSearch = url?.pathname === '/search' && pageUrl.startsWith(`${url.origin}/`);
    return url && isSearch && query !== '' ? [{ element, url, query: normalizeText(query) }] : [];
  });

// Several blocks need the links of one page; they are dropped with it.
const found = new WeakMap<readonly Element[], SearchLink[]>();

/** All links that search again, in page order. */
export const searchLinks = (page: ResultsPage): readonly SearchLink[] => {
  const known = found.get(page.links);
  if (known) return known;
  const links = findSearchLinks(page);
  found.set(page.links, links);
  return links;
};

/** Parameters of a link that narrows, pages or changes the search instead of starting another. */
const OTHER_VIEW = ['start', 'tbm', 'udm', 'spell', 'ludocid', 'ibp'] as const;
/** Those that all links of a page have when its own request had them. */
const INHERITED = ['tbs', 'filter', 'nfpr', 'lr', 'cr'] as const;
/** Share of a page's links with the parameters of its own request. */
const MOST = 0.5;

/** Parameters by which a link of this page changes the search. */
const changingParameters = (links: readonly SearchLink[]): string[] => {
  const share = (name: string): number =>
    links.filter(({ url }) => url.searchParams.has(name)).length / Math.max(1, links.length);
  return [...OTHER_VIEW, ...INHERITED.filter((name) => share(name) < MOST)];
};
const RELATED_IDS: ReadonlySet<string> = new Set(['bres', 'brs', 'botstuff']);
/** Links to a thing or person that the page is about. */
const ENTITY = ['stick', 'si', 'kgmid'] as const;
const MAX_RELATED = 40;

const isInRelatedPart = (element: Element): boolean =>
  ancestors(element).some(({ attribs }) => RELATED_IDS.has(attribs['id'] ?? ''));
const isInQuestion = (element: Element): boolean => ancestors(element).some((above) => regionOf(above) === 'question');

const MIN_PLAIN = 3;
const hasParameter = (link: string, name: string): boolean => new RegExp(`[?&]${name}=`).test(link);

/** Other searches that the page suggests; each once. */
export const readRelatedSearches = (page: ResultsPage): RelatedSearch[] => {
  const asked = queryOf(page).toLowerCase();
  const titles = new Set(page.titles.map(({ link }) => link));
  const found = new Map<string, RelatedSearch>();
  const below = new Map<string, RelatedSearch>();
  const links = searchLinks(page);
  const changing = changingParameters(links);
  for (const { element, url, query } of links) {
    const key = query.toLowerCase();
    if (changing.some((name) => url.searchParams.has(name)) || titles.has(element) || key === asked) continue;
    if (found.has(key) || below.has(key) || found.size + below.size >= MAX_RELATED || isInQuestion(element)) continue;
    const text = readText(element).toLowerCase();
    if (text === '') continue;
    // Below the results every other search is a suggestion; elsewhere only one whose text is its query.
    const isBelow = isInRelatedPart(element);
    if (!isBelow && (text !== key || ENTITY.some((name) => url.searchParams.has(name)))) continue;
    (isBelow ? below : found).set(key, { query, link: url.href });
  }
  if (below.size === 0) return [...found.values()];
  // Rows of people and things are there too.
  const plain = [...below.values()].filter(({ link }) => !ENTITY.some((name) => hasParameter(link, name)));
  return plain.length >= MIN_PLAIN ? plain : [...below.values()];
};

const startOf = ({ url }: SearchLink): number => Number(url.searchParams.get('start') ?? Number.NaN);

/** Links to the other pages of the same search. */
export const readPagination = (page: ResultsPage): Pagination | undefined => {
  const asked = new URL(page.url).searchParams;
  const here = Number(asked.get('start') ?? 0);
  const pages = new Map<string, { url: string; start: number }>();
  const steps = searchLinks(page).filter(
    (link) =>
      Number.isInteger(startOf(link)) &&
      link.query.toLowerCase() === normalizeText(asked.get('q') ?? link.query).toLowerCase(),
  );
  for (const step of steps) {
    const label = readText(step.element);
    if (/^\p{N}{1,4}$/u.test(label) && !pages.has(label))
      pages.set(label, { url: step.url.href, start: startOf(step) });
  }
  const marked = page.byId.get('pnnext')?.attribs['href'];
  const later = steps.filter((step) => startOf(step) > here).sort((one, other) => startOf(one) - startOf(other))[0];
  const next = marked === undefined ? later?.url.href : URL.parse(marked, page.url)?.href;
  if (next === undefined && pages.size === 0) return undefined;
  return filled({ next, pages: [...pages].map(([label, { url }]) => ({ [label]: url })) });
};
