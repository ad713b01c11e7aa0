import { defined } from '@quarry/html';
import type { ScrapedDocument, ScraperReading } from '../../../scraper/scraper.js';
import { unique, type Job, type Listing, type ListingBody } from './job.js';
import { readMarkup } from './read-markup.js';
import { readState } from './read-state.js';
import { daysToCheck, DEFAULT_HOST, hostOf, type JobListingParams } from './request.js';

const SITE_HOST = /(?:^|\.)indeed\.com$/;

/** Host of the site's own links: the page's, unless another origin is set. */
const siteHost = (params: JobListingParams, url: string): string => {
  const host = URL.parse(url)?.host ?? '';
  return SITE_HOST.test(host) ? host : hostOf(params);
};

/** Listings that the page shows as older than requested are left out; those whose age it does not show stay. */
const isPostedWithin = ({ ages }: Listing, params: JobListingParams) => {
  const days = daysToCheck(params) ?? Infinity;
  return ({ jobKey }: Job): boolean => (ages.get(jobKey) ?? 0) <= days;
};

const timeOf = ({ isoDate }: Job): number => (isoDate === undefined ? 0 : Date.parse(isoDate));

/** The newest first where the page was requested by relevance instead. */
const ordered = (jobs: readonly Job[], { sponsoredOnly, sort }: JobListingParams): readonly Job[] =>
  sponsoredOnly === true && sort === 'date' ? jobs.toSorted((first, second) => timeOf(second) - timeOf(first)) : jobs;

const answerOf = (listing: Listing, params: JobListingParams, host: string): ListingBody => {
  const { keyword = params.keyword, location = params.location, totalResults, peopleAlsoSearchFor, next } = listing;
  const jobs = ordered(unique(listing.jobs).filter(isPostedWithin(listing, params)), params);
  const nextUrl = next === undefined ? undefined : URL.parse(next, `https://${host}`);
  // It is requested as it is, so no other site's is returned.
  const nextPage = nextUrl && SITE_HOST.test(nextUrl.host) ? nextUrl.href : undefined;
  return defined({
    searchInformation: defined({ keyword, location, totalResults }),
    jobs: jobs.map((job) => defined<Job>({ ...job })),
    peopleAlsoSearchFor,
    pagination: nextPage === undefined ? undefined : { nextPage },
  });
};

/** Reads a page of listings: its state, else its markup. */
export const readListing = (
  params: JobListingParams,
  documents: readonly ScrapedDocument[],
): ScraperReading<ListingBody> => {
  const [document] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text, url } = document;
  const host = siteHost(params, url);
  const state = readState(text, host);
  const isFound = state && (state.jobs.length > 0 || state.saysNone);
  const markup =
    isFound && state.hasPage
      ? undefined
      : readMarkup(text, URL.canParse(url) ? url : `https://${DEFAULT_HOST}/jobs`, host);
  const listing = isFound ? { ...state, next: state.next ?? markup?.next } : (markup ?? state);
  if (!listing) return { outcome: 'unrecognized', reason: 'no_listings' };
  if (listing.jobs.length === 0 && !listing.saysNone) return { outcome: 'unrecognized', reason: 'no_listings' };
  return { outcome: 'ok', result: answerOf(listing, params, host), page: document.step };
};
