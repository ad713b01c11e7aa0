import { randomUUID } from 'node:crypto';
import { CreateMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FileStore } from '../port.js';
import { LEFTOVER_AGE_MS } from '../sweep-leftovers.js';
import { makeBucket, s3ServersOf, type TestBucket } from '../../test/s3-servers.js';
import { LOOKS_PER_REMOVAL } from './day-index.js';
import { openS3Files } from './open-s3-files.js';
import { DAY_MS } from './s3-layout.js';
import { SWEEP_LEASE_MS } from './sweep-lease.js';

const servers = s3ServersOf(process.env);
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

if (servers.length === 0) describe('S3 sweep', () => it.skip('needs servers in TEST_S3_ENDPOINTS', () => {}));

describe.each(servers)('the sweep on $name', (server) => {
  let made: TestBucket;
  let prefix: string;
  let nowMs: number;
  let store: FileStore;
  beforeAll(async () => {
    made = await makeBucket(server);
  });
  afterAll(() => made.drop());
  beforeEach(async () => {
    prefix = randomUUID();
    nowMs = Date.now();
    const { bucket } = made;
    store = await openS3Files({ ...server, bucket, keyPrefix: prefix, maxFileBytes: 1_000, now: () => nowMs });
  });
  afterEach(() => store.close());

  const keyOf = (requestId = 'r1', name = 'a.txt') => ({ accountId: 'a1', requestId, name });
  const sweep = (limit = 10) => store.sweep({ retentionMs: 30 * DAY_MS, limit });
  const keys = async () => (await made.keys(`${prefix}/`)).map((key) => key.slice(prefix.length + 1));
  const putRaw = (key: string, body = '') =>
    made.client.send(
      new PutObjectCommand({
        Bucket: made.bucket,
        Key: `${prefix}/${key}`,
        Body: Buffer.from(body),
        ContentLength: body.length,
      }),
    );

  it('finds a request by one marker for each of its days, and leaves nothing of it', async () => {
    const today = dayOf(nowMs);
    await store.put(keyOf(), 'x');
    await store.put(keyOf('r1', 'b.txt'), 'x');
    expect(await keys()).toEqual([`days/${today}/a1/r1`, 'files/a1/r1/a.txt', 'files/a1/r1/b.txt']);
    nowMs += DAY_MS;
    await store.put(keyOf('r1', 'c.txt'), 'x');
    expect((await keys()).filter((key) => key.startsWith('days/'))).toEqual([
      `days/${today}/a1/r1`,
      `days/${dayOf(nowMs)}/a1/r1`,
    ]);
    nowMs += 32 * DAY_MS;
    expect(await sweep()).toEqual({ removed: 1, hasMore: false });
    expect(await keys()).toEqual([]);
  });

  it('is at most one day late', async () => {
    await store.put(keyOf(), 'x');
    nowMs = Date.parse(`${dayOf(nowMs)}T00:00:00.000Z`) + 31 * DAY_MS - 1;
    expect(await sweep()).toEqual({ removed: 0, hasMore: false });
    nowMs += 1;
    expect(await sweep()).toEqual({ removed: 1, hasMore: false });
  });

  it('moves a request that has a younger file to the day of that file', async () => {
    await store.put(keyOf(), 'x');
    await putRaw('days/2001-01-01/a1/r1');
    expect(await sweep()).toEqual({ removed: 0, hasMore: false });
    expect(await keys()).toEqual([`days/${dayOf(nowMs)}/a1/r1`, 'files/a1/r1/a.txt']);
  });

  it('moves it there also when no other marker stood', async () => {
    await putRaw('files/a1/r1/late.txt', 'of an upload that went on past midnight');
    await putRaw('days/2001-01-01/a1/r1');
    expect(await sweep()).toEqual({ removed: 0, hasMore: false });
    expect(await keys()).toContain('files/a1/r1/late.txt');
    nowMs += 32 * DAY_MS;
    expect(await sweep()).toEqual({ removed: 1, hasMore: false });
    expect(await keys()).toEqual([]);
  });

  it('looks at a bounded number of markers', async () => {
    const markers = Array.from({ length: LOOKS_PER_REMOVAL + 2 }, (_, index) => `days/2001-01-01/a1/gone-${index}`);
    for (const marker of markers) await putRaw(marker);
    expect(await sweep(1)).toEqual({ removed: 0, hasMore: true });
    expect(await keys()).toHaveLength(2);
    expect(await sweep(1)).toEqual({ removed: 0, hasMore: false });
    expect(await keys()).toEqual([]);
  });

  it('takes strange markers away and leaves strange days', async () => {
    await putRaw('days/2001-01-01/.a/r1');
    await putRaw('days/2001-01-01/a1/r1/more');
    await putRaw('days/2001-13-01/a1/r1');
    await putRaw('days/some-day/a1/r1');
    expect(await sweep()).toEqual({ removed: 0, hasMore: false });
    expect(await keys()).toEqual(['days/2001-13-01/a1/r1', 'days/some-day/a1/r1']);
  });

  it('leaves the work to a sweep that runs, not to one that died', async () => {
    await store.put(keyOf(), 'x');
    await putRaw('days/2001-01-01/a1/gone');
    await putRaw('sweep-lease');
    expect(await sweep()).toEqual({ removed: 0, hasMore: false });
    expect(await keys()).toContain('days/2001-01-01/a1/gone');
    nowMs += SWEEP_LEASE_MS + 2_000;
    await sweep();
    await sweep();
    expect(await keys()).not.toContain('days/2001-01-01/a1/gone');
    expect(await keys()).not.toContain('sweep-lease');
  });

  describe('finds an upload', () => {
    const start = (name: string) =>
      made.client.send(new CreateMultipartUploadCommand({ Bucket: made.bucket, Key: `${prefix}/files/a1/r1/${name}` }));
    const running = async () => (await made.uploads()).filter(({ Key }) => Key?.startsWith(prefix)).length;

    it('of a process that died, and ends it, `limit` at a time', async () => {
      await start('one.bin');
      await start('two.bin');
      nowMs += LEFTOVER_AGE_MS + 2_000;
      await sweep(1);
      expect(await running()).toBe(1);
      await sweep(1);
      expect(await running()).toBe(0);
    });

    it('that runs, and leaves it', async () => {
      await start('one.bin');
      const [upload] = await made.uploads();
      await sweep();
      // A server that makes the time of the beginning up cannot keep it.
      const isTimeKept = Math.abs((upload?.Initiated?.getTime() ?? 0) - nowMs) < LEFTOVER_AGE_MS;
      expect(await running()).toBe(isTimeKept ? 1 : 0);
    });
  });
});
