import type { Config } from './settings.js';

/** The bucket of the stored files, and how to reach its server. */
export interface BucketSettings {
  readonly bucket: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

/** Undefined when files are in the data folder. */
export const bucketOf = (parts: Config<'parts'>['parts']): BucketSettings | undefined =>
  parts.s3Bucket === undefined
    ? undefined
    : {
        bucket: parts.s3Bucket,
        endpoint: parts.s3Endpoint,
        region: parts.s3Region,
        accessKeyId: parts.s3AccessKeyId,
        secretAccessKey: parts.s3SecretAccessKey?.reveal(),
      };

/** Problems of settings that are each valid alone. */
export const bucketProblems = (parts: Config<'parts'>['parts']): string[] => [
  ...(parts.s3Bucket === undefined && (parts.s3Endpoint ?? parts.s3AccessKeyId ?? parts.s3SecretAccessKey) !== undefined
    ? ['S3_BUCKET is missing beside the other S3 settings; write the name of the bucket']
    : []),
  ...((parts.s3AccessKeyId === undefined) === (parts.s3SecretAccessKey === undefined)
    ? []
    : ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together; write both or neither']),
];
