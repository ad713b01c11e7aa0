import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type GetObjectCommandOutput,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { contentTypeOf } from '../content-type.js';
import { FileTooLargeError, InvalidFileKeyError, isFileKey, isKeyPart } from '../file-key.js';
import { isStream } from '../port.js';
import type { ByteRange, FileBody, FileInfo, FileKey, FileStore, Sweep } from '../port.js';
import { cutIntoParts, PART_BYTES } from './cut-into-parts.js';
import { DayIndex } from './day-index.js';
import { FileServerError, nullWhenMissing } from './file-server-error.js';
import { limitSilence } from './limit-silence.js';
import { headBucket, openBucket, type BucketOptions } from './open-bucket.js';
import { listKeys } from './list-keys.js';
import { connectS3, type S3Connection, type S3ConnectionOptions } from './s3-connection.js';
import { createLayout, type S3Layout } from './s3-layout.js';
import { withSweepLease } from './sweep-lease.js';
import { sweepUploads } from './sweep-uploads.js';
import { MAX_PARTS, uploadParts, type S3Target } from './upload-parts.js';

export interface S3FilesOptions extends S3ConnectionOptions, BucketOptions {
  /** Prefix of every key, for a shared bucket; `/` is added at its end. Default: none. */
  readonly keyPrefix?: string;
  readonly maxFileBytes: number;
  /** Epoch milliseconds. Default: the system clock. */
  readonly now?: () => number;
}

/** S3 does not return the time of a put, and keeps it in whole seconds. */
const MODIFIED_AT = 'modified-at-ms';

const quoted = (etag: string): string => (etag.startsWith('"') ? etag : `"${etag}"`);

const sizeOf = ({
  ContentRange,
  ContentLength,
}: Pick<GetObjectCommandOutput, 'ContentRange' | 'ContentLength'>): number =>
  ContentRange === undefined ? (ContentLength ?? 0) : Number(ContentRange.slice(ContentRange.lastIndexOf('/') + 1));

const infoOf = (name: string, answer: HeadObjectCommandOutput | GetObjectCommandOutput): FileInfo => ({
  sizeBytes: sizeOf(answer),
  contentType: contentTypeOf(name),
  etag: quoted(answer.ETag ?? ''),
  modifiedAtMs: Number(answer.Metadata?.[MODIFIED_AT] ?? answer.LastModified?.getTime() ?? 0),
});

async function* inOrder(first: readonly Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  yield* rest;
}

