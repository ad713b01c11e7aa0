import { randomUUID } from 'node:crypto';
import { DeleteBucketCommand, DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from '@jest/globals';
import { s3ServersOf } from '../../test/s3-servers.js';
import { openS3Files } from './open-s3-files.js';

const servers = s3ServersOf(process.env);

if (servers.length === 0) describe('an S3 bucket', () => it.skip('needs servers in TEST_S3_ENDPOINTS', () => {}));

describe.each(servers)('a bucket on $name', (server) => {
  it('that is missing is an error that says what to do, and is made where that is asked for', async () => {
    const bucket = `quarry-${randomUUID()}`;
    const options = { ...server, bucket, maxFileBytes: 1_000 };
    await expect(openS3Files(options)).rejects.toThrow(
      `There is no bucket "${bucket}". Create it, or name another one.`,
    );
    const opened = await Promise.all([1, 2, 3].map(() => openS3Files({ ...options, createBucket: true })));
    const key = { accountId: 'a', requestId: 'r', name: 'a.txt' };
    await opened[0]?.put(key, 'x');
    expect(await opened[2]?.read(key, 10)).toHaveLength(1);
    await Promise.all(opened.map((store) => store.close()));
    const { endpoint, region, credentials } = server;
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    const Objects = Contents.map(({ Key }) => ({ Key }));
    await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }));
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
    client.destroy();
  });

  // A server that looks at no signature lets every key in.
  (server.name === 'moto' ? it.skip : it)('refuses wrong keys, in words without them', async () => {
    const credentials = { ...server.credentials, secretAccessKey: 'not-the-secret' };
    const refused = openS3Files({ ...server, credentials, bucket: 'any', maxFileBytes: 1_000 });
    await expect(refused).rejects.toThrow(
      'The keys may not use the bucket "any". Check them and what they are allowed to do.',
    );
  });
});
