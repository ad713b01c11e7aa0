import { defined } from '@quarry/html';
import type { ScrapedDocument, ScraperOptions, ScraperReading } from '../../../scraper/scraper.js';
import { answersOf } from './api-answers.js';
import { findPlace } from './find-place.js';
import type { ListingBody, Property } from './listing.js';
import type { RealtyListingParams } from './params.js';
import { idOfUrl } from './read-home.js';
import { homesOfLinked } from './read-linked.js';
import { readMarket, type Market } from './read-market.js';
import { isGone, readProperty } from './read-property.js';
import { isPropertyPath, listingPath, listingRequest, ownPath, placeOf, SITE } from './request.js';

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

/** The site's challenge for bots. */
const isRefusal = (text: string, url: string): boolean =>
  URL.parse(url)?.host.startsWith('ratelimited.') === true || /\bAre you a robot\?|\bwindow\.gokuProps\s*=/i.test(text);

const paginationOf = (place: string, params: RealtyListingParams, pages: number): ListingBody['pagination'] => {
  const { page } = params;
  if (place === '') return { currentPage: page };
  const linkTo = (number: number): string => new URL(listingPath(place, params, number), SITE).href;
  const others = Array.from({ length: Math.min(pages, MAX_LINKED_PAGES) }, (_unused, index) => index + 1).filter(
    (number) => number !== page,
  );
  return defined({
    currentPage: page,
    nextPage: page < pages ? linkTo(page + 1) : undefined,
    otherPages:
      others.length > 0 ? Object.fromEntries(others.map((number) => [String(number), linkTo(number)])) : undefined,
  });
};

type Page = Extract<ScrapedDocument, { readonly text: string }>;
type ListingReading = ScraperReading<ListingBody>;

const readPage = ({ text, url, step }: Page, place: string, params: RealtyListingParams): ListingReading => {
  const marketAnswer = ({ totalResults, properties, pages }: Market): ListingReading => ({
    outcome: 'ok',
    result: {
      searchInformation: defined({ totalResults }),
      properties,
      pagination: paginationOf(place, params, pages),
    },
    page: step,
  });
  const propertyAnswer = (property: Property): ListingReading => ({
    outcome: 'ok',
    result: { property },
    page: step,
  });
  const answers = answersOf(text);
  const market = readMarket(text, answers, params.page ?? 1);
  if (market) return marketAnswer(market);
  const property = readProperty(answers);
  if (property) return propertyAnswer(property);
  if (isGone(answers)) return { outcome: 'not_found', reason: 'no_such_property' };
  if (isRefusal(text, url)) return { outcome: 'blocked', reason: 'robot_check' };
  const linked = answers.isKnown ? [] : homesOfLinked(text);
  if (isPropertyPath(place)) {
    // Such a page also contains homes nearby.
    const own = linked.find(({ id }) => id === idOfUrl(place));
    return own ? propertyAnswer(own) : { outcome: 'unrecognized', reason: 'no_property' };
  }
  return linked.length > 0
    ? marketAnswer({ properties: linked, pages: 1 })
    : { outcome: 'unrecognized', reason: 'no_listings' };
};

/** The place that a keyword means, by the site's own response; a reading where the result is final. */
const readRegion = (region: ScrapedDocument): { readonly path: string } | ListingReading => {
  if ('failed' in region) return { outcome: 'unrecognized', reason: 'no_document' };
  const place = findPlace(region.text);
  if (place === 'none') return { outcome: 'not_found', reason: 'no_such_place' };
  if (place === 'refused' || (place === 'unknown' && isRefusal(region.text, region.url)))
    return { outcome: 'blocked', reason: 'region_refused' };
  return place === 'unknown' ? { outcome: 'unrecognized', reason: 'no_region_answer' } : place;
};

/** Reads what a keyword means, then the page of that region, building or property. A page alone is that of its own address. */
export const readListing = (
  params: RealtyListingParams,
  documents: readonly ScrapedDocument[],
  { origin }: ScraperOptions,
): ListingReading => {
  const region = documents.find(({ step }) => step === 'region');
  const listing = documents.find(({ step }) => step !== 'region');
  const own = ownPath(params.keyword);
  const place = region ? readRegion(region) : { path: own ?? placeOf(listing && 'url' in listing ? listing.url : '') };
  if ('outcome' in place) return place;
  if (listing && 'failed' in listing) return { outcome: 'unrecognized', reason: 'no_document' };
  if (listing) return readPage(listing, place.path, params);
  if (!region) return { outcome: 'unrecognized', reason: 'no_document' };
  return { outcome: 'ask', request: listingRequest(place.path, params, origin) };
};
