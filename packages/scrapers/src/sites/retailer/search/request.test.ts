import { describe, expect, it } from '@jest/globals';
import { retailerSearchOperation } from './operation.js';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

const asked = (params: Record<string, unknown>, origin?: string): string => {
  return retailerSearchOperation.begin(checkedParams('retailer/search', params), { origin }).url;
};

const COM = 'https://www.walmart.com';
const CA = 'https://www.walmart.ca';

/** Each parameter as a caller writes it, and the address it leads to. */
const CASES: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['q', { q: 'salt & "pepper"' }, `${COM}/search?q=salt+%26+%22pepper%22`],
  ['catId', { catId: '3944_3951' }, `${COM}/browse/3944_3951`],
  ['catId', { q: 'tv', catId: '3944_3951' }, `${COM}/search?q=tv&cat_id=3944_3951`],
  ['domain', { q: 'x', domain: 'walmart.com' }, `${COM}/search?q=x`],
  ['domain', { q: 'x', domain: 'walmart.ca' }, `${CA}/en/search?q=x`],
  ['domain', { q: 'x', domain: 'walmart.com.mx' }, 'https://www.walmart.com.mx/search?q=x'],
  ['domain', { catId: '10002', domain: 'walmart.ca' }, `${CA}/en/browse/10002`],
  ['language', { q: 'x', language: 'en' }, `${COM}/search?q=x`],
  ['language', { q: 'x', language: 'es' }, `${COM}/es/search?q=x`],
  ['language', { q: 'x', language: 'fr' }, `${COM}/search?q=x`],
  ['language', { q: 'x', language: 'fr', domain: 'walmart.ca' }, `${CA}/fr/search?q=x`],
  ['language', { q: 'x', language: 'es', domain: 'walmart.ca' }, `${CA}/en/search?q=x`],
  ['language', { q: 'x', language: 'es-MX' }, `${COM}/es/search?q=x`],
  ['language', { q: 'x', language: 'fr-CA', domain: 'walmart.ca' }, `${CA}/fr/search?q=x`],
  ['language', { q: 'x', language: 'xx' }, `${COM}/search?q=x`],
  ['language', { q: 'x', language: 'en', domain: 'walmart.com.mx' }, 'https://www.walmart.com.mx/search?q=x'],
  ['sort', { q: 'x', sort: 'bestMatch' }, `${COM}/search?q=x`],
  ['sort', { q: 'x', sort: 'priceLowToHigh' }, `${COM}/search?q=x&sort=price_low`],
  ['sort', { q: 'x', sort: 'priceHighToLow' }, `${COM}/search?q=x&sort=price_high`],
  ['sort', { q: 'x', sort: 'bestseller' }, `${COM}/search?q=x&sort=best_seller`],
  ['sort', { q: 'x', sort: 'highlyRated' }, `${COM}/search?q=x&sort=rating_high`],
  ['sort', { q: 'x', sort: 'newArrivals' }, `${COM}/search?q=x&sort=new`],
  [
    'url',
    { url: `${CA}/fr/browse/baby/10002?facet=brand:A`, q: 'x', page: 4, domain: 'walmart.com' },
    `${CA}/fr/browse/baby/10002?facet=brand:A`,
  ],
  ['url', { url: `${COM}/search?q=tv`, catId: 'no id', sort: 'no order' }, `${COM}/search?q=tv`],
  ['page', { q: 'x', page: 1 }, `${COM}/search?q=x`],
  ['page', { q: 'x', page: 10 }, `${COM}/search?q=x&page=10`],
  ['minPrice', { q: 'x', minPrice: 9.5 }, `${COM}/search?q=x&min_price=9.5`],
  ['minPrice', { q: 'x', minPrice: 0 }, `${COM}/search?q=x&min_price=0`],
  ['maxPrice', { q: 'x', maxPrice: 20 }, `${COM}/search?q=x&max_price=20`],
  ['deliveryType', { q: 'x', deliveryType: 'shipping' }, `${COM}/search?q=x&facet=fulfillment_method%3AShipping`],
  ['deliveryType', { q: 'x', deliveryType: 'pickup' }, `${COM}/search?q=x&facet=fulfillment_method%3APickup`],
  [
    'deliveryType',
    { q: 'x', deliveryType: 'shipping', domain: 'walmart.ca' },
    `${CA}/en/search?q=x&facet=fulfillment_method%3ADelivery`,
  ],
  [
    'facet',
    { q: 'x', facet: 'brand:A & B||size:2', deliveryType: 'pickup' },
    `${COM}/search?q=x&facet=brand%3AA+%26+B%7C%7Csize%3A2%7C%7Cfulfillment_method%3APickup`,
  ],
  ['facet', { q: 'x', facet: 'cat_id:1115193||brand:A' }, `${COM}/search?q=x&cat_id=1115193&facet=brand%3AA`],
  ['facet', { q: 'x', catId: '7', facet: 'cat_id:1115193' }, `${COM}/search?q=x&cat_id=7`],
];

describe('a page of products', () => {
  it.each(CASES)('is asked for with %s: %j', (_name, params, url) => {
    expect(asked(params)).toBe(url);
  });

  it('has every parameter of the contract', () => {
    const properties = ownParameters('retailer/search');
    expect([...new Set(CASES.map(([name]) => name))].sort()).toEqual(Object.keys(properties).sort());
  });

  it('is asked for elsewhere where an operator says so, with the same search', () => {
    const origin = 'http://127.0.0.1:9';
    expect(asked({ q: 'x', domain: 'walmart.ca', page: 2 }, origin)).toBe(`${origin}/en/search?q=x&page=2`);
    expect(asked({ url: `${CA}/fr/browse/1?page=2` }, origin)).toBe(`${origin}/fr/browse/1?page=2`);
  });
});
