import type { Entry, ZipFile } from 'yauzl';
import { OfficeRefusal } from './office-refusal.js';

/** Bounds whose breach leaves nothing of the document: it is `unsupported`. */
export interface ArchiveLimits {
  readonly maxEntries: number;
  /** Of one part when unpacked, and of all that are. */
  readonly maxEntryBytes: number;
  readonly maxUnpackedBytes: number;
}

export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = {
  maxEntries: 20_000,
  maxEntryBytes: 64 * 1024 * 1024,
  maxUnpackedBytes: 192 * 1024 * 1024,
};

/** The parts of a document that is a zip archive. Only the parts asked for are unpacked, never an archive inside. */
export interface Archive {
  has(name: string): boolean;
  /** Bytes of a part; undefined if there is none. Throws `OfficeRefusal`. */
  read(name: string): Promise<Uint8Array | undefined>;
}

/** Encrypted documents of the office formats are no zip archive: the archive is inside, as a stream of this name. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');

const refuseOther = (bytes: Uint8Array): void => {
  if (!COMPOUND_FILE.every((byte, index) => bytes[index] === byte)) return;
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(ENCRYPTED_STREAM);
  throw new OfficeRefusal(isEncrypted ? 'encrypted' : 'damaged');
};

const listEntries = async (zip: ZipFile, maxEntries: number): Promise<Map<string, Entry>> => {
  if (zip.entryCount > maxEntries) throw new OfficeRefusal('with too many parts');
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
};

/** Unpacks one entry; stops where it has more bytes than it claims, or than it may have. */
const unpack = async (zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> => {
  if (entry.isEncrypted()) throw new OfficeRefusal('encrypted');
  if (entry.uncompressedSize > maxBytes) throw new OfficeRefusal('too large when unpacked');
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  // safe because the stream is one of bytes
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new OfficeRefusal('too large when unpacked');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
};

/** Opens a document. Throws `OfficeRefusal` for what is encrypted, has too many parts or is no archive. */
export const openArchive = async (
  bytes: Uint8Array,
  { maxEntries, maxEntryBytes, maxUnpackedBytes }: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
): Promise<Archive> => {
  refuseOther(bytes);
  // Few documents need it.
  const { default: yauzl } = await import('yauzl');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await yauzl.fromBufferPromise(buffer, { lazyEntries: true, autoClose: false });
  const entries = await listEntries(zip, maxEntries);
  let unpackedBytes = 0;
  return {
    has: (name) => entries.has(name),
    read: async (name) => {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const left = maxUnpackedBytes - unpackedBytes;
      const part = await unpack(zip, entry, Math.min(left, maxEntryBytes));
      unpackedBytes += part.byteLength;
      return part;
    },
  };
};
