import { present, type JsonObject } from '../../shared/embedded-state.js';
import type { SiteDocument, SiteOptions, SiteReading } from '../../shared/site-operation.js';
import { answersOf } from './api-answers.js';
import { findPlace } from './find-place.js';
import type { RealtyListingParams } from './params.js';
import { homesOfLinked } from './read-linked.js';
import { readMarket, type Market } from './read-market.js';
import { isGone, readProperty } from './read-property.js';
import { isPropertyPath, listingPath, listingRequest, ownPath, SITE } from './request.js';

/** Fields of an entry whose fill rates are counted. */
export const ENTRY_FIELDS = [
  'id',
  'url',
  'price',
  'beds',
  'baths',
  'area',
  'addressRaw',
  'latitude',
  'photos',
] as const;

/** Pages beyond the first that an answer links to. */
export const MAX_LINKED_PAGES = 100;

/** A page for people who are taken for programs. */
const isRefusal = (text: string, url: string): boolean =>
  URL.parse(url)?.host.startsWith('ratelimited.') === true ||
  /\bAre you a robot\?|awsWafCookieDomainList|\bgokuProps\b/i.test(text);

const paginationOf = (place: string, params: RealtyListingParams, pages: number): JsonObject => {
  const { page = 1 } = params;
  const linkTo = (number: number): string => new URL(listingPath(place, params, number), SITE).href;
  const others = Array.from({ length: Math.min(pages, MAX_LINKED_PAGES) }, (_unused, index) => index + 1).filter(
    (number) => number !== page,
  );
  return present({
    currentPage: page,
    nextPage: page < pages ? linkTo(page + 1) : undefined,
    otherPages:
      others.length > 0 ? Object.fromEntries(others.map((number) => [String(number), linkTo(number)])) : undefined,
  });
};

const marketAnswer = (market: Market, place: string, params: RealtyListingParams): SiteReading => ({
  outcome: 'ok',
  result: {
    searchInformation: present({ totalResults: market.totalResults }),
    properties: market.properties,
    pagination: paginationOf(place, params, market.pages),
  },
  page: 'listing',
});

const propertyAnswer = (property: JsonObject): SiteReading => ({
  outcome: 'ok',
  result: { property },
  page: 'listing',
});

const readPage = (text: string, url: string, place: string, params: RealtyListingParams): SiteReading => {
  const answers = answersOf(text);
  const market = readMarket(text, answers, params.page ?? 1);
  if (market) return marketAnswer(market, place, params);
  const property = readProperty(answers);
  if (property) return propertyAnswer(property);
  if (isGone(answers)) return { outcome: 'not_found', reason: 'no_such_property' };
  if (isRefusal(text, url)) return { outcome: 'blocked', reason: 'robot_check' };
  const linked = answers.isKnown ? [] : homesOfLinked(text);
  const [first] = linked;
  if (!first) return { outcome: 'unrecognized', reason: 'no_listings' };
  if (isPropertyPath(place)) return propertyAnswer(first);
  return marketAnswer({ properties: linked, pages: 1 }, place, params);
};

/** Reads what a keyword means, then the page of that region, building or property. */
export const readListing = (
  params: RealtyListingParams,
  documents: readonly SiteDocument[],
  { origin }: SiteOptions,
): SiteReading => {
  const own = ownPath(params.keyword);
  const [first, second] = documents;
  const [region, listing] = own === undefined ? [first, second] : [undefined, first];
  let path = own;
  if (path === undefined) {
    if (!region || 'failed' in region) return { outcome: 'unrecognized', reason: 'no_document' };
    const place = findPlace(region.text);
    if (place === 'none') return { outcome: 'not_found', reason: 'no_such_place' };
    if (place === 'refused' || (place === 'unknown' && isRefusal(region.text, region.url)))
      return { outcome: 'blocked', reason: 'region_refused' };
    if (place === 'unknown') return { outcome: 'unrecognized', reason: 'no_region_answer' };
    ({ path } = place);
  }
  if (!listing) return { outcome: 'ask', request: listingRequest(path, params, origin) };
  if ('failed' in listing) return { outcome: 'unrecognized', reason: 'no_document' };
  return readPage(listing.text, listing.url, path, params);
};
