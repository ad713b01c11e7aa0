import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import { listKeys, removeKeys } from '../src/s3/list-keys.js';
import { connectS3, type S3Credentials } from '../src/s3/s3-connection.js';

export interface S3Server {
  readonly name: string;
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: S3Credentials;
}

/** Takes many times the processor time of any other. */
const SLOW_SERVER = 'moto';

/** The servers that `TEST_S3_ENDPOINTS` names as `name=url,...`. The proof asks all of them, `npm test` one. */
export const s3ServersOf = (env: Readonly<Record<string, string | undefined>>): S3Server[] => {
  const servers = namedServers(env);
  if (env['PROOF'] === 'long') return servers;
  const server = servers.find(({ name }) => name !== SLOW_SERVER) ?? servers[0];
  return server === undefined ? [] : [server];
};

const namedServers = (env: Readonly<Record<string, string | undefined>>): S3Server[] => {
  const { TEST_S3_ENDPOINTS = '', TEST_S3_ACCESS_KEY_ID = '', TEST_S3_SECRET_ACCESS_KEY = '' } = env;
  const credentials = { accessKeyId: TEST_S3_ACCESS_KEY_ID, secretAccessKey: TEST_S3_SECRET_ACCESS_KEY };
  return TEST_S3_ENDPOINTS.split(',')
    .map((entry) => entry.split('='))
    .flatMap(([name = '', endpoint = '']) =>
      endpoint === '' ? [] : [{ name, endpoint, region: 'us-east-1', credentials }],
    );
};

export interface TestBucket extends S3Server {
  readonly bucket: string;
  readonly client: S3Client;
  keys(prefix?: string): Promise<string[]>;
  /** The content of an object, a character for each byte. */
  read(key: string): Promise<string>;
  uploads(): Promise<MultipartUpload[]>;
  drop(): Promise<void>;
}

export const newBucketName = (): string => `quarry-${randomUUID()}`;

/** A fresh bucket of the test's own. */
export const makeBucket = async (server: S3Server, bucket = newBucketName()): Promise<TestBucket> => {
  const { endpoint, region, credentials } = server;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const connection = connectS3(server);
  const keys = async (prefix = '') => {
    const found: string[] = [];
    for await (const page of listKeys(connection, { bucket, prefix })) found.push(...page.map(({ key }) => key));
    return found;
  };
  const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? [];
  const read = async (key: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return (await Body?.transformToString('latin1')) ?? '';
  };
  return {
    ...server,
    bucket,
    client,
    keys,
    read,
    uploads,
    drop: async () => {
      for (const { Key, UploadId } of await uploads())
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
      for await (const page of listKeys(connection, { bucket, prefix: '' }))
        await removeKeys(
          connection,
          bucket,
          page.map(({ key }) => key),
        );
      await client.send(new DeleteBucketCommand({ Bucket: bucket }));
      client.destroy();
      connection.close();
    },
  };
};
