import { definedOrNone, isObject, type JsonObject } from '@quarry/html';
import type { ScrapedDocument, ScraperOptions, ScraperReading } from '../../../scraper/scraper.js';
import { initialDataOf, isBlocked, saysGone, stateOf } from '../page-state.js';
import { at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import { storefrontOf, type Storefront } from '../storefront.js';
import type { OtherOffers, Product, ProductBody } from './product.js';
import { readLinked } from './read-linked.js';
import { offersOfAnswer, offersOnPage, readAdvertised } from './read-offers.js';
import { readProduct } from './read-product.js';
import { itemIdOf, offersRequest, type RetailerProductParams } from './request.js';

type ProductReading = ScraperReading<ProductBody>;

const answer = (product: Product, otherOffers?: OtherOffers): ProductReading => ({
  outcome: 'ok',
  result: { product: otherOffers === undefined ? product : { ...product, otherOffers } },
  page: 'product',
});

const isNotFound = (error: Json): boolean =>
  [at(error, 'code'), at(error, 'extensions', 'code'), at(error, 'extensions', 'status'), at(error, 'status')].some(
    (code) =>
      numberOf(code) === 404 || /^(?:404|NOT_FOUND|ITEM_NOT_FOUND|PRODUCT_NOT_FOUND)$/i.test(textOf(code) ?? ''),
  );

/** The site's statement that a product is gone: its page without one, or another page instead of it. */
const isGone = (state: Json, url: string): boolean => {
  if (saysGone(state)) return true;
  const initial = initialDataOf(state);
  const data = at(initial, 'data');
  if (isObject(data) && data['product'] === null) {
    const errors = [...itemsOf(at(initial, 'errors')), ...itemsOf(data['errors'])];
    return errors.length === 0 || errors.some(isNotFound);
  }
  const page = textOf(at(state, 'page'));
  // A removed product redirects to the home page, or to a search for it.
  return (
    page !== undefined &&
    !page.startsWith('/ip') &&
    URL.canParse(url) &&
    !/\/ip\//.test(URL.parse(url)?.pathname ?? '/ip/')
  );
};

/** The offers of other sellers, from the page itself or by a further step. */
const withOffers = (
  read: { readonly product: Product; readonly raw: JsonObject; readonly storefront: Storefront },
  params: RetailerProductParams,
  offers: ScrapedDocument | undefined,
  origin: string | undefined,
): ProductReading => {
  const { product, raw, storefront } = read;
  const advertised = readAdvertised(raw);
  const { count, lowestPrice } = advertised;
  const isAdvertised = count !== undefined || lowestPrice !== undefined;
  if (params.otherOffers !== true) {
    return answer(product, count === undefined ? undefined : definedOrNone({ totalOffers: count, lowestPrice }));
  }
  const onPage = offersOnPage(raw, advertised, storefront);
  if (onPage) return answer(product, onPage);
  if (!offers) {
    return { outcome: 'ask', request: offersRequest(params, product.itemId, origin) };
  }
  if ('failed' in offers) return { outcome: 'unrecognized', reason: 'no_offers' };
  const listed = offersOfAnswer(offers.text, raw, storefront);
  // The page mentions other offers: an empty list is not their list.
  if (listed && !(isAdvertised && listed.totalOffers === 0)) return answer(product, listed);
  return isBlocked(offers.text, offers.url)
    ? { outcome: 'blocked', reason: 'px_captcha' }
    : { outcome: 'unrecognized', reason: 'no_offers' };
};

/** Reads a product's page, and the offers of its other sellers where they are requested. */
export const readProductPage = (
  params: RetailerProductParams,
  documents: readonly ScrapedDocument[],
  { origin }: ScraperOptions,
): ProductReading => {
  const [document, offers] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text, url } = document;
  const storefront = storefrontOf(params);
  const state = stateOf(text);
  const data = at(initialDataOf(state), 'data');
  const raw = at(data, 'product');
  const product = isObject(raw) ? readProduct(data, raw, storefront) : undefined;
  if (product && isObject(raw)) return withOffers({ product, raw, storefront }, params, offers, origin);
  const asked = params.url === undefined ? params.itemId : itemIdOf(params.url);
  const linked = state || asked === undefined ? undefined : readLinked(text, asked, storefront);
  // Such a page does not state the seller of its own offer.
  if (linked) return params.otherOffers === true ? { outcome: 'unrecognized', reason: 'no_offers' } : answer(linked);
  // Readable pages may contain a challenge too: it counts only where there is nothing else.
  if (isBlocked(text, url)) return { outcome: 'blocked', reason: 'px_captcha' };
  return state && isGone(state, url)
    ? { outcome: 'not_found', reason: 'gone' }
    : { outcome: 'unrecognized', reason: 'no_product' };
};
