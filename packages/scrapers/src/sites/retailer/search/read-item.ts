import { defined, definedOrNone, isObject, type JsonObject, onlyAmount } from '@quarry/html';
import { badgesOf, categoryIdOf, isoTime } from '../parts.js';
import { amountOf, at, itemsOf, textOf, type Json } from '../../../shared/json-values.js';
import { productUrl, type Storefront } from '../storefront.js';
import type { ListedProduct } from './result.js';

/** Marks of savings for members of the site's programme. */
const MEMBER_TAGS: ReadonlySet<string> = new Set(['SAVE_WITH_W_PLUS', 'DELIVERY_PASS_ELIGIBLE']);

const priceOf = (item: JsonObject, currency: string): ListedProduct['price'] => {
  const info = item['priceInfo'];
  const shown = (key: string): string | undefined => textOf(at(info, key));
  const line = shown('linePrice') ?? textOf(at(info, 'currentPrice', 'priceString'));
  const display = shown('linePriceDisplay') ?? textOf(at(info, 'currentPrice', 'priceDisplay')) ?? line;
  // The shown price wins over the number beside it, which is the lower end of a range.
  const current = onlyAmount(line) ?? amountOf(item['price']) ?? amountOf(at(info, 'currentPrice', 'price'));
  const before = shown('wasPrice') ?? textOf(at(info, 'wasPrice', 'priceString'));
  const price = definedOrNone<NonNullable<ListedProduct['price']>>({
    currentPrice: current,
    currentPriceDisplay: display,
    beforePrice: onlyAmount(before) ?? amountOf(at(info, 'wasPrice', 'price')),
    beforePriceDisplay: before,
    unitPrice: shown('unitPrice') ?? textOf(at(info, 'unitPrice', 'priceString')),
    priceRangeDisplay: shown('priceRangeString'),
  });
  return price && { ...price, currency };
};

const reviewsOf = (item: JsonObject): ListedProduct['reviews'] => {
  const totalReviews = amountOf(item['numberOfReviews']) ?? amountOf(at(item, 'rating', 'numberOfReviews'));
  const rating = amountOf(item['averageRating']) ?? amountOf(at(item, 'rating', 'averageRating'));
  // The page does not show a count of zero.
  return definedOrNone({ rating, totalReviews: Number.isInteger(totalReviews) ? totalReviews : undefined });
};

/** `Pickup today; Delivery today; Shipping, arrives in 3+ days`. */
const messageOf = (item: JsonObject): string | undefined => {
  const lines = itemsOf(item['fulfillmentBadgeGroups'])
    .map((group) => [textOf(at(group, 'text')), textOf(at(group, 'slaText'))].filter((text) => text !== undefined))
    .filter((texts) => texts.length > 0)
    .map((texts) => texts.join(' '));
  return lines.length > 0 ? lines.join('; ') : textOf(item['fulfillmentBadge']);
};

/** The earliest delivery date. */
const deliveryDateOf = (item: JsonObject): string | undefined =>
  itemsOf(item['fulfillmentSummary'])
    .filter((way) => at(way, 'fulfillment') === 'DELIVERY')
    .map((way) => isoTime(at(way, 'deliveryDate')))
    .filter((time) => time !== undefined)
    .sort()[0];

const memberSavingsOf = (badges: Json): boolean | undefined => {
  const tags = at(badges, 'tags');
  if (!Array.isArray(tags)) return undefined;
  return itemsOf(tags).some((tag) => MEMBER_TAGS.has(textOf(at(tag, 'key')) ?? ''));
};

const availabilityOf = (item: JsonObject): string | undefined => {
  const status = item['availabilityStatusV2'];
  return textOf(at(status, 'display')) ?? textOf(item['availabilityStatusDisplayValue']) ?? textOf(at(status, 'value'));
};

/** Reads one tile of a list; undefined for anything but a product, such as the slot of an advertisement. */
export const readItem = (item: Json, storefront: Storefront): ListedProduct | undefined => {
  if (!isObject(item)) return undefined;
  const kind = item['__typename'] ?? 'Product';
  const id = textOf(item['usItemId']);
  const title = textOf(item['name']);
  if (kind !== 'Product' || id === undefined || title === undefined) return undefined;
  const sponsored = item['isSponsoredFlag'];
  return defined({
    id,
    title,
    url: productUrl(textOf(item['canonicalUrl']), id, storefront),
    brand: textOf(item['brand']),
    isSponsored: typeof sponsored === 'boolean' ? sponsored : undefined,
    badges: badgesOf(item['badges']),
    memberSavings: memberSavingsOf(item['badges']),
    categoryPathId: categoryIdOf(at(item, 'category', 'categoryPathId')),
    price: priceOf(item, storefront.currency),
    reviews: reviewsOf(item),
    image: textOf(at(item, 'imageInfo', 'thumbnailUrl')) ?? textOf(item['image']),
    seller: definedOrNone<JsonObject>({ name: textOf(item['sellerName']), id: textOf(item['sellerId']) }),
    availability: availabilityOf(item),
    fulfillment: definedOrNone<NonNullable<ListedProduct['fulfillment']>>({
      type: textOf(item['fulfillmentType']),
      message: messageOf(item),
      deliveryDate: deliveryDateOf(item),
    }),
  });
};
