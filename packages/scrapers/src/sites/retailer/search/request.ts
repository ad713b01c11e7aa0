import { defined } from '@quarry/html';
import type { OperationParams } from '@quarry/contracts';
import type { PageRequest } from '../../../scraper/scraper.js';
import { addressOn, prefixOf, storefrontOf } from '../storefront.js';

/** Checked parameters of `retailer/search`, defaults applied. */
export type RetailerSearchParams = OperationParams<'retailer/search'>;

/** The site's own words; the first is its default. */
const SORTS = {
  bestMatch: undefined,
  priceLowToHigh: 'price_low',
  priceHighToLow: 'price_high',
  bestseller: 'best_seller',
  highlyRated: 'rating_high',
  newArrivals: 'new',
} as const;

const CATEGORY = 'cat_id:';

/** Filters in the site's terms; a category is a separate parameter. */
const filtersOf = (params: RetailerSearchParams): { readonly facet: string; readonly category?: string } => {
  const given = params.facet?.split('||') ?? [];
  const category = given.find((filter) => filter.startsWith(CATEGORY))?.slice(CATEGORY.length);
  const delivery = { shipping: storefrontOf(params).shipping, pickup: 'Pickup' };
  const filters = given.filter((filter) => !filter.startsWith(CATEGORY));
  if (params.deliveryType !== undefined) filters.push(`fulfillment_method:${delivery[params.deliveryType]}`);
  return defined({ facet: [...new Set(filters)].join('||'), category });
};

/** How to request a page of products. `origin`: used instead of the site's own hosts. */
export const searchRequest = (params: RetailerSearchParams, origin?: string): PageRequest => {
  const storefront = storefrontOf(params);
  if (params.url !== undefined) return { step: 'search', url: addressOn(params.url, storefront, origin).href };
  const { q, language, sort, page, minPrice, maxPrice } = params;
  const { facet, category } = filtersOf(params);
  const catId = params.catId ?? category;
  const prefix = prefixOf(storefront, language);
  const isBrowse = q === undefined;
  const url = addressOn(isBrowse ? `${prefix}/browse/${catId ?? ''}` : `${prefix}/search`, storefront, origin);
  const set = (name: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  };
  set('q', q);
  if (!isBrowse) set('cat_id', catId);
  set('sort', SORTS[sort]);
  set('min_price', minPrice);
  set('max_price', maxPrice);
  set('facet', facet);
  if (page > 1) set('page', page);
  return { step: 'search', url: url.href };
};
