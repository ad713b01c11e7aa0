import { z } from 'zod';
import { answer, anything, block, int, listOf, number, numbers, string, strings, texts } from '../answer.js';

const offers = block({
  totalOffers: int,
  lowestPrice: number,
  offers: listOf(
    block({
      ...strings('sellerName', 'sellerUrl', 'condition', 'deliveryDate', 'returnPolicy', 'availability'),
      price: anything,
      shippingCost: anything,
    }),
  ),
});

export const retailerProductResult = answer({
  product: block({
    itemId: z.string(),
    title: z.string(),
    ...strings('url', 'brand', 'brandUrl', 'type', 'model', 'upc', 'condition', 'availability'),
    badges: texts,
    price: block({
      ...strings('currentPriceDisplay', 'beforePriceDisplay', 'priceRangeDisplay', 'currency'),
      ...numbers('currentPrice', 'beforePrice'),
      unitPrice: anything,
    }).optional(),
    seller: block({ ...strings('name', 'id', 'returnPolicy', 'url'), rating: number }).optional(),
    reviews: block(
      numbers('totalReviews', 'rating', 'fiveStars', 'fourStars', 'threeStars', 'twoStars', 'oneStar'),
    ).optional(),
    images: texts,
    categoryPath: anything,
    categoryPathId: string,
    highlights: anything,
    specifications: listOf(block(strings('name', 'value'))),
    keyItemFeatures: texts,
    productDetails: string,
    variants: anything,
    fulfillment: block(strings('type', 'message', 'deliveryDate')).optional(),
    otherOffers: offers.optional(),
  }),
});
