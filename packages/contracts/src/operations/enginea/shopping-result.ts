import { z } from 'zod';
import { answer, anything, block, int, listOf, numbers, pagination, string, strings, texts } from '../answer.js';

export const shoppingItem = block({
  position: int,
  title: z.string(),
  ...strings('category', 'productId', 'productLink', 'price', 'originalPrice', 'source', 'delivery', 'thumbnail'),
  ...numbers('extractedPrice', 'extractedOriginalPrice', 'rating'),
  reviews: int,
  extensions: texts,
});

export const shoppingResult = answer({
  searchInformation: block({ totalResults: string }).optional(),
  shoppingResults: z.array(shoppingItem),
  inlineShoppingResults: listOf(shoppingItem),
  filters: listOf(block({ ...strings('title', 'type'), options: listOf(block(strings('text', 'shoprs', 'link'))) })),
  refineSearchFilters: anything,
  pagination,
});
