import type { Element } from 'domhandler';
import { allBelow, ancestors, filled, firstWholeNumber, hasClass, readText, wholeNumber } from '@quarry/html';
import { readArticleLink } from './article-links.js';
import type { ScholarPage } from './scholar-page.js';
import type { Pagination, RelatedSearch } from '../../search-links.js';

/** Most suggestions of one page. */
export const MAX_RELATED = 40;
/** Most links of one row of pages. */
export const MAX_PAGES = 100;

const SUGGESTIONS: ReadonlySet<string> = new Set(['gs_qsuggest']);
/** Ids of the rows of pages, the widest first. */
const PAGER_IDS = ['gs_n', 'gs_nml', 'gs_nm'] as const;

const isLink = ({ name, attribs }: Element): boolean => name === 'a' && attribs['href'] !== undefined;

/** Other searches that the page suggests; each once. */
export const readRelatedSearches = ({ root, list, articles, url: pageUrl }: ScholarPage): RelatedSearch[] => {
  const blocks = new Set(articles.map(({ block }) => block));
  const found = new Map<string, RelatedSearch>();
  for (const element of allBelow(list ?? root, isLink, (inner) => blocks.has(inner))) {
    const link = readArticleLink(element.attribs['href'], pageUrl);
    if (link?.kind !== 'search' || !link.url.searchParams.get('q')) continue;
    const isSuggested =
      link.url.searchParams.has('qst') ||
      link.url.searchParams.has('qsp') ||
      ancestors(element, list).some((around) => hasClass(around, SUGGESTIONS));
    const query = readText(element);
    const key = query.toLowerCase();
    if (isSuggested && query !== '' && !found.has(key) && found.size < MAX_RELATED)
      found.set(key, { query, link: link.url.href });
  }
  return [...found.values()];
};

interface Step {
  readonly url: string;
  readonly start: number;
  readonly page: number | undefined;
}

const stepsOf = (pager: Element, pageUrl: string): Step[] =>
  allBelow(pager, isLink)
    .slice(0, MAX_PAGES)
    .flatMap((element) => {
      const url = URL.parse(element.attribs['href'] ?? '', pageUrl);
      const start = Number(url?.searchParams.get('start') ?? 0);
      if (!url || !/^https?:$/.test(url.protocol) || !Number.isInteger(start)) return [];
      const label = readText(element);
      const page = /^\p{N}{1,4}$/u.test(label) ? wholeNumber(label) : undefined;
      return [{ url: url.href, start, page }];
    });

/** Number of the current page: the one that is not a link. */
const shownPage = (pager: Element): number | undefined => firstWholeNumber(readText(pager, { isLeftOut: isLink }));

const nextOf = (steps: readonly Step[], shown: number | undefined, here: number | undefined): string | undefined => {
  const numbered = shown === undefined ? undefined : steps.find(({ page }) => page === shown + 1);
  if (numbered || shown !== undefined) return numbered?.url;
  return here === undefined
    ? undefined
    : steps.filter(({ start }) => start > here).sort((a, b) => a.start - b.start)[0]?.url;
};

/** Links to the other pages of the same search. */
export const readPagination = ({ byId, url }: ScholarPage, offset: number | undefined): Pagination | undefined => {
  for (const id of PAGER_IDS) {
    const pager = byId.get(id);
    const steps = pager ? stepsOf(pager, url) : [];
    if (!pager || steps.length === 0) continue;
    const pages = new Map<number, string>();
    for (const { page, url: to } of steps) if (page !== undefined && !pages.has(page)) pages.set(page, to);
    const next = nextOf(steps, shownPage(pager), offset ?? Number(URL.parse(url)?.searchParams.get('start') ?? 0));
    if (next === undefined && pages.size === 0) continue;
    return filled({ next, pages: [...pages].map(([page, to]) => ({ [String(page)]: to })) });
  }
  return undefined;
};
