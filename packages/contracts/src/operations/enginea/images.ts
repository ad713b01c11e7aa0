import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
import { integer } from '../../input/scalars.js';
import { answer, block, listOf, strings } from '../answer.js';
import { always } from '../price-lines.js';
import { deviceType } from '../shared-fields.js';
import { imageItem } from './serp-result.js';
import { filter, oneOrigin, safe, searchFields, engineaTarget } from './enginea-fields.js';

const imagesResult = answer({
  imagesResults: z.array(imageItem),
  relatedSearches: listOf(block(strings('query', 'link', 'thumbnail'))),
});

export const engineaImages = defineOperation({
  id: 'enginea/images',
  summary: 'Image results of the primary search engine',
  queue: 'serp',
  target: engineaTarget,
  prices: always(5),
  result: imagesResult,
  example: { q: 'northern lights' },
  rules: [oneOrigin],
  fields: {
    ...searchFields,
    safe,
    filter,
    deviceType,
    ijn: integer({ note: 'Page of results, from 0.', min: 0, default: 0 }),
  },
});
