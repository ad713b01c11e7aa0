import { createHash, type Hash } from 'node:crypto';
import { createGzip, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { pipeline } from 'node:stream/promises';
import type { Parts } from '../source.js';

const gzipAll = promisify(gzip);
const NAMESPACE = 'quarry warc record ';

/** A record's id is the same in every export of the same job. */
export const recordId = (name: string): string => {
  const digest = createHash('sha256').update(NAMESPACE).update(name).digest();
  // As a UUID of version 8: the rest of it is the maker's own.
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `<urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}>`;
};

/** The content of a document, which may be read several times and has the same bytes each time. */
export interface Content {
  readonly sizeBytes: number;
  open(): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array>>;
}

export const contentOf = (bytes: Uint8Array): Content => ({ sizeBytes: bytes.byteLength, open: async () => [bytes] });

export interface WarcRecord {
  /** `WARC-Type`. */
  readonly type: 'warcinfo' | 'response' | 'resource' | 'metadata';
  readonly id: string;
  readonly atMs: number;
  readonly contentType: string;
  /** Further named fields; those without a value are left out. */
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** Head of an HTTP response, its empty line included; the payload is what follows. */
  readonly httpHead?: string;
  readonly content: Content;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648; 20 bytes need no padding. */
const base32 = (bytes: Uint8Array): string => {
  let text = '';
  let [bits, value] = [0, 0];
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >> (bits - 5)) & 31];
  }
  return text;
};

const digestOf = (hash: Hash): string => `sha1:${base32(hash.digest())}`;

/** A line break or another control character would end a field early. */
export const onOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

const digests = async ({ httpHead, content }: WarcRecord): Promise<{ block: string; payload: string | undefined }> => {
  const block = createHash('sha1').update(httpHead ?? '');
  const payload = createHash('sha1');
  for await (const part of await content.open()) {
    block.update(part);
    payload.update(part);
  }
  return { block: digestOf(block), payload: httpHead === undefined ? undefined : digestOf(payload) };
};

const headOf = async (record: WarcRecord): Promise<string> => {
  const { block, payload } = await digests(record);
  const headBytes = Buffer.byteLength(record.httpHead ?? '');
  const fields: Record<string, string | undefined> = {
    'WARC-Type': record.type,
    'WARC-Record-ID': record.id,
    'WARC-Date': new Date(record.atMs).toISOString(),
    ...record.fields,
    'WARC-Block-Digest': block,
    'WARC-Payload-Digest': payload,
    'Content-Type': record.contentType,
    'Content-Length': String(headBytes + record.content.sizeBytes),
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${onOneLine(value)}\r\n`],
  );
  return `WARC/1.1\r\n${lines.join('')}\r\n${record.httpHead ?? ''}`;
};

async function* plainParts(record: WarcRecord): Parts {
  yield await headOf(record);
  yield* await record.content.open();
  yield '\r\n\r\n';
}

/** A record, compressed by itself. One of at most `wholeBytes` is compressed in one piece. */
export async function* recordParts(record: WarcRecord, wholeBytes: number): AsyncGenerator<Uint8Array> {
  if (record.content.sizeBytes <= wholeBytes) {
    const pieces: Uint8Array[] = [];
    for await (const part of plainParts(record)) pieces.push(typeof part === 'string' ? Buffer.from(part) : part);
    yield await gzipAll(Buffer.concat(pieces));
    return;
  }
  const packing = createGzip();
  const written = pipeline(plainParts(record), packing);
  // Its failure ends the reading below too.
  written.catch(() => undefined);
  for await (const part of packing) yield part as Uint8Array;
  await written;
}
