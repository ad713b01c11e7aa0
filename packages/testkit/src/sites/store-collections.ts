import type { SitePages } from './site-pages.js';

const COUNT = 12;

const collectionOf = (index: number): Record<string, unknown> => ({
  id: 1_000 + index,
  title: `Stones ${index}`,
  handle: `stones-${index}`,
  description: index % 2 === 0 ? '' : `<p>Stones of kind ${index}</p>`,
  published_at: '2024-05-28T02:25:45+03:00',
  updated_at: '2026-08-20T14:47:28+03:00',
  image: index === 0 ? { id: 1, created_at: '2024-05-28T02:25:45+03:00', src: 'https://cdn.example/1.jpg' } : null,
  products_count: index,
});

/** A store with twelve collections. */
export const storeCollections: SitePages = ({ pathname, searchParams }) => {
  if (pathname !== '/collections.json') return undefined;
  const [limit, page] = [Number(searchParams.get('limit') ?? 30), Number(searchParams.get('page') ?? 1)];
  const all = Array.from({ length: COUNT }, (_unused, index) => collectionOf(index));
  return {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({ collections: all.slice((page - 1) * limit, page * limit) }),
  };
};
