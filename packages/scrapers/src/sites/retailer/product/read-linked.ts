import { defined, definedOrNone, isObject, type JsonObject } from '@quarry/html';
import { isOfType, linkedDataOf } from '../../shared/linked-data.js';
import { amountOf, at, itemsOf, numberOf, statedAmount, textOf, type Json } from '../../../shared/json-values.js';
import { productUrl, type Storefront } from '../storefront.js';
import type { Product } from './product.js';
import { itemIdOf } from './request.js';

const PRODUCTS: ReadonlySet<string> = new Set(['Product', 'ProductGroup']);
const BREADCRUMBS: ReadonlySet<string> = new Set(['BreadcrumbList']);

/** `https://schema.org/InStock` is `InStock`. */
const termOf = (value: Json): string | undefined => textOf(value)?.split('/').at(-1);

const textOrName = (value: Json): string | undefined => textOf(value) ?? textOf(at(value, 'name'));

const imagesOf = (value: Json): string[] | undefined => {
  const images = [value, ...itemsOf(value)].map((image) => textOf(image) ?? textOf(at(image, 'url')));
  const known = images.filter((image) => image !== undefined);
  return known.length > 0 ? [...new Set(known)] : undefined;
};

const priceOf = (offers: Json): Product['price'] => {
  const offer = itemsOf(offers)[0] ?? offers;
  const amount = statedAmount(at(offer, 'price'));
  const currency = textOf(at(offer, 'priceCurrency'));
  return amount === undefined ? undefined : defined({ currentPrice: amount, currency });
};

interface Link {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
}

const categoryPathOf = (values: readonly JsonObject[]): readonly Link[] | undefined => {
  const list = values.find((value) => isOfType(value, BREADCRUMBS));
  const path = itemsOf(list?.['itemListElement'])
    .map((part) => at(part, 'item'))
    .map((item) => defined<Link>({ name: textOf(at(item, 'name')), url: textOf(at(item, '@id')) }))
    .filter(({ name }) => name !== undefined);
  return path.length > 0 ? path : undefined;
};

/** The requested product, and its group, if any. */
const findProduct = (
  values: readonly JsonObject[],
  asked: string,
): { own: JsonObject; group: JsonObject } | undefined => {
  const group = values.find((value) => isOfType(value, PRODUCTS));
  if (!group) return undefined;
  const named = [group, ...itemsOf(group['hasVariant'])].filter(isObject).find(({ sku }) => textOf(sku) === asked);
  const isAlone = group['hasVariant'] === undefined && group['sku'] === undefined;
  const own = named ?? (isAlone ? group : undefined);
  const other = itemIdOf(textOf(own?.['url']));
  return own && (other === undefined || other === asked) ? { own, group } : undefined;
};

/** The product in the JSON-LD of a page without state. */
export const readLinked = (source: string, asked: string, storefront: Storefront): Product | undefined => {
  const values = linkedDataOf(source);
  const { own, group } = findProduct(values, asked) ?? {};
  const title = textOf(own?.['name']) ?? textOf(group?.['name']);
  if (!own || title === undefined) return undefined;
  const rating = own['aggregateRating'] ?? group?.['aggregateRating'];
  const offers = own['offers'];
  return defined({
    itemId: asked,
    title,
    url: productUrl(textOf(own['url']), asked, storefront),
    brand: textOrName(own['brand']) ?? textOrName(group?.['brand']),
    model: textOrName(own['model']),
    upc: textOf(own['gtin13']) ?? textOf(own['gtin']),
    availability: termOf(at(itemsOf(offers)[0] ?? offers, 'availability')),
    price: priceOf(offers),
    reviews: definedOrNone<NonNullable<Product['reviews']>>({
      rating: amountOf(at(rating, 'ratingValue')),
      totalReviews: numberOf(at(rating, 'reviewCount')),
    }),
    images: imagesOf(own['image']),
    categoryPath: categoryPathOf(values),
    productDetails: textOf(own['description']) ?? textOf(group?.['description']),
  });
};
