import { z } from 'zod';
import { answer, block, int, numbers, string, strings } from '../answer.js';

const image = block({ src: z.string(), ...strings('alt', 'created_at'), ...numbers('id', 'width', 'height') });

export const storeplatformCollectionsResult = answer({
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
