import { firstBelow, parseDocument, rawText } from '@quarry/html';
import {
  amountOf,
  at,
  isObject,
  itemsOf,
  numberOf,
  parseJson,
  present,
  textOf,
  type Json,
  type JsonObject,
} from '../../shared/embedded-state.js';
import { isoTime, partOf, shownAmount } from '../parts.js';
import { linkOn, type Storefront } from '../storefront.js';
import type { Offer, OtherOffers, Price } from './product.js';
import { amountIn, priceBlock } from './read-price.js';

/** Most offers of one product. */
export const MAX_OFFERS = 200;

/** What a product's page says of other sellers. */
export interface Advertised {
  /** How many others there are, as the page tells people. */
  readonly count?: number | undefined;
  readonly lowestPrice?: number | undefined;
  /** Whether the page knows that there is no other. */
  readonly isNone: boolean;
}

export const readAdvertised = (product: JsonObject): Advertised => {
  const additional = numberOf(product['additionalOfferCount']);
  const all = numberOf(product['transactableOfferCount']);
  const lowestPrice =
    amountIn(at(product, 'secondaryOfferPrice', 'currentPrice')) ??
    shownAmount(textOf(at(product, 'priceInfo', 'secondaryOfferBoost')));
  const count = additional !== undefined && Number.isInteger(additional) && additional > 0 ? additional : undefined;
  const isNone = count === undefined && lowestPrice === undefined && (all === 1 || (additional === 0 && !all));
  return { count, lowestPrice, isNone };
};

const sellerUrlOf = (offer: JsonObject, storefront: Storefront): string | undefined => {
  const id = numberOf(offer['catalogSellerId']) ?? textOf(offer['catalogSellerId']);
  const built = id === undefined || !/^\d{1,18}$/.test(String(id)) ? undefined : `/seller/${id}`;
  return linkOn(textOf(offer['sellerStoreFrontURL']) ?? built, storefront);
};

const shippingCostOf = (offer: JsonObject, currency: string | undefined): JsonObject | undefined => {
  const price = at(offer, 'shippingOption', 'shipPrice');
  const amount = numberOf(at(price, 'price')) ?? shownAmount(textOf(at(price, 'priceString')));
  const cost = partOf<JsonObject>({
    amount: amount !== undefined && amount >= 0 ? amount : undefined,
    display: textOf(at(price, 'priceString')),
  });
  return cost && { ...cost, currency };
};

type PricedOffer = Offer & { readonly price: Price };

const readOffer = (offer: Json, storefront: Storefront): PricedOffer | undefined => {
  if (!isObject(offer)) return undefined;
  const sellerName = textOf(offer['sellerDisplayName']) ?? textOf(offer['sellerName']);
  const price = priceBlock(offer['priceInfo'], storefront);
  if (sellerName === undefined || price?.currentPrice === undefined) return undefined;
  const [way] = itemsOf(offer['fulfillmentOptions']);
  return present({
    sellerName,
    sellerUrl: sellerUrlOf(offer, storefront),
    price,
    condition: textOf(offer['conditionType']) ?? textOf(at(offer, 'condition', 'text')),
    shippingCost: shippingCostOf(offer, price.currency),
    deliveryDate:
      isoTime(at(offer, 'shippingOption', 'deliveryDate')) ??
      isoTime(at(way, 'speedDetails', 'deliveryDate')) ??
      isoTime(at(way, 'deliveryDate')),
    returnPolicy: textOf(at(offer, 'returnPolicy', 'returnPolicyText')),
    availability: textOf(offer['availabilityStatus']),
  });
};

/** Whether an offer is the one that the page itself sells. */
const isOwn = (offer: Json, product: JsonObject): boolean => {
  const [id, own] = [textOf(at(offer, 'offerId')), textOf(product['offerId'])];
  if (id !== undefined && own !== undefined) return id === own;
  const seller = textOf(at(offer, 'sellerId'));
  return seller !== undefined && seller === textOf(product['sellerId']);
};

const blockOf = (listed: readonly Json[], product: JsonObject, storefront: Storefront): OtherOffers | undefined => {
  const others = listed.slice(0, MAX_OFFERS).filter((offer) => isObject(offer) && !isOwn(offer, product));
  const offers = others.map((offer) => readOffer(offer, storefront)).filter((offer) => offer !== undefined);
  // A list that cannot be read is not the list of no offers.
  if (offers.length < others.length) return undefined;
  const prices = offers.map(({ price }) => amountOf(price.currentPrice)).filter((price) => price !== undefined);
  return present({
    totalOffers: offers.length,
    lowestPrice: prices.length > 0 ? Math.min(...prices) : undefined,
    offers,
  });
};

/** The offers that a page carries itself; undefined where it has fewer than it speaks of. */
export const offersOnPage = (
  product: JsonObject,
  { count, isNone }: Advertised,
  storefront: Storefront,
): OtherOffers | undefined => {
  if (isNone) return { totalOffers: 0, offers: [] };
  const listed = [...itemsOf(product['allOffers']), ...itemsOf(product['secondaryOffers'])];
  const block = listed.length > 0 ? blockOf(listed, product, storefront) : undefined;
  return block && block.totalOffers === count ? block : undefined;
};

/** Data as it came, or as a browser shows data: in a page of its own. */
const dataOf = (text: string): Json => {
  if (!/^[\ufeff\s]{0,100}</.test(text)) return parseJson(text);
  const { root } = parseDocument(text);
  const shown = firstBelow(root, ({ name }) => name === 'pre');
  return shown && parseJson(rawText(shown));
};

/** The site's answer with the offers of all sellers; undefined for anything else. */
export const offersOfAnswer = (text: string, product: JsonObject, storefront: Storefront): OtherOffers | undefined => {
  const listed = at(dataOf(text), 'data', 'product', 'allOffers');
  return Array.isArray(listed) ? blockOf(itemsOf(listed), product, storefront) : undefined;
};
