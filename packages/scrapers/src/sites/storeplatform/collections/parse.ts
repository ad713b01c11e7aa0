import type { OperationBody } from '@quarry/contracts';
import { defined, isObject, parseJson } from '@quarry/html';
import { numberOf, type Json } from '../../../shared/json-values.js';
import type { ScrapedDocument, ScraperReading } from '../../../scraper/scraper.js';

type CollectionsBody = OperationBody<'storeplatform/collections'>;
type Collection = CollectionsBody['collections'][number];

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

/** Values of another type are left out. */
const stringOf = (value: Json): string | undefined => (typeof value === 'string' ? value : undefined);
const wholeOf = (value: Json): number | undefined => (Number.isSafeInteger(value) ? numberOf(value) : undefined);

const readImage = (image: Json): Collection['image'] => {
  if (!isObject(image) || typeof image['src'] !== 'string') return null;
  return defined({
    id: numberOf(image['id']),
    src: image['src'],
    alt: stringOf(image['alt']),
    width: numberOf(image['width']),
    height: numberOf(image['height']),
    created_at: stringOf(image['created_at']),
  });
};

const readCollection = (collection: Json): Collection | undefined => {
  if (!isObject(collection)) return undefined;
  const [id, title, handle] = [
    wholeOf(collection['id']),
    stringOf(collection['title']),
    stringOf(collection['handle']),
  ];
  if (id === undefined || title === undefined || handle === undefined) return undefined;
  return defined({
    id,
    title,
    handle,
    description: stringOf(collection['description']) ?? null,
    published_at: stringOf(collection['published_at']),
    updated_at: stringOf(collection['updated_at']),
    image: readImage(collection['image']),
    products_count: wholeOf(collection['products_count']),
  });
};

/** A store that is closed to the public redirects everybody to its password page. */
const isClosed = ({ url, text }: { readonly url: string; readonly text: string }): boolean =>
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?password\/?$/i.test(URL.parse(url)?.pathname ?? '') ||
  /<form[^>]{0,300}action="[^"]{0,200}\/password"/i.test(text);

/** Reads the store's list. An empty list means that there are no (more) collections. */
export const readCollections = (documents: readonly ScrapedDocument[]): ScraperReading<CollectionsBody> => {
  const [document] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const list = parseJson(document.text);
  if (!isObject(list) || !Array.isArray(list['collections'])) {
    return isClosed(document)
      ? { outcome: 'blocked', reason: 'store_password' }
      : { outcome: 'not_found', reason: 'not_a_store' };
  }
  const raw: readonly Json[] = list['collections'];
  const read = raw.slice(0, MAX_COLLECTIONS).map(readCollection);
  const collections = read.filter((collection) => collection !== undefined);
  if (collections.length < read.length) return { outcome: 'unrecognized', reason: 'strange_collection' };
  return { outcome: 'ok', result: { collections }, page: document.step };
};
