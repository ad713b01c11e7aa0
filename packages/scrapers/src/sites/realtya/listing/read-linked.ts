import { defined, isObject, type JsonObject } from '@quarry/html';
import { at, numberOf, statedAmount, textOf } from '../../../shared/json-values.js';
import { linkedDataOf } from '../../shared/linked-data.js';
import { addressLine } from './home-words.js';
import type { Address, Entry } from './listing.js';
import { idOfUrl, urlOf } from './read-home.js';

const homeOf = (item: JsonObject, id: number, price: number | undefined): Entry | undefined => {
  const url = urlOf(item['url']);
  if (url === undefined) return undefined;
  const address = defined<Address>({
    street: textOf(at(item, 'address', 'streetAddress')),
    city: textOf(at(item, 'address', 'addressLocality')),
    state: textOf(at(item, 'address', 'addressRegion')),
    zipcode: textOf(at(item, 'address', 'postalCode')),
  });
  return defined({
    id,
    url,
    price,
    addressRaw: addressLine(address),
    address,
    latitude: numberOf(at(item, 'geo', 'latitude')),
    longitude: numberOf(at(item, 'geo', 'longitude')),
    description: textOf(item['description']),
  });
};

/** Homes in the linked data of a page, each once, in page order: the fallback for a page without API responses. */
export const homesOfLinked = (source: string): readonly Entry[] => {
  const linked = linkedDataOf(source);
  const idOf = (item: JsonObject): number | undefined => {
    const url = textOf(item['url']) ?? textOf(at(item, 'offers', 'url'));
    return url === undefined ? undefined : idOfUrl(url);
  };
  const prices = new Map<number, number>();
  for (const item of linked) {
    const [id, price] = [idOf(item), statedAmount(at(item['offers'], 'price'))];
    if (id !== undefined && price !== undefined) prices.set(id, price);
  }
  const homes = new Map<number, Entry | undefined>();
  for (const item of linked) {
    const id = idOf(item);
    if (id === undefined || homes.has(id) || !isObject(item['address'])) continue;
    homes.set(id, homeOf({ ...item, url: item['url'] ?? at(item, 'offers', 'url') }, id, prices.get(id)));
  }
  return [...homes.values()].filter((home) => home !== undefined);
};
