import { once } from 'node:events';
import { Agent as HttpAgent, createServer, type Server } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { makeBucket, s3ServersOf, type TestBucket } from '../../test/s3-servers.js';
import { createBucketWriter, MAX_BUCKET_ANSWER_BYTES, type BucketWriter } from './bucket-writer.js';
import { PART_BYTES } from './cut-into-parts.js';

const servers = s3ServersOf(process.env);

let http: HttpAgent;
let https: HttpsAgent;
beforeEach(() => {
  http = new HttpAgent({ keepAlive: true });
  https = new HttpsAgent();
});
afterEach(() => http.destroy());

async function* piecesOf(sizeBytes: number, failsAt = Infinity): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < sizeBytes; at += 1_000_000) {
    if (at >= failsAt) throw new Error('the source broke off');
    yield Buffer.alloc(Math.min(1_000_000, sizeBytes - at), 'q');
  }
}

if (servers.length === 0)
  describe('a bucket of somebody', () => it.skip('needs servers in TEST_S3_ENDPOINTS', () => {}));

describe.each(servers)('a bucket of somebody on $name', (server) => {
  let made: TestBucket;
  let writer: BucketWriter;
  beforeAll(async () => {
    made = await makeBucket(server);
  });
  afterAll(() => made.drop());
  beforeEach(() => {
    writer = createBucketWriter({ ...server, bucket: made.bucket, agents: { http, https } });
  });
  afterEach(() => writer.close());

  it.each([0, 1, PART_BYTES, PART_BYTES + 1])('gets a file of %i bytes whole', async (sizeBytes) => {
    await writer.put('some/file.parquet', 'application/vnd.apache.parquet', piecesOf(sizeBytes));
    const { client, bucket } = made;
    const stored = await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'some/file.parquet' }));
    expect([stored.ContentLength, stored.ContentType]).toEqual([sizeBytes, 'application/vnd.apache.parquet']);
    await stored.Body?.transformToByteArray();
    expect(await made.uploads()).toEqual([]);
  });

  it('gets nothing of a file whose source breaks off', async () => {
    const broken = writer.put('broken.csv', 'text/csv', piecesOf(3 * PART_BYTES, 2 * PART_BYTES));
    await expect(broken).rejects.toThrow('the source broke off');
    expect(await made.keys('broken')).toEqual([]);
    expect(await made.uploads()).toEqual([]);
  });

  it('is named by its code when it refuses', async () => {
    const options = { ...server, bucket: `${made.bucket}-none`, agents: { http, https } };
    const other = createBucketWriter(options);
    await expect(other.put('a.csv', 'text/csv', piecesOf(1))).rejects.toMatchObject({ code: 'NoSuchBucket' });
    other.close();
  });
});

describe('a server that is no bucket', () => {
  let server: Server;
  let writer: BucketWriter;
  let sentBytes = 0;
  beforeEach(async () => {
    server = createServer((request, response) => {
      request.resume();
      response.writeHead(400, { 'content-type': 'application/xml' });
      const more = (): void => {
        do sentBytes += 65_536;
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
      };
      response.on('drain', more);
      more();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    writer = createBucketWriter({
      ...{ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, region: 'x', bucket: 'bucket' },
      ...{ credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, agents: { http, https } },
    });
  });
  afterEach(() => {
    writer.close();
    server.closeAllConnections();
    server.close();
  });

  it('cannot fill the memory with its response', async () => {
    await expect(writer.put('a.csv', 'text/csv', piecesOf(1))).rejects.toThrow('PutObject');
    // What the system holds of a connection comes on top, for each of the tries.
    expect(sentBytes).toBeGreaterThan(MAX_BUCKET_ANSWER_BYTES);
    expect(sentBytes).toBeLessThan(100 * MAX_BUCKET_ANSWER_BYTES);
  });
});
