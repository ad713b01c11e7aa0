import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { FileServerError, nullWhenMissing } from './file-server-error.js';
import { NO_BODY, type S3Connection } from './s3-connection.js';

/** A lease older than this belongs to a sweep that died. S3 refuses requests of clocks that differ by more. */
export const SWEEP_LEASE_MS = 15 * 60 * 1000;

interface LeaseInput {
  readonly connection: S3Connection;
  readonly target: { readonly Bucket: string; readonly Key: string };
  readonly now: () => number;
}

type Claim = 'mine' | 'taken' | 'unknown';

const claim = async ({ connection, target }: LeaseInput): Promise<Claim> => {
  try {
    await connection.call('PutObject', (client, options) =>
      client.send(new PutObjectCommand({ ...target, ...NO_BODY, IfNoneMatch: '*' }), options),
    );
    return 'mine';
  } catch (error) {
    if (error instanceof FileServerError && error.isConditionFailed) return 'taken';
    if (error instanceof FileServerError && error.isNotImplemented) return 'unknown';
    throw error;
  }
};

const release = async ({ connection, target }: LeaseInput): Promise<void> => {
  await connection.call('DeleteObject', (client, options) => client.send(new DeleteObjectCommand(target), options));
};

const releaseWhenStale = async (input: LeaseInput): Promise<void> => {
  const { connection, target, now } = input;
  const lease = await connection
    .call('HeadObject', (client, options) => client.send(new HeadObjectCommand(target), options))
    .catch(nullWhenMissing);
  if (lease?.LastModified && lease.LastModified.getTime() <= now() - SWEEP_LEASE_MS) await release(input);
};

/**
 * Runs `work` unless another process does; then undefined. It only saves double work and double counting: where the
 * server does not support conditional writes, or the lease is lost, two may run at once.
 */
export const withSweepLease = async <Result>(
  input: LeaseInput,
  work: () => Promise<Result>,
): Promise<Result | undefined> => {
  const claimed = await claim(input);
  if (claimed === 'taken') {
    await releaseWhenStale(input);
    return undefined;
  }
  try {
    return await work();
  } finally {
    if (claimed === 'mine') await release(input).catch(() => undefined);
  }
};
