import { amountOf, at, isObject, numberOf, present, textOf, type JsonObject } from '../../shared/embedded-state.js';
import { linkedDataOf } from '../../shared/linked-data.js';
import { addressLine } from './home-words.js';
import type { Address, Entry } from './listing.js';
import { idOfUrl, urlOf } from './read-home.js';

/** A number, or a text of one. */
const priceOf = (offers: unknown): number | undefined => {
  const price = at(offers, 'price');
  return amountOf(typeof price === 'string' && /^\d+(?:\.\d+)?$/.test(price) ? Number(price) : price);
};

const homeOf = (item: JsonObject, id: number, price: number | undefined): Entry | undefined => {
  const url = urlOf(item['url']);
  if (url === undefined) return undefined;
  const address = present<Address>({
    street: textOf(at(item, 'address', 'streetAddress')),
    city: textOf(at(item, 'address', 'addressLocality')),
    state: textOf(at(item, 'address', 'addressRegion')),
    zipcode: textOf(at(item, 'address', 'postalCode')),
  });
  return present({
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

/** Homes that a page tells of in its linked data, each once, in page order: the second way, for a page without its answers. */
export const homesOfLinked = (source: string): readonly Entry[] => {
  const linked = linkedDataOf(source);
  const idOf = (item: JsonObject): number | undefined => {
    const url = textOf(item['url']) ?? textOf(at(item, 'offers', 'url'));
    return url === undefined ? undefined : idOfUrl(url);
  };
  const prices = new Map<number, number>();
  for (const item of linked) {
    const [id, price] = [idOf(item), priceOf(item['offers'])];
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
