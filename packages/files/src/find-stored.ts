import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BUNDLE_INDEX_BYTES, findInBundleIndex, type PartPlace } from './bundle-index.js';
import { BUNDLE_EXTENSION, readPartName } from './bundle.js';
import { contentTypeOf } from './content-type.js';
import type { ByteRange, FileInfo, FileKey, FileStore } from './port.js';

/** A file or a bundle's part. */
export interface StoredFile {
  readonly info: FileInfo;
  /** The bytes of exactly this version; null when it was removed or overwritten. Throws a `RangeError` for a range outside of it. */
  open(range?: ByteRange): Promise<Readable | null>;
}

const checkRange = ({ start, end }: ByteRange, sizeBytes: number): void => {
  if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end && end < sizeBytes))
    throw new RangeError('The byte range is not within the file.');
};

const openVersion = async (store: FileStore, key: FileKey, etag: string, range?: ByteRange) => {
  const opened = await store.open(key, range);
  if (opened === null || opened.info.etag === etag) return opened?.stream ?? null;
  opened.stream.destroy();
  return null;
};

const asPart = (
  store: FileStore,
  bundleKey: FileKey,
  info: FileInfo,
  place: PartPlace,
  partName: string,
): StoredFile => {
  const { start, sizeBytes } = place;
  const etag = `${info.etag.slice(0, -1)}-${start.toString(36)}-${sizeBytes.toString(36)}"`;
  return {
    info: { sizeBytes, contentType: contentTypeOf(partName), etag, modifiedAtMs: info.modifiedAtMs },
    open: async (range) => {
      if (range) checkRange(range, sizeBytes);
      if (sizeBytes === 0) return Readable.from([], { objectMode: false });
      const { start: from, end: to } = range ?? { start: 0, end: sizeBytes - 1 };
      return openVersion(store, bundleKey, info.etag, { start: start + from, end: start + to });
    },
  };
};

const findFile = async (store: FileStore, key: FileKey): Promise<StoredFile | null> => {
  const info = await store.head(key);
  if (info === null) return null;
  return {
    info,
    open: async (range) => {
      if (range) checkRange(range, info.sizeBytes);
      return openVersion(store, key, info.etag, range);
    },
  };
};

/** The file, or part of a bundle, that is served under a name; null when there is none. A bundle itself is not served. */
export const findStored = async (store: FileStore, key: FileKey): Promise<StoredFile | null> => {
  if (key.name.endsWith(BUNDLE_EXTENSION)) return null;
  const part = readPartName(key.name);
  if (part === null) return findFile(store, key);
  const bundleKey = { ...key, name: part.bundleName };
  const opened = await store.open(bundleKey, { start: 0, end: BUNDLE_INDEX_BYTES - 1 });
  if (opened === null) return null;
  const place = findInBundleIndex(await buffer(opened.stream), opened.info.sizeBytes, part);
  return place && asPart(store, bundleKey, opened.info, place, key.name);
};
