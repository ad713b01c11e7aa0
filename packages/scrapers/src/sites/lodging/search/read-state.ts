import { definedOrNone, isObject, normalizeText } from '@quarry/html';
import { addressPart } from '../../../shared/address-part.js';
import { apolloStores, pictureUrl } from '../apollo-state.js';
import type { ApolloStore } from '../../shared/apollo-store.js';
import { bedsOf } from '../beds.js';
import { moneyOf, toCents } from '../money.js';
import { SITE } from '../stay.js';
import { uniqueOnes, type Accommodation, type SearchPage } from './accommodation.js';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';

const lineOf = (value: Json): string | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : textOf(normalizeText(text));
};

/** A text of the site, or its translation. */
const wordsOf = (value: Json): string | undefined =>
  lineOf(value) ?? lineOf(at(value, 'text')) ?? lineOf(at(value, 'translation'));

const readRooms = (store: ApolloStore, result: Json) => {
  const units = itemsOf(store.at(result, 'matchingUnitConfigurations', 'unitConfigurations'));
  const names = units.map((unit) => {
    const count = numberOf(at(unit, 'nbUnits')) ?? 1;
    const name = lineOf(at(unit, 'name'));
    return name === undefined || count < 2 ? name : `${count} × ${name}`;
  });
  const beds = units.flatMap((unit) => bedsOf(at(unit, 'bedConfigurations')));
  const named = names.filter((name) => name !== undefined);
  return { room: named.length > 0 ? named.join(', ') : undefined, bedTypes: beds.length > 0 ? beds : undefined };
};

const readLocation = (store: ApolloStore, result: Json): Accommodation['location'] => {
  const basic = store.at(result, 'basicPropertyData', 'location');
  const shown = store.at(result, 'location');
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) => numberOf(at(basic, name)));
  const isCentral = at(shown, 'isCentrallyLocated');
  return definedOrNone({
    city: lineOf(at(basic, 'city')),
    address: lineOf(at(basic, 'address')),
    district: lineOf(at(shown, 'displayLocation')),
    mainDistance: lineOf(at(shown, 'mainDistance')),
    nearestBeach: lineOf(at(shown, 'beachDistance')) ?? lineOf(itemsOf(at(shown, 'nearbyBeachNames'))[0]),
    centrallyLocated: typeof isCentral === 'boolean' ? isCentral : undefined,
    coordinates: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
  });
};

/** The price of the single offer, where the page has no text for it. */
const offerPrice = (result: Json): Accommodation['price'] => {
  const [offer, ...others] = itemsOf(at(result, 'blocks'));
  const amount = amountOf(at(offer, 'finalPrice', 'amount'));
  if (amount === undefined || others.length > 0) return undefined;
  return definedOrNone({ pricePerStayParsed: toCents(amount), currency: textOf(at(offer, 'finalPrice', 'currency')) });
};

const readPrice = (store: ApolloStore, result: Json): Accommodation['price'] => {
  const display = store.at(result, 'priceDisplayInfoIrene') ?? store.at(result, 'priceDisplayInfo');
  const stay = moneyOf(store.at(display, 'displayPrice', 'amountPerStay'));
  if (!stay) return offerPrice(result);
  const before = moneyOf(store.at(display, 'priceBeforeDiscount', 'amountPerStay'));
  const isReduced = before !== undefined && before.parsed > stay.parsed;
  const discounts = itemsOf(at(display, 'discounts'))
    .map((discount) => moneyOf(store.at(discount, 'amount')))
    .filter((money) => money !== undefined);
  const discount = discounts.length === 1 ? discounts[0] : undefined;
  const charges = moneyOf(store.at(display, 'excludedCharges', 'excludeChargesAggregated', 'amountPerStay'));
  return definedOrNone({
    pricePerStayRaw: stay.raw,
    pricePerStayParsed: stay.parsed,
    priceBeforeDiscountRaw: isReduced ? before.raw : undefined,
    priceBeforeDiscountParsed: isReduced ? before.parsed : undefined,
    // Of several discounts the site writes no sum.
    discountRaw: isReduced ? discount?.raw : undefined,
    discountParsed: isReduced ? (discount?.parsed ?? toCents(before.exact - stay.exact)) : undefined,
    excludedChargesRaw: charges && charges.parsed > 0 ? charges.raw : undefined,
    excludedChargesParsed: charges && charges.parsed > 0 ? charges.parsed : undefined,
    currency: stay.currency,
  });
};

const MAX_SCORE = 10;

const scoreOf = (value: Json): number | undefined => {
  const score = amountOf(value);
  return score !== undefined && score <= MAX_SCORE ? score : undefined;
};

