import { defined, type JsonObject } from '@quarry/html';
import { amountOf, at, itemsOf, numberOf, statedAmount, textOf, type Json } from '../../../shared/json-values.js';
import { addressLine, daysOf, homeTypeOf, plainText, statusOf, writtenMoment } from './home-words.js';
import type { Address, Entry, Span } from './listing.js';
import { photosOfCard, photosOfRental } from './photos.js';
import { SITE } from './request.js';

/** Facts of one card that are given. */
export const MAX_FACTS = 30;

/** A value that cards wrap: `{ value, level }`. */
const valueOf = (home: Json, key: string): Json => at(home, key, 'value');

/** Address of a page of the site, whole. */
export const urlOf = (url: Json): string | undefined => {
  const path = textOf(url);
  return path === undefined ? undefined : URL.parse(path, SITE)?.href;
};

type Place = Pick<Entry, 'addressRaw' | 'address' | 'latitude' | 'longitude'>;

const addressOf = (parts: { readonly [Part in keyof Address]: Json }): Place => {
  const address = defined<Address>({
    street: textOf(parts.street),
    city: textOf(parts.city),
    state: textOf(parts.state),
    zipcode: textOf(parts.zipcode),
  });
  const line = addressLine(address);
  return line === undefined ? {} : { addressRaw: line, address };
};

/** Key facts and tags of a card's listing. */
const factsOf = (home: Json): readonly string[] | undefined => {
  const facts = [...itemsOf(at(home, 'keyFacts')), ...itemsOf(at(home, 'listingTags'))]
    .slice(0, MAX_FACTS)
    .map((fact) => textOf(fact) ?? textOf(at(fact, 'description')))
    .filter((fact) => fact !== undefined);
  return facts.length > 0 ? [...new Set(facts)] : undefined;
};

/** Announced visits of one home that are given. */
const MAX_VISITS = 50;

/** Announced visits, of one card or record. */
const visitsOf = (visits: readonly Json[]): Entry['openHouseSchedule'] => {
  const announced = visits
    .slice(0, MAX_VISITS)
    .map((visit) =>
      defined<JsonObject>({
        start: writtenMoment(at(visit, 'openHouseStart')),
        end: writtenMoment(at(visit, 'openHouseEnd')),
      }),
    )
    .filter((visit) => visit['start'] !== undefined);
  return announced.length > 0 ? announced : undefined;
};

/** A home for sale or sold, in the search responses since 2020 and before. */
const readCard = (home: Json, id: number, url: string): Entry =>
  defined({
    id,
    mlsId: textOf(valueOf(home, 'mlsId')),
    url,
    homeType: homeTypeOf(at(home, 'propertyType'), at(home, 'uiPropertyType')),
    status: statusOf(at(home, 'mlsStatus'), at(home, 'searchStatus')),
    price: amountOf(valueOf(home, 'price')),
    beds: numberOf(at(home, 'beds')),
    baths: numberOf(at(home, 'baths')),
    area: amountOf(valueOf(home, 'sqFt')),
    lotSize: amountOf(valueOf(home, 'lotSize')),
    yearBuilt: amountOf(valueOf(home, 'yearBuilt')),
    daysOnSite: daysOf(numberOf(valueOf(home, 'timeOnRedfin'))) ?? numberOf(valueOf(home, 'dom')),
    hoa: amountOf(valueOf(home, 'hoa')),
    openHouseSchedule: visitsOf([home]),
    ...addressOf({
      street: valueOf(home, 'streetLine'),
      city: at(home, 'city'),
      state: at(home, 'state'),
      zipcode: valueOf(home, 'postalCode') ?? at(home, 'zip'),
    }),
    latitude: numberOf(at(home, 'latLong', 'value', 'latitude')),
    longitude: numberOf(at(home, 'latLong', 'value', 'longitude')),
    description: plainText(at(home, 'listingRemarks')),
    atAGlanceFacts: factsOf(home),
    photos: photosOfCard(home),
  });

/** `2899.768s`: seconds. */
const daysOfSeconds = (text: Json): number | undefined => {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(textOf(text) ?? '') ?? [];
  return seconds === undefined ? undefined : daysOf(Number(seconds) * 1_000);
};

