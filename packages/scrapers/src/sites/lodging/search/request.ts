import type { OperationParams } from '@quarry/contracts';
import type { PageRequest } from '../../../scraper/scraper.js';
import { currencyAsked, nightsOf, setStay, SITE } from '../stay.js';
import { chosenFilters, ORDERS } from './filters.js';

/** Checked parameters of `lodging/search`. */
export type LodgingSearchParams = OperationParams<'lodging/search'>;

export const PAGE_SIZE = 25;
/** Currency of the bounds where none is requested. */
const BOUNDS_CURRENCY = 'USD';

/** Currency of the bounds: the requested one, if that is one for all. */
export const boundsCurrency = (params: LodgingSearchParams): string => currencyAsked(params) ?? BOUNDS_CURRENCY;

/** The currency that the site is asked for: that of the bounds if none was given, as other prices could not be compared. */
export const currencyRequested = (params: LodgingSearchParams): string | undefined =>
  params.price !== undefined && params.currency === undefined ? BOUNDS_CURRENCY : currencyAsked(params);

/** The site's bounds are whole amounts per night, wide enough for every stay within the requested bounds. */
const priceFilter = (params: LodgingSearchParams): string | undefined => {
  const { min, max } = params.price ?? {};
  if (min === undefined && max === undefined) return undefined;
  const nights = nightsOf(params);
  const low = min === undefined ? 0 : Math.floor(min / nights);
  const high = max === undefined ? 'max' : Math.ceil(max / nights);
  return `price=${boundsCurrency(params)}-${low > 0 ? low : 'min'}-${high}-1`;
};

/** All filters in the site's one parameter; a repeated key means either of its values. */
export const filtersOf = (params: LodgingSearchParams): string => {
  const { bedrooms, bathrooms } = params;
  const parts = [
    priceFilter(params),
    ...chosenFilters(params),
    bedrooms ? `entire_place_bedroom_count=${bedrooms}` : undefined,
    bathrooms ? `min_bathrooms=${bathrooms}` : undefined,
  ];
  return [...new Set(parts.filter((part) => part !== undefined))].join(';');
};

/** A destination by the site's own number, where its name led elsewhere. */
export interface Destination {
  readonly id: string;
  readonly type: string;
}

/** How to request a page of accommodations. `origin`: used instead of the site's own host. */
export const lodgingSearchRequest = (
  params: LodgingSearchParams,
  origin?: string,
  destination?: Destination,
): PageRequest => {
  const url = new URL('/searchresults.html', origin ?? SITE);
  const { searchParams: query } = url;
  const { keyword, sort, page } = params;
  query.set('ss', keyword);
  if (destination) {
    query.set('dest_id', destination.id);
    query.set('dest_type', destination.type);
  }
  const currency = currencyRequested(params);
  setStay(query, currency === undefined ? params : { ...params, currency });
  const order = sort === undefined ? undefined : ORDERS[sort];
  if (order !== undefined) query.set('order', order);
  const filters = filtersOf(params);
  if (filters !== '') query.set('nflt', filters);
  if (page > 1) query.set('offset', String((page - 1) * PAGE_SIZE));
  return { step: destination ? 'destination' : 'search', url: url.href };
};
