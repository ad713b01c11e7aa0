import { amountOf, at, itemsOf, numberOf, present, textOf, type Json } from '../../shared/embedded-state.js';
import { addressLine, daysOf, homeTypeOf, plainText, statusOf } from './home-words.js';
import type { Address, Entry, Span } from './listing.js';
import { photosOfCard, photosOfRental } from './photos.js';
import { SITE } from './request.js';

/** Facts of one card that are given. */
export const MAX_FACTS = 30;

/** A value that cards wrap: `{ value, level }`. */
const valueOf = (home: Json, key: string): Json => at(home, key, 'value');

/** A number, or one that is written as a text. */
export const amountIn = (value: Json): number | undefined =>
  typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? amountOf(Number(value)) : amountOf(value);

/** Address of a page of the site, whole. */
export const urlOf = (url: Json): string | undefined => {
  const path = textOf(url);
  return path === undefined ? undefined : URL.parse(path, SITE)?.href;
};

type Place = Pick<Entry, 'addressRaw' | 'address' | 'latitude' | 'longitude'>;

const addressOf = (parts: { readonly [Part in keyof Address]: Json }): Place => {
  const address = present<Address>({
    street: textOf(parts.street),
    city: textOf(parts.city),
    state: textOf(parts.state),
    zipcode: textOf(parts.zipcode),
  });
  const line = addressLine(address);
  return line === undefined ? {} : { addressRaw: line, address };
};

/** What a card says at a glance: facts and tags of its listing. */
const factsOf = (home: Json): readonly string[] | undefined => {
  const facts = [...itemsOf(at(home, 'keyFacts')), ...itemsOf(at(home, 'listingTags'))]
    .slice(0, MAX_FACTS)
    .map((fact) => textOf(fact) ?? textOf(at(fact, 'description')))
    .filter((fact) => fact !== undefined);
  return facts.length > 0 ? [...new Set(facts)] : undefined;
};

/** A home for sale or sold, as the search's answer has it since 2020 and before. */
const readCard = (home: Json, id: number, url: string): Entry =>
  present({
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
  return present({
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
  return present({
    id,
    mlsId: textOf(at(data, 'mlsId')),
    url,
    homeType: homeTypeOf(at(data, 'propertyType')),
    status: statusOf(at(data, 'mlsStatus') ?? at(itemsOf(at(data, 'sashes'))[0], 'sashTypeName')),
    price: amountIn(at(data, 'priceInfo', 'amount')) ?? amountIn(at(data, 'priceInfo', 'homePrice', 'int64Value')),
    beds: numberOf(at(data, 'beds')),
    baths: numberOf(at(data, 'bathInfo', 'computedTotalBaths')) ?? numberOf(at(data, 'baths')),
    area: amountIn(at(data, 'sqftInfo', 'amount')),
    lotSize: amountIn(at(data, 'lotSize', 'amount')),
    yearBuilt: amountIn(at(data, 'yearBuilt', 'yearBuilt')),
    daysOnSite: daysOfSeconds(at(days, 'timeOnRedfin')) ?? amountIn(at(days, 'daysOnMarket')),
    hoa: amountIn(at(data, 'hoaDues', 'amount')),
    ...addressOfRecord(data),
    soldDate: soldAt?.slice(0, 10),
    atAGlanceFacts: factsOf(data),
  });
};

const spanOf = (span: Json): Span | undefined => {
  const [min, max] = [numberOf(at(span, 'min')), numberOf(at(span, 'max'))];
  return min === undefined && max === undefined ? undefined : present({ min, max });
};

/** A building, or a home in one, for rent. */
const readRental = (data: Json, rental: Json, id: string, url: string): Entry =>
  present({
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

/** Number of the property that a home of a search's answer is, in any of its forms. */
export const propertyIdOf = (home: Json): number | undefined =>
  amountIn(at(at(home, 'homeData') ?? home, 'propertyId'));

/** One home of a search's answer in any of its forms; undefined for what is none. */
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
