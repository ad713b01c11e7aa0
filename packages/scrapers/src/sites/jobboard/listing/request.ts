import type { OperationParams } from '@quarry/contracts';
import { moveAddress } from '../../shared/move-address.js';
import type { PageRequest } from '../../../scraper/scraper.js';

/** Checked parameters of `jobboard/listing`, defaults applied. */
export type JobListingParams = OperationParams<'jobboard/listing'>;

export const DEFAULT_HOST = 'www.indeed.com';

/** Days that the site can be asked for. */
const DAYS = [1, 3, 7, 14];
/** The site's own codes of attributes. */
const REMOTE_CODES = { remote: 'DSQF7', hybrid: 'PAXZC' } as const;

/** Host whose links an answer to these parameters has. */
export const hostOf = ({ nextPage, domain }: JobListingParams): string =>
  (nextPage === undefined ? undefined : URL.parse(nextPage)?.host) ?? domain;

/** How a page of listings is asked for. `origin`: where the site is asked instead of its own hosts. */
export const jobListingRequest = (params: JobListingParams, origin?: string): PageRequest => {
  const base = origin ?? `https://${hostOf(params)}`;
  const { keyword, location, sort, datePosted, remoteType, nextPage, start } = params;
  const next = nextPage === undefined ? undefined : URL.parse(nextPage);
  // A page that leads on knows its search and its place in it.
  if (next) return { step: 'listing', url: moveAddress(next, base).href };
  const url = new URL('/jobs', base);
  const { searchParams } = url;
  searchParams.set('q', keyword);
  searchParams.set('l', location);
  if (sort === 'date') searchParams.set('sort', 'date');
  // More days than the site knows is what it does anyway.
  const days = datePosted === undefined ? undefined : DAYS.find((known) => known >= datePosted);
  if (days !== undefined) searchParams.set('fromage', String(days));
  if (remoteType !== undefined) searchParams.set('sc', `0kf:attr(${REMOTE_CODES[remoteType]});`);
  if (start) searchParams.set('start', String(start));
  return { step: 'listing', url: url.href };
};