/** Guests' reviews, in two generations of names. */
const readReviews = (store: ApolloStore, result: Json): Accommodation['reviews'] => {
  const basic = store.at(result, 'basicPropertyData');
  const reviews = store.at(basic, 'reviewScore') ?? store.at(basic, 'reviews');
  if (!isObject(reviews)) return undefined;
  const score = scoreOf(reviews['score']) ?? scoreOf(reviews['totalScore']);
  if (score === undefined || reviews['showScore'] === false) return undefined;
  const secondary = reviews['showSecondaryScore'] === false ? undefined : scoreOf(reviews['secondaryScore']);
  return definedOrNone({
    score,
    count: amountOf(reviews['reviewCount']) ?? amountOf(reviews['reviewsCount']),
    text: wordsOf(reviews['totalScoreTextTag']),
    secondaryScore:
      secondary === undefined
        ? undefined
        : definedOrNone({ score: secondary, text: wordsOf(reviews['secondaryTextTag']) }),
  });
};

const readPolicies = (store: ApolloStore, result: Json): Accommodation['policies'] => {
  // Terms belong to an offer: without an offer there are none.
  if (itemsOf(at(result, 'blocks')).length === 0) return undefined;
  const policies = store.at(result, 'policies');
  const flag = (name: string): boolean | undefined => {
    const value = at(policies, name);
    return typeof value === 'boolean' ? value : undefined;
  };
  return definedOrNone({ freeCancellation: flag('showFreeCancellation'), noPrepayment: flag('showNoPrepayment') });
};

const readPhoto = (store: ApolloStore, result: Json): string | undefined => {
  const main = store.at(result, 'basicPropertyData', 'photos', 'main');
  const path = ['highResUrl', 'highResJpegUrl', 'lowResUrl', 'lowResJpegUrl']
    .map((name) => textOf(store.at(main, name, 'relativeUrl')))
    .find((url) => url !== undefined);
  return pictureUrl(path);
};

const readAccommodation = (store: ApolloStore, found: Json): Accommodation | undefined => {
  const result = store.resolve(found);
  const basic = store.at(result, 'basicPropertyData');
  const hotelId = amountOf(at(basic, 'id'));
  const title = wordsOf(store.at(result, 'displayName')) ?? wordsOf(store.at(result, 'displayName', 'translationTag'));
  const pageName = textOf(at(basic, 'pageName'));
  const country = textOf(at(store.at(basic, 'location'), 'countryCode'));
  if (hotelId === undefined || title === undefined || pageName === undefined || country === undefined) return undefined;
  return {
    hotelId,
    title,
    url: `${SITE}/hotel/${addressPart(country.toLowerCase())}/${addressPart(pageName)}.html`,
    ...readRooms(store, result),
    location: readLocation(store, result),
    policies: readPolicies(store, result),
    price: readPrice(store, result),
    rating: amountOf(store.at(basic, 'starRating', 'value')),
    reviews: readReviews(store, result),
    photo: readPhoto(store, result),
  };
};

const ISO_DATE = /^\d{4}-\d{2}-\d{2}/;

const dateOf = (value: Json): string | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : ISO_DATE.exec(text)?.[0];
};

/** Reads the state of a page of results; undefined where it has no search. */
export const readSearchState = (source: string): SearchPage | undefined => {
  for (const store of apolloStores(source)) {
    const searches = store
      .called(store.at(store.root, 'searchQueries'), 'search')
      .filter((search) => Array.isArray(at(search, 'results')));
    const search = searches.find((one) => itemsOf(at(one, 'results')).length > 0) ?? searches[0];
    if (!search) continue;
    const rows = itemsOf(at(search, 'results'));
    const totalResults = numberOf(store.at(search, 'pagination', 'nbResultsTotal'));
    const dates = store.at(search, 'searchMeta', 'dates');
    return {
      results: uniqueOnes(rows.map((row) => readAccommodation(store, row)).filter((row) => row !== undefined)),
      saysNone: rows.length === 0 && totalResults === 0,
      totalResults,
      checkInDate: dateOf(at(dates, 'checkin')),
      checkOutDate: dateOf(at(dates, 'checkout')),
    };
  }
  return undefined;
};

/** The destination of a page about a place, by the site's own number. */
export const destinationOf = (source: string): { readonly id: string; readonly type: string } | undefined => {
  for (const store of apolloStores(source)) {
    for (const landing of store.called(store.root, 'landingContent')) {
      const identifier = store.at(landing, 'destination', 'identifier');
      const [id, type] = [numberOf(at(identifier, 'destId')), textOf(at(identifier, 'destType'))];
      if (id !== undefined && id !== 0 && type !== undefined && /^[A-Z]{1,20}$/.test(type)) {
        return { id: String(id), type: type.toLowerCase() };
      }
    }
  }
  return undefined;
};
