import { Readable } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { cutIntoParts, PART_BYTES } from './cut-into-parts.js';
import { connectS3, type S3Credentials, type S3ConnectionOptions } from './s3-connection.js';
import { MAX_PARTS, uploadParts } from './upload-parts.js';

/** Longest wait for the response to one part of a file. */
export const PART_TIMEOUT_MS = 60_000;
/** Largest response of a bucket that is read: those to uploads are a few hundred bytes. */
export const MAX_BUCKET_ANSWER_BYTES = 262_144;

/** A bucket of somebody else. */
export interface BucketTarget {
  /** Default: the service of the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
}

export interface BucketWriterOptions extends BucketTarget {
  readonly credentials: S3Credentials;
  /** Open every connection. */
  readonly agents: NonNullable<S3ConnectionOptions['agents']>;
  /** Default: `PART_TIMEOUT_MS`. */
  readonly partTimeoutMs?: number | undefined;
}

export interface BucketWriter {
  /** Whole or not at all; overwrites. Holds a few parts of 8 MiB. Rejects with a `FileServerError`, or as `parts` does. */
  put(key: string, contentType: string, parts: AsyncIterable<Uint8Array | string>): Promise<void>;
  close(): void;
}

async function* inOrder(first: readonly Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  yield* rest;
}

export const createBucketWriter = (options: BucketWriterOptions): BucketWriter => {
  const { bucket, partTimeoutMs = PART_TIMEOUT_MS, ...server } = options;
  const connection = connectS3({
    ...server,
    ...{ requestTimeoutMs: partTimeoutMs, maxAnswerBytes: MAX_BUCKET_ANSWER_BYTES },
  });
  return {
    put: async (key, contentType, source) => {
      const target = { Bucket: bucket, Key: key };
      const body = Readable.from(source, { objectMode: true, highWaterMark: 1 });
      const parts = cutIntoParts(body, MAX_PARTS * PART_BYTES);
      try {
        const first = await parts.next();
        const second = first.done ? first : await parts.next();
        if (!first.done && !second.done) {
          const stop = (error: Error): void => void body.destroy(error);
          const headers = { ContentType: contentType, Metadata: {} };
          await uploadParts(connection, target, headers, { parts: inOrder([first.value, second.value], parts), stop });
          return;
        }
        const bytes = first.done ? Buffer.alloc(0) : first.value;
        const whole = { ...target, Body: bytes, ContentLength: bytes.byteLength, ContentType: contentType };
        await connection.call('PutObject', (client, call) => client.send(new PutObjectCommand(whole), call));
      } finally {
        body.destroy();
      }
    },
    close: () => connection.close(),
  };
};
