import { encodeBundleIndex, MAX_BUNDLE_PARTS } from './bundle-index.js';
import { InvalidFileKeyError, isFileKey } from './file-key.js';
import type { FileKey, FileStore } from './port.js';

export { MAX_BUNDLE_PARTS };
/** Most bytes of all parts of one bundle; they are joined in memory. */
export const MAX_BUNDLE_BYTES = 32 * 1_048_576;
/** Extension of a bundle's name. Only its parts are served. */
export const BUNDLE_EXTENSION = '.bundle';

const EXTENSION = /^[a-z0-9]{1,8}$/;
const PART_NAME = /^(.+\.bundle)-(0|[1-9]\d{0,2})\.([a-z0-9]{1,8})$/;

export interface BundlePart {
  readonly bytes: Uint8Array;
  /** Without its dot; determines the content type of the part. */
  readonly extension: string;
}

/** Too many parts, too many bytes, or an invalid extension. */
export class BundleRefusedError extends Error {
  override readonly name = 'BundleRefusedError';
}

export interface PartName {
  readonly bundleName: string;
  readonly number: number;
  readonly extension: string;
}

/** Null for any other name. */
export const readPartName = (name: string): PartName | null => {
  const [, bundleName, number, extension] = PART_NAME.exec(name) ?? [];
  return bundleName !== undefined && number !== undefined && extension !== undefined
    ? { bundleName, number: Number(number), extension }
    : null;
};

const checkParts = (parts: readonly BundlePart[]): void => {
  if (parts.length > MAX_BUNDLE_PARTS) throw new BundleRefusedError(`A bundle has ${MAX_BUNDLE_PARTS} parts at most.`);
  if (parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > MAX_BUNDLE_BYTES)
    throw new BundleRefusedError(`The parts of a bundle have ${MAX_BUNDLE_BYTES} bytes at most.`);
  if (!parts.every(({ extension }) => EXTENSION.test(extension)))
    throw new BundleRefusedError('The extension of a part is 1 to 8 lower-case letters and digits.');
};

/**
 * Stores many small files as one object. Returns the names, in order, under which the parts are found by `findStored`;
 * without parts it stores nothing. `key.name` must end in `BUNDLE_EXTENSION`. Rejects with `BundleRefusedError` past a
 * bound, with `InvalidFileKeyError` for an invalid key or part name, and with what `store.put` rejects with.
 */
export const writeBundle = async (store: FileStore, key: FileKey, parts: readonly BundlePart[]): Promise<string[]> => {
  checkParts(parts);
  const names = parts.map(({ extension }, number) => `${key.name}-${number}.${extension}`);
  if (!key.name.endsWith(BUNDLE_EXTENSION) || ![key.name, ...names].every((name) => isFileKey({ ...key, name })))
    throw new InvalidFileKeyError(`The name of a bundle is a file name that ends in "${BUNDLE_EXTENSION}".`);
  if (parts.length === 0) return [];
  const index = encodeBundleIndex(parts.map(({ bytes, extension }) => ({ sizeBytes: bytes.byteLength, extension })));
  await store.put(key, Buffer.concat([index, ...parts.map(({ bytes }) => bytes)]));
  return names;
};
