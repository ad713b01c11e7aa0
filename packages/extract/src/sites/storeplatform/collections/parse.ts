import { isObject, parseJson, type Json, type JsonObject } from '../../shared/embedded-state.js';
import type { ScrapedDocument, ScraperReading } from '../../../scraper/scraper.js';

/** Keys of a collection; `description` is the store's own html. */
export const COLLECTION_FIELDS = [
  'id',
  'title',
  'handle',
  'description',
  'published_at',
  'updated_at',
  'image',
  'products_count',
] as const;

/** Most collections of one answer; the platform gives 250 at most. */
export const MAX_COLLECTIONS = 1_000;

type Kind = 'string' | 'number';

/** The named values that are of their kind; what the store says of another kind is not said. */
const pick = (source: JsonObject, kinds: Readonly<Record<string, Kind>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(kinds)
      .filter(([name, kind]) => typeof source[name] === kind)
      .map(([name]) => [name, source[name]]),
  );

const readImage = (image: Json): JsonObject | null => {
  if (!isObject(image) || typeof image['src'] !== 'string') return null;
  return pick(image, {
    id: 'number',
    src: 'string',
    alt: 'string',
    width: 'number',
    height: 'number',
    created_at: 'string',
  });
};

const readCollection = (collection: Json): JsonObject | undefined => {
  if (!isObject(collection)) return undefined;
  const { id, title, handle, description } = collection;
  if (!Number.isSafeInteger(id) || typeof title !== 'string' || typeof handle !== 'string') return undefined;
  return {
    ...pick(collection, { id: 'number', title: 'string', handle: 'string' }),
    description: typeof description === 'string' ? description : null,
    ...pick(collection, { published_at: 'string', updated_at: 'string' }),
    image: readImage(collection['image']),
    ...(Number.isSafeInteger(collection['products_count']) ? { products_count: collection['products_count'] } : {}),
  };
};

/** A store that is closed to the public sends everybody to its own question for a password. */
const isClosed = ({ url, text }: { readonly url: string; readonly text: string }): boolean =>
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?password\/?$/i.test(URL.parse(url)?.pathname ?? '') ||
  /<form[^>]{0,300}action="[^"]{0,200}\/password"/i.test(text);

/** Reads the store's list. An empty one is the store's word that there are no (more) collections. */
export const readCollections = (documents: readonly ScrapedDocument[]): ScraperReading => {
  const [document] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const list = parseJson(document.text);
  if (!isObject(list) || !Array.isArray(list['collections'])) {
    return isClosed(document)
      ? { outcome: 'blocked', reason: 'store_password' }
      : { outcome: 'not_found', reason: 'not_a_store' };
  }
  const raw: readonly Json[] = list['collections'];
  const collections = raw.slice(0, MAX_COLLECTIONS).map(readCollection);
  if (collections.includes(undefined)) return { outcome: 'unrecognized', reason: 'strange_collection' };
  return { outcome: 'ok', result: { collections }, page: document.step };
};
