import { defined, definedOrNone, isObject } from '@quarry/html';
import { isOfType, linkedDataOf } from '../../shared/linked-data.js';
import type { Property } from './property.js';
import { amountOf, at, numberOf, textOf } from '../../../shared/json-values.js';

const OFFERS: ReadonlySet<string> = new Set(['RealEstateListing']);

/** The property in the JSON-LD of a page without state. */
export const readLinked = (source: string, id: number): Property | undefined => {
  const listing = linkedDataOf(source).find((value) => isOfType(value, OFFERS));
  const url = textOf(listing?.['url']);
  if (!listing || url === undefined || !url.includes(`/${id}_zpid`)) return undefined;
  const offer = listing['offers'];
  const item = at(offer, 'itemOffered');
  const price = amountOf(at(offer, 'price'));
  if (!isObject(item)) return undefined;
  return defined({
    id,
    url,
    price,
    currency: price === undefined ? undefined : textOf(at(offer, 'priceCurrency')),
    beds: numberOf(item['numberOfBedrooms']),
    address: definedOrNone<NonNullable<Property['address']>>({
      street: textOf(at(item, 'address', 'streetAddress')),
      city: textOf(at(item, 'address', 'addressLocality')),
      state: textOf(at(item, 'address', 'addressRegion')),
      zipcode: textOf(at(item, 'address', 'postalCode')),
    }),
    geo: definedOrNone<NonNullable<Property['geo']>>({
      latitude: numberOf(at(item, 'geo', 'latitude')),
      longitude: numberOf(at(item, 'geo', 'longitude')),
    }),
  });
};
