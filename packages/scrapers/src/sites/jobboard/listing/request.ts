import type { OperationParams } from '@quarry/contracts';
import { moveAddress } from '../../shared/move-address.js';
import type { PageRequest } from '../../../scraper/scraper.js';

/** Checked parameters of `jobboard/listing`, defaults applied. */
export type JobListingParams = OperationParams<'jobboard/listing'>;

export const DEFAULT_HOST = 'www.indeed.com';

/** Days that the site accepts. */
const DAYS: readonly number[] = [1, 3, 7, 14];

/** The days that the site's own filter does not ensure: it has fewer steps, and none for more days. */
export const daysToCheck = ({ datePosted }: JobListingParams): number | undefined =>
  datePosted === undefined || DAYS.includes(datePosted) ? undefined : datePosted;
/** The site's own codes of attributes. */
const REMOTE_CODES = { remote: 'DSQF7', hybrid: 'PAXZC' } as const;

/** Host of the links in a response to these parameters. */
export const hostOf = ({ nextPage, domain }: JobListingParams): string =>
  (nextPage === undefined ? undefined : URL.parse(nextPage)?.host) ?? domain;

/** How to request a page of listings. `origin`: used instead of the site's own hosts. */
export const jobListingRequest = (params: JobListingParams, origin?: string): PageRequest => {
  const base = origin ?? `https://${hostOf(params)}`;
  const { keyword, location, sort, sponsoredOnly, datePosted, remoteType, nextPage, start } = params;
  const next = nextPage === undefined ? undefined : URL.parse(nextPage);
  // A token of a page contains its search and its place in it.
  if (next) return { step: 'listing', url: moveAddress(next, base).href };
  const url = new URL('/jobs', base);
  const { searchParams } = url;
  searchParams.set('q', keyword);
  searchParams.set('l', location);
  // The site places what is sponsored by relevance: a list by date has fewer of them.
  if (sort === 'date' && sponsoredOnly !== true) searchParams.set('sort', 'date');
  // More days than the site accepts are its default.
  const days = datePosted === undefined ? undefined : DAYS.find((known) => known >= datePosted);
  if (days !== undefined) searchParams.set('fromage', String(days));
  if (remoteType !== undefined) searchParams.set('sc', `0kf:attr(${REMOTE_CODES[remoteType]});`);
  if (start) searchParams.set('start', String(start));
  return { step: 'listing', url: url.href };
};