const collect = async (stream: Readable, maxBytes: number): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > maxBytes) throw new FileTooLargeError(maxBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

class S3Files implements FileStore {
  readonly #connection: S3Connection;
  readonly #bucket: string;
  readonly #layout: S3Layout;
  readonly #maxFileBytes: number;
  readonly #now: () => number;
  readonly #days: DayIndex;

  constructor(connection: S3Connection, options: S3FilesOptions) {
    const { bucket, keyPrefix = '', maxFileBytes, now = Date.now } = options;
    if (maxFileBytes > MAX_PARTS * PART_BYTES)
      throw new RangeError(`A file on S3 may have ${MAX_PARTS * PART_BYTES} bytes at most.`);
    this.#connection = connection;
    this.#bucket = bucket;
    this.#layout = createLayout(keyPrefix);
    this.#maxFileBytes = maxFileBytes;
    this.#now = now;
    this.#days = new DayIndex({ connection, bucket, layout: this.#layout, now });
  }

  async put(key: FileKey, body: FileBody, modifiedAtMs?: number): Promise<FileInfo> {
    // A source that fails before it is read must reject the put, not end the process.
    if (isStream(body)) body.once('error', () => undefined);
    if (!isFileKey(key)) throw new InvalidFileKeyError('A part of the file key is not valid.');
    const parts = cutIntoParts(body, this.#maxFileBytes);
    try {
      const first = await parts.next();
      // A body that fits into one part is one plain object; a full part may be the whole file or its beginning.
      const isFull = !first.done && first.value.byteLength === PART_BYTES;
      const second = isFull ? await parts.next() : undefined;
      await this.#days.mark(key.accountId, key.requestId, modifiedAtMs);
      if (first.done || !second || second.done)
        return await this.#putWhole(key, first.done ? Buffer.alloc(0) : first.value, modifiedAtMs);
      const stop = (error: Error): void => {
        if (isStream(body)) body.destroy(error);
      };
      return await this.#putParts(key, { parts: inOrder([first.value, second.value], parts), stop }, modifiedAtMs);
    } catch (error) {
      // A source that is no longer read must not be left waiting.
      if (isStream(body)) body.destroy();
      throw error;
    }
  }

  async head(key: FileKey): Promise<FileInfo | null> {
    if (!isFileKey(key)) return null;
    const answer = await this.#connection
      .call('HeadObject', (client, options) => client.send(new HeadObjectCommand(this.#targetOf(key)), options))
      .catch(nullWhenMissing);
    return answer && infoOf(key.name, answer);
  }

  async open(key: FileKey, range?: ByteRange): Promise<{ info: FileInfo; stream: Readable } | null> {
    return isFileKey(key) ? this.#get(key, 'streams', range) : null;
  }

  async read(key: FileKey, maxBytes: number): Promise<Buffer | null> {
    const opened = isFileKey(key) ? await this.#get(key, 'calls') : null;
    if (opened === null) return null;
    if (opened.info.sizeBytes <= maxBytes) return collect(opened.stream, maxBytes);
    opened.stream.destroy();
    throw new FileTooLargeError(maxBytes);
  }

  async remove(key: FileKey): Promise<boolean> {
    // S3 does not report whether a file was removed.
    if ((await this.head(key)) === null) return false;
    const target = this.#targetOf(key);
    await this.#connection.call('DeleteObject', (client, options) =>
      client.send(new DeleteObjectCommand(target), options),
    );
    return true;
  }

  async removeRequest(accountId: string, requestId: string): Promise<void> {
    if (isKeyPart(accountId) && isKeyPart(requestId)) await this.#days.removeRequest(accountId, requestId);
  }

  async sweep({ retentionMs, limit }: { retentionMs: number; limit: number }): Promise<Sweep> {
    const connection = this.#connection;
    const target = { Bucket: this.#bucket, Key: this.#layout.sweepLease };
    const swept = await withSweepLease({ connection, target, now: this.#now }, async () => {
      const done = await this.#days.sweep({ retentionMs, limit });
      const uploads = { connection, bucket: this.#bucket, prefix: this.#layout.files, limit, nowMs: this.#now() };
      await sweepUploads(uploads);
      return done;
    });
    return swept ?? { removed: 0, hasMore: false };
  }

  async *list(): AsyncGenerator<readonly FileKey[]> {
    const query = { bucket: this.#bucket, prefix: this.#layout.files };
    for await (const page of listKeys(this.#connection, query)) {
      const keys = page.map(({ key }) => this.#layout.readFile(key)).filter((key) => key !== null);
      if (keys.length > 0) yield keys;
    }
  }

  async freeShare(): Promise<null> {
    return null;
  }

  async ping(): Promise<void> {
    await headBucket(this.#connection, this.#bucket);
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  #targetOf(key: FileKey): S3Target {
    return { Bucket: this.#bucket, Key: this.#layout.file(key) };
  }

  async #get(key: FileKey, lane: 'calls' | 'streams', range?: ByteRange) {
    const query = { ...this.#targetOf(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) };
    const answer = await this.#connection
      .call('GetObject', (client, options) => client.send(new GetObjectCommand(query), options), lane)
      .catch(nullWhenMissing);
    if (answer === null) return null;
    const stream = limitSilence(answer.Body as Readable, this.#connection.requestTimeoutMs);
    if (range === undefined || answer.ContentRange !== undefined) return { info: infoOf(key.name, answer), stream };
    stream.destroy();
    throw new FileServerError('GetObject', 'RangeIgnored', 200);
  }

  #headersOf(name: string, modifiedAtMs: number) {
    return { ContentType: contentTypeOf(name), Metadata: { [MODIFIED_AT]: String(modifiedAtMs) } };
  }

  async #putWhole(key: FileKey, body: Buffer, modifiedAtMs = this.#now()): Promise<FileInfo> {
    const headers = this.#headersOf(key.name, modifiedAtMs);
    const input = { ...this.#targetOf(key), ...headers, Body: body, ContentLength: body.byteLength };
    const { ETag = '' } = await this.#connection.call('PutObject', (client, options) =>
      client.send(new PutObjectCommand(input), options),
    );
    return { sizeBytes: body.byteLength, contentType: contentTypeOf(key.name), etag: quoted(ETag), modifiedAtMs };
  }

  async #putParts(
    key: FileKey,
    { parts, stop }: { parts: AsyncGenerator<Buffer>; stop: (error: Error) => void },
    modifiedAtMs = this.#now(),
  ): Promise<FileInfo> {
    let sizeBytes = 0;
    const counted = async function* () {
      for await (const part of parts) {
        sizeBytes += part.byteLength;
        yield part;
      }
    };
    const headers = this.#headersOf(key.name, modifiedAtMs);
    const etag = await uploadParts(this.#connection, this.#targetOf(key), headers, { parts: counted(), stop });
    return { sizeBytes, contentType: contentTypeOf(key.name), etag: quoted(etag), modifiedAtMs };
  }
}

/**
 * Files in a bucket of an S3-compatible server. Rejects with `BucketUnusableError` when the bucket cannot be used. A
 * put rejects with `FileTooLargeError` past `maxFileBytes` and with `InvalidFileKeyError` for an invalid key; every
 * call rejects with `FileServerError` when the server refuses it or is offline, within `ATTEMPTS` request timeouts.
 */
export const openS3Files = async (options: S3FilesOptions): Promise<FileStore> => {
  const connection = connectS3(options);
  try {
    const files = new S3Files(connection, options);
    await openBucket(connection, options);
    return files;
  } catch (error) {
    connection.close();
    throw error;
  }
};
