import { defined, definedOrNone, isObject } from '@quarry/html';
import type { ScrapedDocument, ScraperReading } from '../../../scraper/scraper.js';
import { apolloStores } from '../apollo-state.js';
import type { ApolloStore } from '../../shared/apollo-store.js';
import { isChallenge, pageAction } from '../page-action.js';
import { amountOf, at, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import { currencyAsked } from '../stay.js';
import type { PlaceBody } from './place.js';
import { linkedRating, readQuestions, readRatings, readReviews } from './read-guests.js';
import { readHouseRules } from './read-house-rules.js';
import { readOffers } from './read-offers.js';
import { lodgingOf, readFacilities, readOverview, variableOf, type PropertyParts } from './read-property.js';
import { readRooms } from './read-rooms.js';
import type { LodgingPlaceParams } from './request.js';

interface Found {
  readonly store: ApolloStore;
  readonly property: Json;
  readonly full: Json;
}

/** The property of a page, in its own state. */
const findProperty = (source: string): Found | undefined => {
  for (const store of apolloStores(source)) {
    const pages = store.called(store.root, 'hotelPageByPageName').filter(isObject);
    const properties = pages.flatMap((page) => store.called(page, 'propertyDetails')).filter(isObject);
    const property = properties.find((one) => amountOf(one['id']) !== undefined);
    const full = pages.map((page) => store.at(page, 'propertyFullExtended')).find(isObject);
    if (property ?? full) return { store, property, full };
  }
  return undefined;
};

/** The request as the page states it; else the parameters. */
const bookingOf = (params: LodgingPlaceParams, { full, source, store }: PropertyParts): PlaceBody['bookingDetails'] => {
  const search = store?.at(full, 'searchBoxPrefillData');
  const dates = store?.at(search, 'dates');
  const currency = variableOf(source, 'b_selected_currency');
  const said = isObject(search);
  const children = said ? numberOf(search['nbChildren']) : params.children;
  return definedOrNone({
    checkIn: said ? textOf(at(dates, 'checkin')) : params.checkInDate,
    checkOut: said ? textOf(at(dates, 'checkout')) : params.checkOutDate,
    adults: said ? amountOf(search['nbAdults']) : params.adults,
    rooms: said ? amountOf(search['nbRooms']) : params.rooms,
    children,
    currency: currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : currencyAsked(params),
  });
};

const orAbsent = <T>(rows: readonly T[]): readonly T[] | undefined => (rows.length > 0 ? rows : undefined);

const answerOf = (parts: PropertyParts, params: LodgingPlaceParams): PlaceBody | undefined => {
  const overview = readOverview(parts);
  if (!overview) return undefined;
  const { store, property, full, linked, source } = parts;
  const review = store?.at(full, 'propertyReview');
  return defined({
    overview,
    bookingDetails: bookingOf(params, parts),
    rooms: readRooms(store, property, readOffers(source)),
    facilities: orAbsent(readFacilities(parts)),
    houseRules: store && readHouseRules(store, property, full),
    ratings: orAbsent(store ? readRatings(store, property, review) : linkedRating(linked)),
    reviews: store && orAbsent(readReviews(store, review)),
    questionsAndAnswers: store && orAbsent(readQuestions(store, property)),
  });
};

/** Where the site redirects a request for a property that it no longer has. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'error404',
  'index',
  'city',
  'region',
  'country',
  'searchresults',
  'landing',
]);
const PROPERTY_PATH = /^\/hotel\/[a-z]{2}\/[^/]+/i;

/** Reads a property's page. */
export const readPlace = (
  params: LodgingPlaceParams,
  documents: readonly ScrapedDocument[],
): ScraperReading<PlaceBody> => {
  const [document] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text: source, url } = document;
  const found = findProperty(source);
  const result = answerOf(
    { store: undefined, property: undefined, full: undefined, ...found, linked: lodgingOf(source), source },
    params,
  );
  if (result) return { outcome: 'ok', result, page: document.step };
  if (isChallenge(source)) return { outcome: 'blocked', reason: 'challenge' };
  const action = pageAction(source);
  const path = URL.parse(url)?.pathname;
  const isElsewhere = action === 'error404' || (path !== undefined && !PROPERTY_PATH.test(path));
  if (action !== undefined && ELSEWHERE.has(action) && isElsewhere) return { outcome: 'not_found', reason: 'gone' };
  return { outcome: 'unrecognized', reason: 'no_property' };
};
