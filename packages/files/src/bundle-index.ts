/**
 * How a bundle begins: `QB01`, the number of parts, and the place, length and extension of each part. Its size is
 * fixed, so that it can be read at once before anything is known of the bundle.
 */
const MAGIC = 'QB01';
const HEAD_BYTES = 16;
const ENTRY_BYTES = 16;
const COUNT_AT = 4;
const LENGTH_AT = 4;
const EXTENSION_AT = 8;

/** Most parts of one bundle. */
export const MAX_BUNDLE_PARTS = 255;
/** Bytes of the index, at the beginning of every bundle. */
export const BUNDLE_INDEX_BYTES = HEAD_BYTES + MAX_BUNDLE_PARTS * ENTRY_BYTES;

export interface PartToIndex {
  readonly sizeBytes: number;
  /** 1 to 8 of `a-z` and `0-9`. */
  readonly extension: string;
}

export interface PartPlace {
  /** In the bundle. */
  readonly start: number;
  readonly sizeBytes: number;
}

/** Parts follow the index one after the other. */
export const encodeBundleIndex = (parts: readonly PartToIndex[]): Buffer => {
  const index = Buffer.alloc(BUNDLE_INDEX_BYTES);
  index.write(MAGIC, 'latin1');
  index.writeUInt16BE(parts.length, COUNT_AT);
  let start = BUNDLE_INDEX_BYTES;
  for (const [number, { sizeBytes, extension }] of parts.entries()) {
    const at = HEAD_BYTES + number * ENTRY_BYTES;
    index.writeUInt32BE(start, at);
    index.writeUInt32BE(sizeBytes, at + LENGTH_AT);
    index.write(extension, at + EXTENSION_AT, 'latin1');
    start += sizeBytes;
  }
  return index;
};

/** The place of a part; null unless the index is complete and has the part with this extension, behind the index and within the bundle. */
export const findInBundleIndex = (
  index: Buffer,
  bundleBytes: number,
  { number, extension }: { number: number; extension: string },
): PartPlace | null => {
  if (index.byteLength !== BUNDLE_INDEX_BYTES || index.toString('latin1', 0, COUNT_AT) !== MAGIC) return null;
  if (number >= Math.min(index.readUInt16BE(COUNT_AT), MAX_BUNDLE_PARTS)) return null;
  const at = HEAD_BYTES + number * ENTRY_BYTES;
  const start = index.readUInt32BE(at);
  const sizeBytes = index.readUInt32BE(at + LENGTH_AT);
  const stored = index.toString('latin1', at + EXTENSION_AT, at + ENTRY_BYTES).replace(/\0+$/, '');
  const isInside = start >= BUNDLE_INDEX_BYTES && start + sizeBytes <= bundleBytes;
  return isInside && stored === extension ? { start, sizeBytes } : null;
};
