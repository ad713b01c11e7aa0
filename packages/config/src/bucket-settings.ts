import type { Config } from './settings.js';

/** The bucket that the files are kept in, and how its server is reached. */
export interface BucketSettings {
  readonly bucket: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

/** Undefined when files are kept in the data folder. */
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

/** What is wrong with settings that are each fine alone. */
export const bucketProblems = (parts: Config<'parts'>['parts']): string[] => [
  ...(parts.s3Bucket === undefined && (parts.s3Endpoint ?? parts.s3AccessKeyId ?? parts.s3SecretAccessKey) !== undefined
    ? ['S3_BUCKET is missing beside the other S3 settings; write the name of the bucket']
    : []),
  ...((parts.s3AccessKeyId === undefined) === (parts.s3SecretAccessKey === undefined)
    ? []
    : ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together; write both or neither']),
];
