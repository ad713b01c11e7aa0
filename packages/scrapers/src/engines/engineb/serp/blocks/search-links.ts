import type { Element } from 'domhandler';
import { ancestors, hasClass, normalizeText, readText } from '@quarry/html';
import { queryOf, type ResultsPage } from '../results-page.js';
import type { Pagination, RelatedSearch } from '../../../search-links.js';

const MAX_RELATED = 40;
const MAX_QUERY_CHARS = 200;
/** The parameter that names the block of a search. */
const RELATED_FORM = /^(?:QSRE|SBRS|R5FD|LGWQS)\d*$/i;
const RELATED_CLASSES: ReadonlySet<string> = new Set([
  'b_rs',
  'b_rrsr',
  'rsExplr',
  'richrswrapper',
  'richrsrailsuggestion',
  'rslist',
]);
const RELATED_IDS: ReadonlySet<string> = new Set(['brsv3', 'inline_rs', 'rs_root']);

/** Address of another search; undefined for another kind of search. */
const searchOf = (element: Element, pageUrl: string): URL | undefined => {
  const url = URL.parse(element.attribs['href'] ?? '', pageUrl);
  return url && /^https?:$/.test(url.protocol) && /^\/search\/?$/.test(url.pathname) ? url : undefined;
};

const formOf = (url: URL): string => url.searchParams.get('FORM') ?? url.searchParams.get('form') ?? '';

const isInRelatedPart = (element: Element): boolean =>
  ancestors(element).some((above) => RELATED_IDS.has(above.attribs['id'] ?? '') || hasClass(above, RELATED_CLASSES));

/** Other searches that the page suggests; each once. */
export const readRelatedSearches = (page: ResultsPage): RelatedSearch[] => {
  const { links, url: pageUrl } = page;
  const asked = normalizeText(queryOf(page)).toLowerCase();
  const found = new Map<string, RelatedSearch>();
  for (const element of links) {
    if (found.size >= MAX_RELATED) break;
    const search = searchOf(element, pageUrl);
    const isRelated = search ? RELATED_FORM.test(formOf(search)) || isInRelatedPart(element) : isInRelatedPart(element);
    // The same search for another market does not count.
    if (!isRelated || element.attribs['role'] === 'button' || search?.searchParams.has('setmkt')) continue;
    const query = normalizeText(search?.searchParams.get('q') ?? readText(element)).slice(0, MAX_QUERY_CHARS);
    const link = search ?? URL.parse(element.attribs['href'] ?? '', pageUrl);
    if (
      query === '' ||
      query.toLowerCase() === asked ||
      !link ||
      !/^https?:$/.test(link.protocol) ||
      found.has(query.toLowerCase())
    )
      continue;
    found.set(query.toLowerCase(), { query, link: link.href });
  }
  return [...found.values()];
};

const firstOf = (url: URL): number => Number(url.searchParams.get('first') ?? Number.NaN);

interface Step {
  readonly url: URL;
  readonly label: string;
  readonly first: number;
}

/** Links to the other pages of the same search. */
const stepsOf = (page: ResultsPage): Step[] => {
  const pagers = new Set(page.parts.filter(({ kind }) => kind === 'pager').map(({ element }) => element));
  const asked = normalizeText(queryOf(page)).toLowerCase();
  return page.links.flatMap((element): Step[] => {
    const url = searchOf(element, page.url);
    if (!url || Number.isNaN(firstOf(url))) return [];
    const isStep =
      pagers.size > 0
        ? ancestors(element).some((above) => pagers.has(above))
        : asked !== '' && normalizeText(url.searchParams.get('q') ?? '').toLowerCase() === asked;
    if (!isStep) return [];
    return [{ url, label: readText(element), first: firstOf(url) }];
  });
};

const isNumber = (label: string): boolean => /^\p{N}{1,5}$/u.test(label);

/** Addresses of the next page and of those that the page numbers. */
export const readPagination = (page: ResultsPage): Pagination | undefined => {
  const steps = stepsOf(page);
  const pages = new Map<string, string>();
  for (const { label, url } of steps) if (isNumber(label) && !pages.has(label)) pages.set(label, url.href);
  const here = Number(URL.parse(page.url)?.searchParams.get('first') ?? 1);
  // The link back, where there is one, precedes the numbers.
  const last = steps.at(-1);
  const isAhead = last !== undefined && !isNumber(last.label) && (steps.length > 1 || last.first > here);
  if (!isAhead && pages.size === 0) return undefined;
  return {
    ...(isAhead ? { next: last.url.href } : {}),
    ...(pages.size > 0 ? { pages: [...pages].map(([label, url]) => ({ [label]: url })) } : {}),
  };
};
