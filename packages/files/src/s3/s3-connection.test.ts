import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FileStore } from '../port.js';
import { s3Error, startS3Stub, type S3Stub, type StubAnswer } from '../../test/s3-stub.js';
import { PART_BYTES } from './cut-into-parts.js';
import { FileServerError } from './file-server-error.js';
import { BucketUnusableError } from './open-bucket.js';
import { openS3Files, type S3FilesOptions } from './open-s3-files.js';
import { ATTEMPTS, connectS3, MAX_CALL_SOCKETS, MAX_STREAM_SOCKETS } from './s3-connection.js';
import { MAX_KEY_PREFIX_CHARS } from './s3-layout.js';
import { MAX_PARTS, PARTS_AT_ONCE } from './upload-parts.js';

const OK: StubAnswer = { status: 200, headers: { etag: '"x"' } };
const key = { accountId: 'a1', requestId: 'r1', name: 'page.html' };
const credentials = { accessKeyId: 'AKIASECRET', secretAccessKey: 'very-secret' };

let stub: S3Stub | undefined;
let store: FileStore | undefined;
afterEach(async () => {
  await store?.close();
  await stub?.close();
  [stub, store] = [undefined, undefined];
});

const optionsOf = (endpoint: string): S3FilesOptions => ({
  endpoint,
  region: 'us-east-1',
  credentials,
  bucket: 'stored',
  maxFileBytes: 100_000_000,
  requestTimeoutMs: 10_000,
});

/** Opens the store on a server that takes everything; what it says afterwards is the test's. */
const openOn = async (
  answer: Parameters<typeof startS3Stub>[0],
  bounds: Partial<S3FilesOptions> = {},
): Promise<{ store: FileStore; stub: S3Stub }> => {
  let isOpen = false;
  const server = await startS3Stub((request, body) => (isOpen ? answer(request, body) : OK));
  stub = server;
  const opened = await openS3Files({ ...optionsOf(server.url), ...bounds });
  store = opened;
  isOpen = true;
  server.seen.length = 0;
  return { store: opened, stub: server };
};

const failureOf = async (work: Promise<unknown>): Promise<FileServerError> => {
  const failure: unknown = await work.catch((error: unknown) => error);
  if (failure instanceof FileServerError) return failure;
  throw new Error('no refusal', { cause: failure });
};

describe('a file server that refuses', () => {
  it.each([
    ['403 AccessDenied', s3Error(403, 'AccessDenied'), 1],
    ['403 SignatureDoesNotMatch', s3Error(403, 'SignatureDoesNotMatch'), 1],
    ['404 NoSuchBucket', s3Error(404, 'NoSuchBucket'), 1],
    ['501 NotImplemented', s3Error(501, 'NotImplemented'), 1],
    ['400 RequestTimeout', s3Error(400, 'RequestTimeout'), ATTEMPTS],
    ['500 InternalError', s3Error(500, 'InternalError'), ATTEMPTS],
    ['503 SlowDown', s3Error(503, 'SlowDown', { 'retry-after': '600' }), ATTEMPTS],
    ['507 InsufficientStorage', s3Error(507, 'InsufficientStorage'), ATTEMPTS],
  ])('by %s fails a put at once, in words without secrets', async (said, answer, attempts) => {
    const opened = await openOn(() => answer);
    const startedAt = performance.now();
    const failure = await failureOf(opened.store.put(key, 'x'));
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    expect(failure.message).toBe(`The file server refused PutObject: ${said}.`);
    expect(opened.stub.seen).toHaveLength(attempts);
    const printed = JSON.stringify({
      ...failure,
      message: failure.message,
      stack: failure.stack,
      cause: failure.cause,
    });
    expect(printed).not.toMatch(/secret/i);
  });

  it('once is asked again', async () => {
    let asked = 0;
    const opened = await openOn(() => ((asked += 1) < ATTEMPTS ? s3Error(503, 'SlowDown') : OK));
    await expect(opened.store.put(key, 'x')).resolves.toMatchObject({ sizeBytes: 1, etag: '"x"' });
  });

  it('to mark the request keeps the file from being written', async () => {
    const opened = await openOn(({ url }) => (url?.includes('/days/') ? s3Error(403, 'AccessDenied') : OK));
    await failureOf(opened.store.put(key, 'x'));
    expect(opened.stub.seen.map(({ url }) => url)).toEqual([expect.stringContaining('/stored/days/')]);
  });

  it('a single key of a batch removal is an error', async () => {
    const list = '<R><IsTruncated>false</IsTruncated><Contents><Key>files/a1/r1/x</Key></Contents></R>';
    const errors = '<DeleteResult><Error><Key>files/a1/r1/x</Key><Code>AccessDenied</Code></Error></DeleteResult>';
    const opened = await openOn(({ method }) => ({ status: 200, body: method === 'POST' ? errors : list }));
    expect((await failureOf(opened.store.removeRequest('a1', 'r1'))).code).toBe('AccessDenied');
    expect(opened.stub.seen.at(-1)?.headers['content-md5']).toMatch(/^[\w+/]{22}==$/);
  });

  it('conditional writes and lists of uploads is swept all the same', async () => {
    const none = '<R><IsTruncated>false</IsTruncated></R>';
    const opened = await openOn(({ headers, url }) =>
      headers['if-none-match'] === '*' || url?.includes('uploads')
        ? s3Error(501, 'NotImplemented')
        : { status: 200, body: none },
    );
    await expect(opened.store.sweep({ retentionMs: 0, limit: 10 })).resolves.toEqual({ removed: 0, hasMore: false });
  });

  it('a range is not taken for one that gave it', async () => {
    const opened = await openOn(() => ({ ...OK, body: 'the whole file' }));
    expect((await failureOf(opened.store.open(key, { start: 0, end: 1 }).then(() => null))).code).toBe('RangeIgnored');
  });
});

