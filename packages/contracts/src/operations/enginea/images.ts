import { defineOperation } from '../../define-operation.js';
import { integer } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { deviceType, query } from '../shared-fields.js';
import { domain, filter, gl, hl, location, oneOrigin, safe, tbs, uule, engineaTarget } from './enginea-fields.js';
import { imagesResult } from './images-result.js';

export const engineaImages = defineOperation({
  id: 'enginea/images',
  summary: 'Image results of the primary search engine',
  queue: 'serp',
  target: engineaTarget,
  isBuilt: true,
  prices: always(5),
  result: imagesResult,
  example: { q: 'northern lights' },
  rules: [oneOrigin],
  fields: {
    q: query('Search text.'),
    location,
    uule,
    domain,
    gl,
    hl,
    tbs,
    safe,
    filter,
    deviceType,
    ijn: integer({ note: 'Page of results, 0 is the first.', min: 0, default: 0 }),
  },
});
