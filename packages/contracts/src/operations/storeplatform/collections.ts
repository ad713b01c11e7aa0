import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
import { url } from '../../input/formats.js';
import { integer } from '../../input/scalars.js';
import { type Target } from '../../target.js';
import { answer, block, int, numbers, string, strings } from '../answer.js';
import { always } from '../price-lines.js';
import { page } from '../shared-fields.js';

export const storeplatformTarget: Target = { name: 'storeplatform', title: 'every store of the online-store platform' };

export const COLLECTIONS_MAX = 250;

const image = block({ src: z.string(), ...strings('alt', 'created_at'), ...numbers('id', 'width', 'height') });

const storeplatformCollectionsResult = answer({
  collections: z.array(
    block({
      id: z.int(),
      title: z.string(),
      handle: z.string(),
      description: string.nullable(),
      ...strings('published_at', 'updated_at'),
      image: image.nullable().optional(),
      products_count: int,
    }),
  ),
});

export const storeplatformCollections = defineOperation({
  id: 'storeplatform/collections',
  summary: 'Collections of an online store',
  queue: 'sites',
  target: storeplatformTarget,
  prices: always(5),
  result: storeplatformCollectionsResult,
  example: { url: 'https://store.example.com', limit: 50 },
  fields: {
    url: url({ note: 'URL of the store.', required: true }),
    limit: integer({ note: 'Collections per page.', min: 1, max: COLLECTIONS_MAX, default: 10 }),
    page,
  },
});
