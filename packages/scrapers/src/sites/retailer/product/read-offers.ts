import {
  defined,
  definedOrNone,
  firstBelow,
  isObject,
  type JsonObject,
  onlyAmount,
  parseDocument,
  parseJson,
  rawText,
} from '@quarry/html';
import { isoTime } from '../parts.js';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import { linkOn, type Storefront } from '../storefront.js';
import type { Offer, OtherOffers, Price } from './product.js';
import { amountIn, priceBlock } from './read-price.js';

/** Most offers of one product. */
export const MAX_OFFERS = 200;

/** What a product's page states about other sellers. */
export interface Advertised {
  /** The number of others, as the page shows it. */
  readonly count?: number | undefined;
  readonly lowestPrice?: number | undefined;
  /** Whether the page states that there is no other. */
  readonly isNone: boolean;
}

export const readAdvertised = (product: JsonObject): Advertised => {
  const additional = numberOf(product['additionalOfferCount']);
  const all = numberOf(product['transactableOfferCount']);
  const lowestPrice =
    amountIn(at(product, 'secondaryOfferPrice', 'currentPrice')) ??
    onlyAmount(textOf(at(product, 'priceInfo', 'secondaryOfferBoost')));
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
  const amount = numberOf(at(price, 'price')) ?? onlyAmount(textOf(at(price, 'priceString')));
  const cost = definedOrNone<JsonObject>({
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
  return defined({
    sellerName,
    sellerUrl: sellerUrlOf(offer, storefront),
    price,
    condition:
      textOf(offer['conditionType']) ?? textOf(at(offer, 'condition', 'text')) ?? textOf(offer['conditionName']),
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
  // An unreadable list is not an empty list.
  if (offers.length < others.length) return undefined;
  const prices = offers.map(({ price }) => amountOf(price.currentPrice)).filter((price) => price !== undefined);
  return defined({
    totalOffers: offers.length,
    lowestPrice: prices.length > 0 ? Math.min(...prices) : undefined,
    offers,
  });
};

/** The offers on the page itself; undefined where they are fewer than it states. */
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

/** Data as received, or as a browser shows data: in its own page. */
const dataOf = (text: string): Json => {
  if (!/^[\ufeff\s]{0,100}</.test(text)) return parseJson(text);
  const { root } = parseDocument(text);
  const shown = firstBelow(root, ({ name }) => name === 'pre');
  return shown && parseJson(rawText(shown));
};

/** Records of a response that are searched for its list of offers. */
export const MAX_RECORDS = 5_000;

const isOffer = (value: Json): boolean =>
  textOf(at(value, 'offerId')) !== undefined &&
  (textOf(at(value, 'sellerName')) ?? textOf(at(value, 'sellerDisplayName'))) !== undefined;

/** The list of offers of a response, the one nearest to its root: builds of the site differ in its place. */
const listOfOffers = (data: Json): readonly Json[] | undefined => {
  const known = at(data, 'product', 'allOffers');
  if (Array.isArray(known)) return itemsOf(known);
  const records: Json[] = [data];
  for (let place = 0; place < records.length; place += 1) {
    const record = records[place];
    if (Array.isArray(record) && record.length > 0 && record.every(isOffer)) return itemsOf(record);
    const inner = isObject(record) ? Object.values(record) : itemsOf(record);
    const room = MAX_RECORDS - records.length;
    records.push(...inner.filter((one) => typeof one === 'object' && one !== null).slice(0, room));
  }
  return undefined;
};

/** The site's response with the offers of all sellers; undefined for anything else. */
export const offersOfAnswer = (text: string, product: JsonObject, storefront: Storefront): OtherOffers | undefined => {
  const listed = listOfOffers(at(dataOf(text), 'data'));
  return listed && blockOf(listed, product, storefront);
};
