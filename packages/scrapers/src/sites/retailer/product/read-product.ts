import { allBelow, defined, definedOrNone, type JsonObject, parseDocument, readText } from '@quarry/html';
import { badgesOf, categoryIdOf, isoTime, textsOf } from '../parts.js';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import { linkOn, productUrl, type Storefront } from '../storefront.js';
import type { Product } from './product.js';
import { priceBlock } from './read-price.js';
import { readVariants } from './read-variants.js';

export const PRODUCT_FIELDS = [
  'itemId',
  'title',
  'url',
  'brand',
  'brandUrl',
  'type',
  'model',
  'upc',
  'condition',
  'badges',
  'availability',
  'price',
  'seller',
  'reviews',
  'images',
  'categoryPath',
  'categoryPathId',
  'highlights',
  'specifications',
  'keyItemFeatures',
  'productDetails',
  'variants',
  'fulfillment',
  'otherOffers',
] as const;

/** Most entries of one list of a product. */
const MAX_ENTRIES = 500;

interface Pair {
  readonly name?: string | undefined;
  readonly value?: string | undefined;
}

const pairsOf = (list: Json): Pair[] | undefined => {
  const pairs = itemsOf(list)
    .slice(0, MAX_ENTRIES)
    .map((entry) => ({ name: textOf(at(entry, 'name')), value: textOf(at(entry, 'value')) }))
    .filter(({ name, value }) => name !== undefined && value !== undefined);
  return pairs.length > 0 ? pairs : undefined;
};

/** The points of a list in html, else its whole text as one. */
const pointsOf = (html: string | undefined): string[] | undefined => {
  if (html === undefined) return undefined;
  const { root } = parseDocument(html);
  const items = allBelow(root, ({ name }) => name === 'li').map((item) => textOf(readText(item)));
  const points = (items.length > 0 ? items : [textOf(readText(root))]).filter((point) => point !== undefined);
  return points.length > 0 ? points.slice(0, MAX_ENTRIES) : undefined;
};

interface Link {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
}

const categoryPathOf = (category: Json, storefront: Storefront): readonly Link[] | undefined => {
  const path = itemsOf(at(category, 'path'))
    .slice(0, MAX_ENTRIES)
    .map((part) => defined<Link>({ name: textOf(at(part, 'name')), url: linkOn(textOf(at(part, 'url')), storefront) }))
    .filter(({ name }) => name !== undefined);
  return path.length > 0 ? path : undefined;
};

/** Ratings by stars are counts of people: `ratingValueFiveCount` and so on. */
const reviewsOf = (product: JsonObject, reviews: Json): Product['reviews'] => {
  const stars = (word: string): number | undefined => numberOf(at(reviews, `ratingValue${word}Count`));
  return definedOrNone({
    totalReviews: numberOf(at(reviews, 'totalReviewCount')) ?? numberOf(product['numberOfReviews']),
    rating: amountOf(at(reviews, 'averageOverallRating')) ?? amountOf(product['averageRating']),
    fiveStars: stars('Five'),
    fourStars: stars('Four'),
    threeStars: stars('Three'),
    twoStars: stars('Two'),
    oneStar: stars('One'),
  });
};

const sellerOf = (product: JsonObject, storefront: Storefront): Product['seller'] =>
  definedOrNone({
    name: textOf(product['sellerDisplayName']) ?? textOf(product['sellerName']),
    id: textOf(product['sellerId']),
    returnPolicy: textOf(at(product, 'returnPolicy', 'returnPolicyText')),
    rating: amountOf(product['sellerAverageRating']),
    url: linkOn(textOf(product['sellerStoreFrontURL']), storefront),
  });

const fulfillmentOf = (product: JsonObject): Product['fulfillment'] => {
  const way = itemsOf(product['fulfillmentOptions']).find((option) =>
    isoTime(at(option, 'speedDetails', 'deliveryDate')),
  );
  return definedOrNone({
    type: textOf(product['fulfillmentType']),
    message: textsOf([product['fulfillmentLabel']], 'message')?.[0],
    deliveryDate:
      isoTime(at(product, 'shippingOption', 'deliveryDate')) ?? isoTime(at(way, 'speedDetails', 'deliveryDate')),
  });
};

/** Reads the product that a page is about from `initialData.data`; undefined where it has none. */
export const readProduct = (data: Json, product: JsonObject, storefront: Storefront): Product | undefined => {
  const itemId = textOf(product['usItemId']);
  const title = textOf(product['name']);
  if (itemId === undefined || title === undefined) return undefined;
  const idml = at(data, 'idml');
  const status = product['availabilityStatusV2'];
  const details = textOf(product['shortDescription']) ?? textOf(at(idml, 'shortDescription'));
  return defined({
    itemId,
    title,
    url: productUrl(textOf(product['canonicalUrl']), itemId, storefront),
    brand: textOf(product['brand']),
    brandUrl: linkOn(textOf(product['brandUrl']), storefront),
    type: textOf(product['type']),
    model: textOf(product['model']),
    upc: textOf(product['upc']),
    condition: textOf(product['conditionType']),
    badges: badgesOf(product['badges']),
    availability: textOf(at(status, 'display')) ?? textOf(product['availabilityStatus']),
    price: priceBlock(product['priceInfo'], storefront),
    seller: sellerOf(product, storefront),
    reviews: reviewsOf(product, at(data, 'reviews')),
    images: textsOf([at(product, 'imageInfo', 'allImages')], 'url'),
    categoryPath: categoryPathOf(product['category'], storefront),
    categoryPathId: categoryIdOf(at(product, 'category', 'categoryPathId')),
    highlights: pairsOf(at(idml, 'productHighlights')),
    specifications: pairsOf(at(idml, 'specifications')),
    keyItemFeatures: pointsOf(textOf(at(idml, 'longDescription'))),
    productDetails: details,
    variants: readVariants(product),
    fulfillment: fulfillmentOf(product),
  });
};
