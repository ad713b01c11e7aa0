import { CreateBucketCommand, HeadBucketCommand, type CreateBucketCommandInput } from '@aws-sdk/client-s3';
import { FileServerError } from './file-server-error.js';
import type { S3Connection } from './s3-connection.js';

export interface BucketOptions {
  readonly bucket: string;
  readonly region: string;
  /** Creates a missing bucket. Default false: a bucket's owner should set its permissions. */
  readonly createBucket?: boolean;
}

/** The bucket cannot be used as configured; the message says what to do. */
export class BucketUnusableError extends Error {
  override readonly name = 'BucketUnusableError';
}

export const headBucket = async (connection: S3Connection, bucket: string): Promise<void> => {
  await connection.call('HeadBucket', (client, options) =>
    client.send(new HeadBucketCommand({ Bucket: bucket }), options),
  );
};

/** The only region whose name S3 does not accept here. */
const DEFAULT_REGION = 'us-east-1';

const createBucket = async (connection: S3Connection, { bucket, region }: BucketOptions): Promise<void> => {
  const place = { CreateBucketConfiguration: { LocationConstraint: region } } as Pick<
    CreateBucketCommandInput,
    'CreateBucketConfiguration'
  >;
  const input = { Bucket: bucket, ...(region === DEFAULT_REGION ? {} : place) };
  try {
    await connection.call('CreateBucket', (client, options) => client.send(new CreateBucketCommand(input), options));
  } catch (error) {
    // Another process of the fleet was first.
    if (!(error instanceof FileServerError && error.code === 'BucketAlreadyOwnedByYou')) throw error;
  }
};

const adviceFor = (error: FileServerError, { bucket, region }: BucketOptions): string | undefined => {
  switch (error.httpStatus) {
    case 404:
      return `There is no bucket "${bucket}". Create it, or name another one.`;
    case 403:
      return `The keys may not use the bucket "${bucket}". Check them and what they are allowed to do.`;
    case 301:
    case 400:
      return `The bucket "${bucket}" cannot be used in the region "${region}". Check its name and its region.`;
    case undefined:
      return `The S3 server of the bucket "${bucket}" does not answer (${error.code}). Check its address.`;
    default:
      return undefined;
  }
};

/** Rejects with `BucketUnusableError` when the bucket is missing, refused or unreachable. */
export const openBucket = async (connection: S3Connection, options: BucketOptions): Promise<void> => {
  try {
    await headBucket(connection, options.bucket);
  } catch (error) {
    if (!(error instanceof FileServerError)) throw error;
    if (error.httpStatus === 404 && options.createBucket === true) return createBucket(connection, options);
    const advice = adviceFor(error, options);
    throw advice === undefined ? error : new BucketUnusableError(advice);
  }
};
