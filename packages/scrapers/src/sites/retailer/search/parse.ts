import { defined, definedOrNone } from '@quarry/html';
import type { ScrapedDocument, ScraperOptions, ScraperReading } from '../../../scraper/scraper.js';
import { initialDataOf, isBlocked, saysGone, stateOf } from '../page-state.js';
import { at, textOf, type Json } from '../../../shared/json-values.js';
import { addressOn, storefrontOf, type Storefront } from '../storefront.js';
import { readMarkup } from './read-markup.js';
import { readState } from './read-state.js';
import type { RetailerSearchParams } from './request.js';
import { numbered, type ProductList, type SearchBody } from './result.js';

/** The count in brackets beside the heading of a list: `1000+`. */
const shownTotal = ({ totalDisplay }: ProductList, text: string): string | undefined =>
  totalDisplay?.replace(/^\(([^()]{1,40})\)$/, '$1') ??
  /<h[12]\b[^>]{0,300}>[^<]{1,600}<span\b[^>]{0,300}>\((\d[\d.,]{0,12}\+?)\)<\/span>/.exec(text)?.[1];

const pagesOf = ({ totalResults, lastPage, resultsPerPage }: ProductList): number | undefined => {
  const needed =
    totalResults === undefined || resultsPerPage === undefined ? undefined : Math.ceil(totalResults / resultsPerPage);
  return lastPage === undefined || needed === undefined ? lastPage : Math.min(lastPage, needed);
};

const paginationOf = (list: ProductList): SearchBody['pagination'] => {
  const { currentPage, totalResults, resultsPerPage, products } = list;
  const totalPages = pagesOf(list);
  const isMore = currentPage !== undefined && totalPages !== undefined && currentPage < totalPages;
  return definedOrNone({
    currentPage,
    totalPages,
    totalResults,
    // The site's last pages may be empty, whatever its count.
    nextPage: isMore && products.length > 0 ? currentPage + 1 : undefined,
    resultsPerPage,
  });
};

type RelatedList = NonNullable<SearchBody['relatedResults']>[number];

const answerOf = (list: ProductList, params: RetailerSearchParams, text: string): SearchBody =>
  defined({
    searchInformation: definedOrNone({
      query: list.query ?? params.q,
      totalResultsDisplay: shownTotal(list, text),
      storeId: list.storeId,
    }),
    productResults: numbered(list.products),
    relatedResults:
      list.related.length > 0
        ? list.related.map(({ title, products }) => defined<RelatedList>({ title, products: numbered(products) }))
        : undefined,
    facets: list.facets,
    pagination: paginationOf(list),
  });

/** Where the site redirects such a search: to the page of a category or a brand. */
const redirectOf = (state: Json, { host }: Storefront): string | undefined => {
  const path = textOf(at(initialDataOf(state), 'searchResult', 'searchRedirect', 'redirectUrl'));
  if (path === undefined || !path.startsWith('/') || path.startsWith('/blocked')) return undefined;
  // Two slashes of either kind name another host.
  const url = URL.parse(path, `https://${host}`);
  return url?.host === host && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : undefined;
};

/** Reads a page of products: its state, else its markup. */
export const readSearch = (
  params: RetailerSearchParams,
  documents: readonly ScrapedDocument[],
  { origin }: ScraperOptions,
): ScraperReading<SearchBody> => {
  const document = documents.at(-1);
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text, url, step } = document;
  const storefront = storefrontOf(params);
  const state = stateOf(text);
  const read = state && readState(state, storefront);
  const list = read && (read.products.length > 0 || read.saysNone) ? read : undefined;
  if (list) return { outcome: 'ok', result: answerOf(list, params, text), page: step };
  const elsewhere = documents.length === 1 ? redirectOf(state, storefront) : undefined;
  if (elsewhere !== undefined) {
    return { outcome: 'ask', request: { step: 'redirect', url: addressOn(elsewhere, storefront, origin).href } };
  }
  if (saysGone(state)) return { outcome: 'not_found', reason: 'no_such_page' };
  // Where there is a state, the tiles are made from it: nothing is missing from it.
  const shown = at(state, 'props') === undefined ? readMarkup(text, storefront) : undefined;
  if (shown && shown.products.length > 0) return { outcome: 'ok', result: answerOf(shown, params, text), page: step };
  // Ordinary pages may contain a challenge too: it counts only where there is nothing else.
  return isBlocked(text, url)
    ? { outcome: 'blocked', reason: 'px_captcha' }
    : { outcome: 'unrecognized', reason: 'no_products' };
};
