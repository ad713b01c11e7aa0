import type { OperationParams } from '@quarry/contracts';
import type { PageRequest } from '../../../scraper/scraper.js';
import { currencyAsked, nightsOf, setStay, SITE } from '../stay.js';
import { chosenFilters, ORDERS } from './filters.js';

/** Checked parameters of `lodging/search`. */
export type LodgingSearchParams = OperationParams<'lodging/search'>;

export const PAGE_SIZE = 25;
/** In which bounds are meant where no currency is asked for. */
const BOUNDS_CURRENCY = 'USD';

/** The site's bounds are of one night, whole, and wide enough for every stay within the bounds asked for. */
const priceFilter = (params: LodgingSearchParams): string | undefined => {
  const { min, max } = params.price ?? {};
  if (min === undefined && max === undefined) return undefined;
  const nights = nightsOf(params);
  const low = min === undefined ? 'min' : Math.floor(min / nights);
  const high = max === undefined ? 'max' : Math.ceil(max / nights);
  return `price=${currencyAsked(params) ?? BOUNDS_CURRENCY}-${low}-${high}-1`;
};

/** All filters in the site's one parameter; a key that stands there twice means either of its values. */
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

/** A destination by the site's own number, where its name alone led elsewhere. */
export interface Destination {
  readonly id: string;
  readonly type: string;
}

/** How a page of accommodations is asked for. `origin`: where the site is asked instead of its own host. */
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
  setStay(query, params);
  const order = sort === undefined ? undefined : ORDERS[sort];
  if (order !== undefined) query.set('order', order);
  const filters = filtersOf(params);
  if (filters !== '') query.set('nflt', filters);
  if (page > 1) query.set('offset', String((page - 1) * PAGE_SIZE));
  return { step: destination ? 'destination' : 'search', url: url.href };
};
