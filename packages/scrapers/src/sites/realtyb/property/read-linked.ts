import { amountOf, at, isObject, numberOf, present, textOf } from '../../shared/embedded-state.js';
import { isOfType, linkedDataOf } from '../../shared/linked-data.js';
import type { Property } from './property.js';
import { filled } from './read-property.js';

const OFFERS: ReadonlySet<string> = new Set(['RealEstateListing']);

/** What a page without state says of its property for search engines. */
export const readLinked = (source: string, id: number): Property | undefined => {
  const listing = linkedDataOf(source).find((value) => isOfType(value, OFFERS));
  const url = textOf(listing?.['url']);
  if (!listing || url === undefined || !url.includes(`/${id}_zpid`)) return undefined;
  const offer = listing['offers'];
  const item = at(offer, 'itemOffered');
  const price = amountOf(at(offer, 'price'));
  if (!isObject(item)) return undefined;
  return present({
    id,
    url,
    price,
    currency: price === undefined ? undefined : textOf(at(offer, 'priceCurrency')),
    beds: numberOf(item['numberOfBedrooms']),
    address: filled<NonNullable<Property['address']>>({
      street: textOf(at(item, 'address', 'streetAddress')),
      city: textOf(at(item, 'address', 'addressLocality')),
      state: textOf(at(item, 'address', 'addressRegion')),
      zipcode: textOf(at(item, 'address', 'postalCode')),
    }),
    geo: filled<NonNullable<Property['geo']>>({
      latitude: numberOf(at(item, 'geo', 'latitude')),
      longitude: numberOf(at(item, 'geo', 'longitude')),
    }),
  });
};
