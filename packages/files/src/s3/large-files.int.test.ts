import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { FileTooLargeError } from '../file-key.js';
import type { FileStore } from '../port.js';
import { makeBucket, s3ServersOf, type TestBucket } from '../../test/s3-servers.js';
import { PART_BYTES } from './cut-into-parts.js';
import { PAGE_KEYS } from './list-keys.js';
import { openS3Files } from './open-s3-files.js';

const MAX_FILE_BYTES = 20 * 1_048_576;
const PIECE_BYTES = 100_000;
const servers = s3ServersOf(process.env);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.byteLength; start += PIECE_BYTES) yield body.subarray(start, start + PIECE_BYTES);
}

const keyOf = (name: string, requestId = 'large') => ({ accountId: 'a1', requestId, name });

if (servers.length === 0) describe('large S3 files', () => it.skip('need servers in TEST_S3_ENDPOINTS', () => {}));

describe.each(servers)('large files on $name', (server) => {
  let made: TestBucket;
  let store: FileStore;
  beforeAll(async () => {
    made = await makeBucket(server);
    store = await openS3Files({ ...server, bucket: made.bucket, maxFileBytes: MAX_FILE_BYTES });
  });
  afterAll(async () => {
    await store.close();
    await made.drop();
  });

  it('come back whole from a stream of unknown length', async () => {
    const body = randomBytes(13 * 1_048_576 + 17);
    const key = keyOf('shot.png');
    const info = await store.put(key, Readable.from(piecesOf(body)));
    expect(info).toMatchObject({ sizeBytes: body.byteLength, contentType: 'image/png' });
    expect(info.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(await store.head(key)).toEqual(info);
    const opened = await store.open(key);
    expect(opened?.info).toEqual(info);
    expect(sha256(await buffer(opened?.stream ?? Readable.from([])))).toBe(sha256(body));
    const range = { start: PART_BYTES - 5, end: PART_BYTES + 4 };
    const seam = await store.open(key, range);
    expect(await buffer(seam?.stream ?? Readable.from([]))).toEqual(body.subarray(range.start, range.end + 1));
    expect(await made.uploads()).toEqual([]);
  });

  it.each([PART_BYTES - 1, PART_BYTES, PART_BYTES + 1])('of %i bytes come back whole', async (sizeBytes) => {
    const body = randomBytes(sizeBytes);
    for (const source of [body, Readable.from(piecesOf(body))]) {
      const info = await store.put(keyOf('page.html'), source);
      expect(info.sizeBytes).toBe(sizeBytes);
      expect(sha256((await store.read(keyOf('page.html'), sizeBytes)) ?? Buffer.alloc(0))).toBe(sha256(body));
    }
  });

  it('that break or grow too large leave neither a file nor an upload', async () => {
    const broken = Readable.from(
      (async function* () {
        yield* piecesOf(Buffer.alloc(2 * PART_BYTES + PIECE_BYTES));
        throw new Error('the source broke');
      })(),
    );
    const tooLarge = Readable.from(piecesOf(Buffer.alloc(MAX_FILE_BYTES + 1)));
    await store.put(keyOf('kept.bin'), 'before');
    await expect(store.put(keyOf('kept.bin'), broken)).rejects.toThrow('the source broke');
    await expect(store.put(keyOf('new.bin'), tooLarge)).rejects.toBeInstanceOf(FileTooLargeError);
    expect([broken.destroyed, tooLarge.destroyed]).toEqual([true, true]);
    expect(await made.uploads()).toEqual([]);
    expect((await store.read(keyOf('kept.bin'), 100))?.toString()).toBe('before');
    expect(await store.head(keyOf('new.bin'))).toBeNull();
  });

  it('of ten writers of one key: one of them stays, whole', async () => {
    const bodies = Array.from({ length: 10 }, (_, index) => Buffer.alloc(PART_BYTES + 1_000, index));
    const infos = await Promise.all(bodies.map((body) => store.put(keyOf('raced.bin'), body)));
    const kept = (await store.read(keyOf('raced.bin'), MAX_FILE_BYTES)) ?? Buffer.alloc(0);
    expect(bodies.map(sha256)).toContain(sha256(kept));
    expect(infos.map(({ etag }) => etag)).toContain((await store.head(keyOf('raced.bin')))?.etag);
    expect(await made.uploads()).toEqual([]);
  });

  it('of one request are removed though they are more than one listing', async () => {
    const indexes = Array.from({ length: PAGE_KEYS + 5 }, (_, index) => index);
    const put = (index: number) =>
      made.client.send(new PutObjectCommand({ Bucket: made.bucket, Key: `files/a1/many/${index}.txt`, Body: 'x' }));
    while (indexes.length > 0) await Promise.all(indexes.splice(0, 40).map(put));
    await store.put(keyOf('stays.txt', 'many-more'), 'x');
    expect(await made.keys('files/a1/many/')).toHaveLength(PAGE_KEYS + 5);
    await store.removeRequest('a1', 'many');
    expect(await made.keys('files/a1/many')).toEqual(['files/a1/many-more/stays.txt']);
  });
});
