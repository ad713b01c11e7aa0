import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { FileServerError } from './file-server-error.js';
import type { S3Connection } from './s3-connection.js';

/** Parts of one body that are sent at once. A put holds these and the next one in memory. */
export const PARTS_AT_ONCE = 3;
/** The limit of S3. */
export const MAX_PARTS = 10_000;

export interface S3Target {
  readonly Bucket: string;
  readonly Key: string;
}

export interface S3Headers {
  readonly ContentType: string;
  readonly Metadata: Record<string, string>;
}

interface PartsInput {
  readonly parts: AsyncIterable<Buffer>;
  readonly send: (part: Buffer, number: number) => Promise<CompletedPart>;
  /** Called at the first part that fails: the source of the parts should stop. */
  readonly stop: (error: Error) => void;
}

/** Sends parts as they come, `PARTS_AT_ONCE` at a time; nothing runs any more when this settles. */
const sendParts = async ({ parts, send, stop }: PartsInput): Promise<CompletedPart[]> => {
  const done: CompletedPart[] = [];
  const running = new Set<Promise<void>>();
  let failure: Error | undefined;
  let count = 0;
  const start = (part: Buffer, number: number): void => {
    const sending = send(part, number)
      .then(
        (completed) => void (done[number - 1] = completed),
        (error: Error) => {
          failure ??= error;
          stop(error);
        },
      )
      .finally(() => running.delete(sending));
    running.add(sending);
  };
  try {
    for await (const part of parts) {
      if (failure) break;
      start(part, (count += 1));
      if (running.size >= PARTS_AT_ONCE) await Promise.race(running);
    }
  } finally {
    await Promise.all(running);
  }
  if (failure) throw failure;
  return done;
};

/** Stores one object of many parts: whole when this resolves, else nothing. Returns its tag. */
export const uploadParts = async (
  connection: S3Connection,
  target: S3Target,
  headers: S3Headers,
  { parts, stop }: Pick<PartsInput, 'parts' | 'stop'>,
): Promise<string> => {
  const { UploadId } = await connection.call('CreateMultipartUpload', (client, options) =>
    client.send(new CreateMultipartUploadCommand({ ...target, ...headers }), options),
  );
  if (UploadId === undefined) throw new FileServerError('CreateMultipartUpload', 'NoUploadId');
  const upload = { ...target, UploadId };
  const send = async (Body: Buffer, PartNumber: number): Promise<CompletedPart> => {
    const { ETag } = await connection.call('UploadPart', (client, options) =>
      client.send(new UploadPartCommand({ ...upload, PartNumber, Body }), options),
    );
    return { ETag, PartNumber };
  };
  try {
    const Parts = await sendParts({ parts, send, stop });
    const { ETag = '' } = await connection.call('CompleteMultipartUpload', (client, options) =>
      client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), options),
    );
    return ETag;
  } catch (error) {
    await connection
      .call('AbortMultipartUpload', (client, options) => client.send(new AbortMultipartUploadCommand(upload), options))
      // A server that is offline keeps the parts until a sweep finds them.
      .catch(() => undefined);
    throw error;
  }
};
