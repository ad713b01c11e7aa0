import { describe, expect, it } from '@jest/globals';
import { retailerProductOperation } from './operation.js';
import { offersRequest } from './request.js';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

const asked = (params: Record<string, unknown>, origin?: string): string => {
  return retailerProductOperation.begin(checkedParams('retailer/product', params), { origin }).url;
};

const COM = 'https://www.walmart.com';
const CA = 'https://www.walmart.ca';

const CASES: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['itemId', { itemId: '5113183757' }, `${COM}/ip/5113183757`],
  ['itemId', { itemId: '1LMCT5OBJOBM', domain: 'walmart.ca' }, `${CA}/en/ip/1LMCT5OBJOBM`],
  ['url', { url: `${CA}/fr/ip/lit/77?from=/search`, itemId: '5' }, `${CA}/fr/ip/lit/77?from=/search`],
  ['domain', { itemId: '5', domain: 'walmart.com' }, `${COM}/ip/5`],
  ['domain', { itemId: '5', domain: 'walmart.com.mx' }, 'https://www.walmart.com.mx/ip/5'],
  ['language', { itemId: '5', language: 'es' }, `${COM}/es/ip/5`],
  ['language', { itemId: '5', language: 'fr', domain: 'walmart.ca' }, `${CA}/fr/ip/5`],
  ['language', { itemId: '5', language: 'de', domain: 'walmart.ca' }, `${CA}/en/ip/5`],
  // The product's page says first whether there are others.
  ['otherOffers', { itemId: '5', otherOffers: true }, `${COM}/ip/5`],
];

describe('a product', () => {
  it.each(CASES)('is asked for with %s: %j', (_name, params, url) => {
    expect(asked(params)).toBe(url);
  });

  it('has every parameter of the contract', () => {
    const properties = ownParameters('retailer/product');
    expect([...new Set(CASES.map(([name]) => name))].sort()).toEqual(Object.keys(properties).sort());
  });

  it('is asked for elsewhere where an operator says so', () => {
    expect(asked({ url: `${CA}/fr/ip/77` }, 'http://127.0.0.1:9')).toBe('http://127.0.0.1:9/fr/ip/77');
    // A path is no host.
    expect(asked({ url: `${CA}//other.example/ip/77` }, 'http://127.0.0.1:9')).toBe(
      'http://127.0.0.1:9//other.example/ip/77',
    );
  });

  it.each([
    ['walmart.com', /^https:\/\/www\.walmart\.com\/orchestra\/home\/graphql\/GetAllSellerOffers\/[0-9a-f]{64}\?/, 'US'],
    ['walmart.ca', /^https:\/\/www\.walmart\.ca\/orchestra\/pdp\/graphql\/GetAllSellerOffers\/[0-9a-f]{64}\?/, 'CA'],
  ])('of %s has the offers of all its sellers by a stored query', (domain, form, country) => {
    const {
      url,
      step,
      headers = {},
    } = offersRequest(checkedParams('retailer/product', { itemId: '55', domain }), '55');
    expect(url).toMatch(form);
    expect(JSON.parse(new URL(url).searchParams.get('variables') ?? '')).toMatchObject({ itemId: '55' });
    expect([step, headers['x-o-bu']]).toEqual(['offers', `WALMART-${country}`]);
  });
});
