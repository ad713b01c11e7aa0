import { z } from 'zod';
import { answer, block, listOf, strings } from '../answer.js';
import { imageItem } from './serp-result.js';

export const imagesResult = answer({
  imagesResults: z.array(imageItem),
  relatedSearches: listOf(block(strings('query', 'link', 'thumbnail'))),
});