describe('opening a bucket', () => {
  const open = async (answer: StubAnswer, more: Partial<S3FilesOptions> = {}) => {
    const server = await startS3Stub(() => answer);
    stub = server;
    return openS3Files({ ...optionsOf(server.url), ...more });
  };

  it.each([
    [404, 'There is no bucket "stored". Create it, or name another one.'],
    [403, 'The keys may not use the bucket "stored". Check them and what they are allowed to do.'],
    [301, 'The bucket "stored" cannot be used in the region "us-east-1". Check its name and its region.'],
  ])('that answers %i says what to do', async (status, message) => {
    await expect(open({ status })).rejects.toEqual(new BucketUnusableError(message));
  });

  it('where nothing listens says what to do', async () => {
    const server = await startS3Stub(() => OK);
    await server.close();
    await expect(openS3Files(optionsOf(server.url))).rejects.toThrow(
      /^The S3 server of the bucket "stored" does not answer \(\w+\)\. Check its address\.$/,
    );
  });

  it('refuses a bound that S3 cannot keep and a prefix that servers take differently', async () => {
    const server = await startS3Stub(() => OK);
    stub = server;
    const refused = [
      { maxFileBytes: MAX_PARTS * PART_BYTES + 1 },
      ...['/a', 'a//b', '..', 'a/../b', './a', 'ä', 'a b', 'x'.repeat(201)].map((keyPrefix) => ({ keyPrefix })),
    ];
    for (const options of refused)
      await expect(openS3Files({ ...optionsOf(server.url), ...options })).rejects.toThrow(RangeError);
    store = await openS3Files({ ...optionsOf(server.url), keyPrefix: 'x'.repeat(MAX_KEY_PREFIX_CHARS) });
    await store.put(key, 'x');
    expect(server.seen.at(-1)?.url).toBe(
      `/stored/${'x'.repeat(MAX_KEY_PREFIX_CHARS)}/files/a1/r1/page.html?x-id=PutObject`,
    );
  });
});

describe('bounds of the connection', () => {
  /** Answers no request before `count` wait. */
  const holdUntil = (count: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let waiting = 0;
    return async () => {
      waiting += 1;
      if (waiting === count) resolve();
      await promise;
      return { ...OK, headers: { ...OK.headers, 'content-length': '0' } };
    };
  };

  it.each([
    ['calls', MAX_CALL_SOCKETS],
    ['streams', MAX_STREAM_SOCKETS],
  ] as const)('are kept by %s', async (lane, bound) => {
    const server = await startS3Stub(holdUntil(bound));
    stub = server;
    const connection = connectS3({ endpoint: server.url, region: 'us-east-1', credentials });
    const ask = () =>
      connection.call(
        'HeadObject',
        (client, options) => client.send(new HeadObjectCommand({ Bucket: 'b', Key: 'k' }), options),
        lane,
      );
    await Promise.all(Array.from({ length: bound + 30 }, ask));
    expect(server.mostConnections()).toBe(bound);
    connection.close();
  });

  it('are kept by the parts of one upload', async () => {
    let [running, most] = [0, 0];
    const held = holdUntil(PARTS_AT_ONCE);
    const opened = await openOn(async ({ url }) => {
      if (url?.includes('uploads')) return { status: 200, body: '<R><UploadId>u</UploadId></R>' };
      if (!url?.includes('partNumber'))
        return { status: 200, body: '<R><ETag>"whole"</ETag></R>', headers: OK.headers ?? {} };
      most = Math.max(most, (running += 1));
      const answer = await held();
      running -= 1;
      return answer;
    });
    const sizeBytes = (PARTS_AT_ONCE + 3) * PART_BYTES - 1;
    const info = await opened.store.put(key, Buffer.alloc(sizeBytes));
    expect(info).toMatchObject({ sizeBytes, etag: '"whole"' });
    expect(most).toBe(PARTS_AT_ONCE);
  });

  it('are kept by a server that never answers', async () => {
    const opened = await openOn(() => new Promise(() => undefined), { requestTimeoutMs: 200 });
    const startedAt = performance.now();
    expect((await failureOf(opened.store.head(key))).message).toBe(
      'The file server could not be asked for HeadObject: TimeoutError.',
    );
    expect(performance.now() - startedAt).toBeGreaterThan(ATTEMPTS * 200 - 50);
    expect(opened.stub.seen).toHaveLength(ATTEMPTS);
  });
});
