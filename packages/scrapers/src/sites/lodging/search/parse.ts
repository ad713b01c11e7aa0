import { defined } from '@quarry/html';
import type { ScrapedDocument, ScraperOptions, ScraperReading } from '../../../scraper/scraper.js';
import { isChallenge, pageAction } from '../page-action.js';
import { uniqueOnes, type Accommodation, type SearchBody, type SearchPage } from './accommodation.js';
import { countCards, readSearchMarkup } from './read-markup.js';
import { destinationOf, readSearchState } from './read-state.js';
import {
  boundsCurrency,
  currencyRequested,
  lodgingSearchRequest,
  PAGE_SIZE,
  type LodgingSearchParams,
} from './request.js';

/**
 * Whether the price of the whole stay is within the requested bounds: the site's own bounds are those of one night, rounded.
 * A price that is absent or in another currency is not judged.
 */
const isWithinBounds = ({ price }: Accommodation, params: LodgingSearchParams): boolean => {
  const { min = -Infinity, max = Infinity } = params.price ?? {};
  const amount = price?.pricePerStayParsed;
  if (amount === undefined || price?.currency !== boundsCurrency(params)) return true;
  return amount >= min && amount <= max;
};

/** With the cards that the page shows beyond its state: the state has the first ones, and more come as a person scrolls. */
const withCards = (state: SearchPage, text: string, currency: string | undefined): SearchPage => {
  if (state.saysNone || countCards(text) <= state.results.length) return state;
  const shown = readSearchMarkup(text, currency)?.results ?? [];
  return { ...state, results: uniqueOnes([...state.results, ...shown]) };
};

const answerOf = (
  { results, totalResults, checkInDate, checkOutDate }: SearchPage,
  params: LodgingSearchParams,
): SearchBody => ({
  searchInformation: defined({
    keyword: params.keyword,
    // From a page with results, as it states: its dates may have been lost.
    checkInDate: checkInDate ?? (results.length > 0 ? undefined : params.checkInDate),
    checkOutDate: checkOutDate ?? (results.length > 0 ? undefined : params.checkOutDate),
    totalResults,
  }),
  results: results.filter((one) => isWithinBounds(one, params)).map((one) => defined<Accommodation>({ ...one })),
  pagination: defined({
    page: params.page,
    totalResults,
    // Where few match, the site also shows others, and counts the few alone.
    totalPages:
      totalResults === undefined || totalResults < results.length ? undefined : Math.ceil(totalResults / PAGE_SIZE),
  }),
});

/** Reads a page of results; where a name led to the page about a place, requests it by the site's own number. */
export const readSearch = (
  params: LodgingSearchParams,
  documents: readonly ScrapedDocument[],
  { origin }: ScraperOptions,
): ScraperReading<SearchBody> => {
  const document = documents.at(-1);
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text, step } = document;
  const state = readSearchState(text);
  const currency = currencyRequested(params);
  const isFound = state && (state.results.length > 0 || state.saysNone);
  const page = isFound ? withCards(state, text, currency) : readSearchMarkup(text, currency);
  if (page) return { outcome: 'ok', result: answerOf(page, params), page: step };
  if (isChallenge(text)) return { outcome: 'blocked', reason: 'challenge' };
  const destination = documents.length === 1 ? destinationOf(text) : undefined;
  if (destination) return { outcome: 'ask', request: lodgingSearchRequest(params, origin, destination) };
  // Its parameters were lost: the page exists, the search does not.
  const isShell = pageAction(text) === 'searchresults';
  return { outcome: 'unrecognized', reason: isShell ? 'search_shell' : 'no_results' };
};
