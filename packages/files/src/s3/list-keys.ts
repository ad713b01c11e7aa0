import { DeleteObjectsCommand, ListObjectsV2Command, type _Object } from '@aws-sdk/client-s3';
import { FileServerError } from './file-server-error.js';
import type { S3Connection } from './s3-connection.js';

/** Most keys of one response and of one batch removal in S3. */
export const PAGE_KEYS = 1_000;

export interface ListedObject {
  readonly key: string;
  readonly modifiedAtMs: number;
}

const toListed = ({ Key = '', LastModified }: _Object): ListedObject => ({
  key: Key,
  modifiedAtMs: LastModified?.getTime() ?? 0,
});

export interface ListInput {
  readonly bucket: string;
  readonly prefix: string;
  /** Default: `PAGE_KEYS`. */
  readonly pageKeys?: number;
}

/** Keys below a prefix in their order, page by page. Keys may be removed meanwhile. */
export async function* listKeys(
  connection: S3Connection,
  { bucket, prefix, pageKeys = PAGE_KEYS }: ListInput,
): AsyncGenerator<readonly ListedObject[]> {
  for (let after: string | undefined; ;) {
    const query = { Bucket: bucket, Prefix: prefix, MaxKeys: pageKeys };
    const { Contents = [], IsTruncated } = await connection.call('ListObjectsV2', (client, options) =>
      client.send(new ListObjectsV2Command(after === undefined ? query : { ...query, StartAfter: after }), options),
    );
    if (Contents.length === 0) return;
    yield Contents.map(toListed);
    if (!IsTruncated) return;
    after = Contents.at(-1)?.Key;
  }
}

/** The "folders" right below a prefix, in their order; the first `PAGE_KEYS` of them. */
export const listFolders = async (connection: S3Connection, { bucket, prefix }: ListInput): Promise<string[]> => {
  const { CommonPrefixes = [] } = await connection.call('ListObjectsV2', (client, options) =>
    client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, Delimiter: '/' }), options),
  );
  return CommonPrefixes.flatMap(({ Prefix = '' }) => (Prefix === '' ? [] : [Prefix.slice(prefix.length, -1)]));
};

/** Removes up to `PAGE_KEYS` keys in one request; a missing key counts as removed. */
export const removeKeys = async (connection: S3Connection, bucket: string, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return;
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  const { Errors = [] } = await connection.call('DeleteObjects', (client, options) =>
    client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }), options),
  );
  const [first] = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
  if (first) throw new FileServerError('DeleteObjects', first.Code ?? 'UnknownError', 200);
};
