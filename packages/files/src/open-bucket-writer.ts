import type { BucketWriter, BucketWriterOptions } from './s3/bucket-writer.js';

/** Opens a bucket that is not the deployment's own, for writing. */
export const openBucketWriter = async (options: BucketWriterOptions): Promise<BucketWriter> => {
  // Its client takes tens of megabytes, which most fleets do not need.
  const { createBucketWriter } = await import('./s3/bucket-writer.js');
  return createBucketWriter(options);
};
