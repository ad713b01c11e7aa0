import type { AbortMultipartUploadCommand, MultipartUpload, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from '@jest/globals';
import { LEFTOVER_AGE_MS } from '../sweep-leftovers.js';
import { FileServerError } from './file-server-error.js';
import type { S3Connection } from './s3-connection.js';
import { sweepUploads } from './sweep-uploads.js';

const NOW_MS = 10 * LEFTOVER_AGE_MS;
const uploadOf = (UploadId: string, ageMs: number): MultipartUpload => ({
  Key: `files/${UploadId}`,
  UploadId,
  Initiated: new Date(NOW_MS - ageMs),
});

/** Sweeps what a server lists, and says which uploads it was told to end. */
const sweep = async (Uploads: readonly MultipartUpload[] | Error, abort = async (): Promise<void> => undefined) => {
  const ended: unknown[] = [];
  const client = {
    send: async ({ input }: AbortMultipartUploadCommand) => {
      ended.push(input.UploadId);
      await abort();
    },
  } as unknown as S3Client;
  const connection: S3Connection = {
    requestTimeoutMs: 1,
    call: async (operation, send) => {
      if (operation === 'AbortMultipartUpload') return send(client, { abortSignal: new AbortController().signal });
      if (Uploads instanceof Error) throw Uploads;
      return { Uploads } as never;
    },
    close: () => undefined,
  };
  await sweepUploads({ connection, bucket: 'b', prefix: '', limit: 2, nowMs: NOW_MS });
  return ended;
};

describe('the sweep of uploads', () => {
  it('ends those that are old enough, and none whose age nobody tells', async () => {
    const [old, young] = [uploadOf('old', LEFTOVER_AGE_MS), uploadOf('young', LEFTOVER_AGE_MS - 1)];
    expect(await sweep([{ Key: 'files/timeless', UploadId: 'timeless' }, young, old])).toEqual(['old']);
  });

  it('ends no more than its limit, and goes on where one has ended by itself', async () => {
    const gone = () => Promise.reject(new FileServerError('AbortMultipartUpload', 'NoSuchUpload', 404));
    const uploads = ['one', 'two', 'three'].map((id) => uploadOf(id, LEFTOVER_AGE_MS));
    expect(await sweep(uploads, gone)).toEqual(['one', 'two']);
  });

  it('leaves them to a server that lists none, and fails where it may not look', async () => {
    expect(await sweep(new FileServerError('ListMultipartUploads', 'NotImplemented', 501))).toEqual([]);
    const refused = new FileServerError('ListMultipartUploads', 'AccessDenied', 403);
    await expect(sweep(refused)).rejects.toBe(refused);
  });
});
