import type { OperationParams } from '@quarry/contracts';
import type { PageRequest } from '../../../scraper/scraper.js';
import { addressOn, prefixOf, storefrontOf } from '../storefront.js';

/** Checked parameters of `retailer/product`, defaults applied. */
export type RetailerProductParams = OperationParams<'retailer/product'>;

/** The product's id in an address such as `/ip/some-words/123`. */
export const itemIdOf = (url: string | undefined): string | undefined =>
  /\/ip\/(?:[^/]+\/)?([A-Za-z0-9]{1,64})\/?$/.exec(URL.parse(url ?? '')?.pathname ?? '')?.[1];

/** How to request a product's page. `origin`: used instead of the site's own hosts. */
export const productRequest = (params: RetailerProductParams, origin?: string): PageRequest => {
  const storefront = storefrontOf(params);
  const { itemId = '', language, url = `${prefixOf(storefront, language)}/ip/${encodeURIComponent(itemId)}` } = params;
  return { step: 'product', url: addressOn(url, storefront, origin).href };
};

/** Names of the site's stored query for all offers, in its builds of 2026. A build with another name refuses it. */
const OFFERS_QUERY = {
  US: '/orchestra/home/graphql/GetAllSellerOffers/234bb53653540400f507595cf2d5471b173cd0105323409ded5fffa05c083bce',
  CA: '/orchestra/pdp/graphql/GetAllSellerOffers/c6e2530e3fe0b78b46be3c528c11b89d9958f3a36d1ae5698a26a77dbd917ddd',
} as const;

/** How to request the offers of all sellers of a product. */
export const offersRequest = (params: RetailerProductParams, itemId: string, origin?: string): PageRequest => {
  const storefront = storefrontOf(params);
  const isCanada = storefront.currency === 'CAD';
  const url = addressOn(isCanada ? OFFERS_QUERY.CA : OFFERS_QUERY.US, storefront, origin);
  const variables = isCanada
    ? { itemId, isSubscriptionEligible: false, fSId: false, enableMultiSave: false }
    : { itemId, isSubscriptionEligible: true, conditionCodes: [1], allOffersSource: 'MORE_SELLER_OPTIONS' };
  url.searchParams.set('variables', JSON.stringify(variables));
  return {
    step: 'offers',
    url: url.href,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-apollo-operation-name': 'GetAllSellerOffers',
      'x-o-bu': isCanada ? 'WALMART-CA' : 'WALMART-US',
      'x-o-gql-query': 'query GetAllSellerOffers',
      'x-o-mart': 'B2C',
      'x-o-platform': 'rweb',
      'x-o-segment': 'oaoh',
      wm_mp: 'true',
    },
  };
};