const addressOfRecord = (data: Json): Place => {
  const info = at(data, 'addressInfo');
  return defined({
    ...addressOf({
      street: at(info, 'formattedStreetLine'),
      city: at(info, 'city'),
      state: at(info, 'state'),
      zipcode: at(info, 'zip'),
    }),
    latitude: numberOf(at(info, 'centroid', 'centroid', 'latitude')),
    longitude: numberOf(at(info, 'centroid', 'centroid', 'longitude')),
  });
};

/** The same home in the newer form, whose numbers are texts. */
const readRecord = (data: Json, id: number, url: string): Entry => {
  const soldAt = textOf(at(data, 'lastSaleData', 'lastSoldDate'));
  const days = at(data, 'daysOnMarket');
  return defined({
    id,
    mlsId: textOf(at(data, 'mlsId')),
    url,
    homeType: homeTypeOf(at(data, 'propertyType')),
    status: statusOf(at(data, 'mlsStatus') ?? at(itemsOf(at(data, 'sashes'))[0], 'sashTypeName')),
    price:
      statedAmount(at(data, 'priceInfo', 'amount')) ?? statedAmount(at(data, 'priceInfo', 'homePrice', 'int64Value')),
    beds: numberOf(at(data, 'beds')),
    baths: numberOf(at(data, 'bathInfo', 'computedTotalBaths')) ?? numberOf(at(data, 'baths')),
    area: statedAmount(at(data, 'sqftInfo', 'amount')),
    lotSize: statedAmount(at(data, 'lotSize', 'amount')),
    yearBuilt: statedAmount(at(data, 'yearBuilt', 'yearBuilt')),
    daysOnSite: daysOfSeconds(at(days, 'timeOnRedfin')) ?? statedAmount(at(days, 'daysOnMarket')),
    hoa: statedAmount(at(data, 'hoaDues', 'amount')),
    openHouseSchedule: visitsOf(itemsOf(at(data, 'openHouses'))),
    ...addressOfRecord(data),
    soldDate: soldAt?.slice(0, 10),
    atAGlanceFacts: factsOf(data),
  });
};

const spanOf = (span: Json): Span | undefined => {
  const [min, max] = [numberOf(at(span, 'min')), numberOf(at(span, 'max'))];
  return min === undefined && max === undefined ? undefined : defined({ min, max });
};

/** A building, or a home in one, for rent. */
const readRental = (data: Json, rental: Json, id: string, url: string): Entry =>
  defined({
    id,
    propertyName: textOf(at(rental, 'propertyName')),
    url,
    status: 'FOR_RENT',
    availableUnits: numberOf(at(rental, 'numAvailableUnits')),
    price: spanOf(at(rental, 'rentPriceRange')),
    beds: spanOf(at(rental, 'bedRange')),
    baths: spanOf(at(rental, 'bathRange')),
    area: spanOf(at(rental, 'sqftRange')),
    ...addressOfRecord(data),
    description: plainText(at(rental, 'description')),
    agentPhone: textOf(at(rental, 'desktopPhone')),
    photos: photosOfRental(id, at(data, 'photosInfo', 'photoRanges')),
  });

/** Number of a property in the address of its page. */
export const idOfUrl = (url: string): number | undefined => {
  const [, id] = /\/(?:home|apartment)\/(\d{1,15})\/?(?:[?#]|$)/.exec(url) ?? [];
  return id === undefined ? undefined : Number(id);
};

/** Number of the property of a home in a search response, in any of its forms. */
export const propertyIdOf = (home: Json): number | undefined =>
  statedAmount(at(at(home, 'homeData') ?? home, 'propertyId'));

/** One home of a search response in any of its forms; undefined for anything else. */
export const readEntry = (home: Json): Entry | undefined => {
  const data = at(home, 'homeData');
  const rental = at(home, 'rentalExtension');
  const rentalId = textOf(at(rental, 'rentalId'));
  const id = propertyIdOf(home);
  const url = urlOf(at(rentalId === undefined ? (data ?? home) : data, 'url'));
  if (url === undefined) return undefined;
  if (rentalId !== undefined) return readRental(data, rental, rentalId, url);
  if (id === undefined) return undefined;
  return data === undefined ? readCard(home, id, url) : readRecord(data, id, url);
};
