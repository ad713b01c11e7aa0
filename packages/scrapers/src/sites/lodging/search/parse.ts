import { present } from '../../shared/embedded-state.js';
import type { ScrapedDocument, ScraperOptions, ScraperReading } from '../../../scraper/scraper.js';
import { isChallenge, pageAction } from '../page-action.js';
import { currencyAsked } from '../stay.js';
import type { Accommodation, SearchBody, SearchPage } from './accommodation.js';
import { readSearchMarkup } from './read-markup.js';
import { destinationOf, readSearchState } from './read-state.js';
import { lodgingSearchRequest, PAGE_SIZE, type LodgingSearchParams } from './request.js';

const answerOf = (
  { results, totalResults, checkInDate, checkOutDate }: SearchPage,
  { keyword, page, ...stay }: LodgingSearchParams,
): SearchBody => ({
  searchInformation: present({
    keyword,
    // Of a page that found something, as it says: it may have been asked without its dates.
    checkInDate: checkInDate ?? (results.length > 0 ? undefined : stay.checkInDate),
    checkOutDate: checkOutDate ?? (results.length > 0 ? undefined : stay.checkOutDate),
    totalResults,
  }),
  results: results.map((one) => present<Accommodation>({ ...one })),
  pagination: present({
    page,
    totalResults,
    // Where few match, the site shows others too, and counts the few alone.
    totalPages:
      totalResults === undefined || totalResults < results.length ? undefined : Math.ceil(totalResults / PAGE_SIZE),
  }),
});

/** Reads a page of results, and asks by the site's own number where a name led to the page about a place. */
export const readSearch = (
  params: LodgingSearchParams,
  documents: readonly ScrapedDocument[],
  { origin }: ScraperOptions,
): ScraperReading<SearchBody> => {
  const document = documents.at(-1);
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text, step } = document;
  const state = readSearchState(text);
  const page =
    state && (state.results.length > 0 || state.saysNone) ? state : readSearchMarkup(text, currencyAsked(params));
  if (page) return { outcome: 'ok', result: answerOf(page, params), page: step };
  if (isChallenge(text)) return { outcome: 'blocked', reason: 'challenge' };
  const destination = documents.length === 1 ? destinationOf(text) : undefined;
  if (destination) return { outcome: 'ask', request: lodgingSearchRequest(params, origin, destination) };
  // Its parameters were lost on the way: the page is there, the search is not.
  const isShell = pageAction(text) === 'searchresults';
  return { outcome: 'unrecognized', reason: isShell ? 'search_shell' : 'no_results' };
};
