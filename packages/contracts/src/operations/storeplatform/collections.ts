import { defineOperation } from '../../define-operation.js';
import { url } from '../../input/formats.js';
import { integer } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { page } from '../shared-fields.js';
import { storeplatformCollectionsResult } from './collections-result.js';
import type { Target } from '../../target.js';

const target: Target = { name: 'storeplatform', title: 'every store of the online-store platform' };

export const COLLECTIONS_MAX = 250;

export const storeplatformCollections = defineOperation({
  id: 'storeplatform/collections',
  summary: 'Collections of an online store',
  queue: 'sites',
  target,
  isBuilt: true,
  prices: always(5),
  result: storeplatformCollectionsResult,
  example: { url: 'https://store.example.com', limit: 50 },
  fields: {
    url: url({ note: 'URL of the store.', required: true }),
    limit: integer({ note: 'Collections per page.', min: 1, max: COLLECTIONS_MAX, default: 10 }),
    page,
  },
});
