import { z } from 'zod';
import { answer, anything, block, bool, int, listOf, number, numbers, string, strings, texts } from '../answer.js';

const product = block({
  position: z.int(),
  id: z.string(),
  title: z.string(),
  ...strings('url', 'brand', 'categoryPathId', 'image', 'availability'),
  isSponsored: bool,
  badges: texts,
  memberSavings: bool,
  price: block({
    ...strings('currentPriceDisplay', 'beforePriceDisplay', 'priceRangeDisplay', 'currency'),
    ...numbers('currentPrice', 'beforePrice'),
    unitPrice: anything,
  }).optional(),
  reviews: block({ rating: number, totalReviews: int }).optional(),
  seller: anything,
  fulfillment: block(strings('type', 'message', 'deliveryDate')).optional(),
});

export const retailerSearchResult = answer({
  searchInformation: block(strings('query', 'totalResultsDisplay', 'storeId')).optional(),
  productResults: z.array(product),
  relatedResults: listOf(block({ title: string, products: z.array(product) })),
  facets: listOf(
    block({
      name: string,
      values: listOf(block({ ...strings('name', 'value'), count: int })),
      /** Bounds of a range, for a facet without values. */
      ...numbers('min', 'max'),
    }),
  ),
  pagination: block(numbers('currentPage', 'totalPages', 'totalResults', 'nextPage', 'resultsPerPage')).optional(),
});
