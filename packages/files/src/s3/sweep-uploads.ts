import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type MultipartUpload } from '@aws-sdk/client-s3';
import { LEFTOVER_AGE_MS } from '../sweep-leftovers.js';
import { FileServerError, nullWhenMissing } from './file-server-error.js';
import { PAGE_KEYS } from './list-keys.js';
import type { S3Connection } from './s3-connection.js';

/** Such a server ends abandoned uploads itself. */
const nothingWhenNotImplemented = (error: unknown): { Uploads?: MultipartUpload[] } => {
  if (error instanceof FileServerError && error.isNotImplemented) return {};
  throw error;
};

/** Ends uploads of processes that died in the middle, at most `limit`. */
export const sweepUploads = async (input: {
  connection: S3Connection;
  bucket: string;
  prefix: string;
  limit: number;
  nowMs: number;
}): Promise<void> => {
  const { connection, bucket, prefix, limit, nowMs } = input;
  const query = { Bucket: bucket, Prefix: prefix, MaxUploads: PAGE_KEYS };
  const { Uploads = [] } = await connection
    .call('ListMultipartUploads', (client, options) => client.send(new ListMultipartUploadsCommand(query), options))
    .catch(nothingWhenNotImplemented);
  const isLeftover = ({ Initiated }: MultipartUpload) => (Initiated?.getTime() ?? nowMs) <= nowMs - LEFTOVER_AGE_MS;
  for (const { Key, UploadId } of Uploads.filter(isLeftover).slice(0, limit)) {
    await connection
      .call('AbortMultipartUpload', (client, options) =>
        client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), options),
      )
      .catch(nullWhenMissing);
  }
};
