import { defineOperation } from '../../define-operation.js';
import { integer, text } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { deviceType } from '../shared-fields.js';
import { oneOrigin, searchFields, engineaTarget } from './enginea-fields.js';
import { shoppingResult } from './shopping-result.js';

export const engineaShopping = defineOperation({
  id: 'enginea/shopping',
  summary: 'Shopping results of the primary search engine',
  queue: 'serp',
  target: engineaTarget,
  prices: always(10),
  result: shoppingResult,
  example: { q: 'running shoes', gl: 'us' },
  rules: [oneOrigin],
  fields: {
    ...searchFields,
    shoprs: text({ note: 'Id of a filter option from an earlier response.', maxChars: 2048 }),
    deviceType,
    start: integer({ note: 'Results to skip, in steps of 40.', min: 0, default: 0 }),
  },
});
