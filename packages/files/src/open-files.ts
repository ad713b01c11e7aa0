import { join } from 'node:path';
import { openDiskFiles } from './open-disk-files.js';
import type { FileStore } from './port.js';

/** A bucket, as the settings name it. */
export interface BucketSettings {
  readonly bucket: string;
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
}

export interface FilesOptions {
  /** Absent: the folder `files` in `dataDir`. */
  readonly s3?: BucketSettings | undefined;
  readonly dataDir: string;
  readonly maxFileBytes: number;
}

/** Opens the file store that the deployment is configured for. */
export const openFiles = async ({ s3, dataDir, maxFileBytes }: FilesOptions): Promise<FileStore> => {
  if (s3 === undefined) return openDiskFiles({ root: join(dataDir, 'files'), maxFileBytes });
  // Its client takes tens of megabytes, which a fleet on disk does not need.
  const { openS3Files } = await import('./s3/open-s3-files.js');
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = s3;
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined;
  const credentials = hasKeys ? { accessKeyId, secretAccessKey } : undefined;
  return openS3Files({ bucket, region, endpoint, credentials, maxFileBytes });
};
