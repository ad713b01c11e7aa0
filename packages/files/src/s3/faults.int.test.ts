import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FileStore } from '../port.js';
import { makeBucket, s3ServersOf, type TestBucket } from '../../test/s3-servers.js';
import { startTcpProxy, type TcpProxy } from '../../test/tcp-proxy.js';
import { PART_BYTES } from './cut-into-parts.js';
import { FileServerError } from './file-server-error.js';
import { openS3Files } from './open-s3-files.js';
import { ATTEMPTS, BACKOFF_MS } from './s3-connection.js';

const REQUEST_TIMEOUT_MS = 700;
/** Every attempt and every pause at its longest, and far more of a busy machine: only a call that hangs takes so long. */
const BOUND_MS = ATTEMPTS * REQUEST_TIMEOUT_MS + BACKOFF_MS * 2 ** ATTEMPTS + 20_000;
const servers = s3ServersOf(process.env);
const keyOf = (name = 'page.html') => ({ accountId: 'a1', requestId: 'r1', name });

const untilTrue = async (isTrue: () => boolean): Promise<void> => {
  for (const startMs = Date.now(); !isTrue(); await pause(5)) {
    if (Date.now() - startMs > BOUND_MS) throw new Error('did not become true');
  }
};

const failureOf = async (work: Promise<unknown>): Promise<{ error: unknown; durationMs: number }> => {
  const startedAt = performance.now();
  const error: unknown = await work.then(
    () => new Error('did not fail'),
    (cause: unknown) => cause,
  );
  return { error, durationMs: performance.now() - startedAt };
};

if (servers.length === 0) describe('S3 away', () => it.skip('needs servers in TEST_S3_ENDPOINTS', () => {}));

describe.each(servers)('a file server that goes away: $name', (server) => {
  let made: TestBucket;
  let proxy: TcpProxy;
  let store: FileStore;
  /** Without the proxy and with time. */
  let direct: FileStore;
  beforeAll(async () => {
    made = await makeBucket(server);
    direct = await openS3Files({ ...server, bucket: made.bucket, maxFileBytes: 20_000_000 });
    await direct.put(keyOf('large.bin'), Buffer.alloc(12_000_000));
  });
  afterAll(async () => {
    await direct.close();
    await made.drop();
  });
  beforeEach(async () => {
    proxy = await startTcpProxy(server.endpoint);
    store = await openS3Files({
      ...server,
      endpoint: proxy.url,
      bucket: made.bucket,
      maxFileBytes: 20_000_000,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
    });
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
  });

  it.each(['cut', 'stall'] as const)(
    'by a %s way: every call fails in time, and works again afterwards',
    async (how) => {
      await store.put(keyOf(), 'before');
      proxy[how]();
      const calls = [
        store.put(keyOf(), 'lost'),
        store.put(keyOf('new.bin'), Buffer.alloc(PART_BYTES + 1)),
        store.head(keyOf()),
        store.open(keyOf()),
        store.read(keyOf(), 100),
        store.remove(keyOf()),
        store.removeRequest('a1', 'r2'),
        store.sweep({ retentionMs: 0, limit: 10 }),
        store.ping(),
      ];
      for (const { error, durationMs } of await Promise.all(calls.map(failureOf))) {
        expect(error).toBeInstanceOf(FileServerError);
        expect(durationMs).toBeLessThan(BOUND_MS);
      }
      proxy.restore();
      await store.ping();
      expect((await store.read(keyOf(), 100))?.toString()).toBe('before');
      expect((await store.put(keyOf(), 'after')).sizeBytes).toBe(5);
    },
  );

  it('for a moment is not noticed', async () => {
    await store.put(keyOf(), 'before');
    proxy.cut();
    const reading = store.read(keyOf(), 100);
    await untilTrue(() => proxy.connections() === 0);
    proxy.restore();
    expect((await reading)?.toString()).toBe('before');
  });

  it.each(['cut', 'stall'] as const)('by a %s in a body: the reader is told', async (how) => {
    const opened = await store.open(keyOf('large.bin'));
    if (opened === null) throw new Error('not there');
    await once(opened.stream, 'readable');
    proxy[how]();
    const { error, durationMs } = await failureOf(buffer(opened.stream));
    expect(error).toMatchObject(how === 'cut' ? { code: 'ECONNRESET' } : { code: 'BodyTimeout' });
    expect(durationMs).toBeLessThan(BOUND_MS);
  });

  it('waits for a reader that takes its time', async () => {
    const opened = await store.open(keyOf('large.bin'));
    if (opened === null) throw new Error('not there');
    await once(opened.stream, 'readable');
    // oxlint-disable-next-line quarry/no-long-sleep -- the reader is to be slower than the bound for a silent server
    await pause(2 * REQUEST_TIMEOUT_MS);
    expect(await buffer(opened.stream)).toHaveLength(12_000_000);
  });

  it('lets go of the connection when the reader leaves', async () => {
    proxy.restore();
    await untilTrue(() => proxy.connections() === 0);
    const opened = await store.open(keyOf('large.bin'));
    expect(proxy.connections()).toBe(1);
    opened?.stream.destroy();
    await untilTrue(() => proxy.connections() === 0);
  });

  it('in the middle of an upload: the put fails, the source stops, nothing is stored', async () => {
    let given = 0;
    const source = new Readable({
      read() {
        given += 1_000_000;
        if (given === 10_000_000) proxy.cut();
        this.push(given > 18_000_000 ? null : Buffer.alloc(1_000_000));
      },
    });
    const { error } = await failureOf(store.put(keyOf('half.bin'), source));
    expect(error).toBeInstanceOf(FileServerError);
    expect(source.destroyed).toBe(true);
    proxy.restore();
    expect(await store.head(keyOf('half.bin'))).toBeNull();
  });
});
