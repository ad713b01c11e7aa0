import type { PageRequest } from '../../../scraper/scraper.js';
import { filterPath } from './filters.js';
import type { RealtyListingParams } from './params.js';

export const SITE = 'https://www.redfin.com';

const ZIP = /^\d{5}$/;

/** Pages of one property or building end in its number; others are of a region. */
export const isPropertyPath = (path: string): boolean => /\/(?:home|apartment|building)\/\d+\/?$/.test(path);

/** Path of a page of results; of a property as it is: nothing narrows one. */
export const listingPath = (place: string, params: RealtyListingParams, page = params.page ?? 1): string => {
  const path = place.replace(/\/+$/, '');
  if (isPropertyPath(path)) return path;
  const rent = params.type === 'forRent' && !path.endsWith('/apartments-for-rent') ? '/apartments-for-rent' : '';
  return `${path}${rent}${filterPath(params)}${page > 1 ? `/page-${page}` : ''}`;
};

/** Requests the page of a place. */
export const listingRequest = (place: string, params: RealtyListingParams, origin: string = SITE): PageRequest => ({
  step: 'listing',
  url: new URL(listingPath(place, params), origin).href,
});

/** Path of the region that a keyword is by itself: a zip code needs no search. */
export const ownPath = (keyword = ''): string | undefined =>
  ZIP.test(keyword.trim()) ? `/zipcode/${keyword.trim()}` : undefined;

/** Path of the place that a page is of, without its filters; empty for a page without an address. */
export const placeOf = (url: string): string =>
  (URL.parse(url)?.pathname ?? '')
    .replace(/\/(?:filter\/.*|page-\d+|apartments-for-rent.*|rentals.*)$/, '')
    .replace(/\/$/, '');

/** The first request: the page of a zip code, else the place that a keyword means. */
export const firstRequest = (params: RealtyListingParams, origin: string = SITE): PageRequest => {
  const path = ownPath(params.keyword);
  if (path !== undefined) return listingRequest(path, params, origin);
  const url = new URL('/stingray/do/location-autocomplete', origin);
  const query = { location: params.keyword, start: '0', count: '10', v: '2', iss: 'false', ooa: 'true', mrs: 'false' };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { step: 'region', url: url.href };
};
