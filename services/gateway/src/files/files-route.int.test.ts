import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createTargetRule } from '@quarry/egress/target-rule';
import { openDiskFiles, writeBundle, type FileStore } from '@quarry/files';
import { createLogger } from '@quarry/observability';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { openS3Files } from '../../../../packages/files/src/s3/open-s3-files.js';
import { makeBucket, s3ServersOf } from '../../../../packages/files/test/s3-servers.js';
import { FILE_CACHE_SECONDS } from '../bounds.js';
import { build } from '../build.js';
import { listen } from '../http/listen.js';
import { expectError } from '../../test/expect-error.js';
import { REFERENCE_FOLDERS, startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

const DAY_MS = 86_400_000;
const BODY = '0123456789';
const LARGE_BYTES = 9_000_000;

interface OpenedFiles {
  readonly files: FileStore;
  /** Lets the clock of the files run ahead. */
  advance(durationMs: number): void;
  dispose(): Promise<void>;
}

const openOnDisk = async (): Promise<OpenedFiles> => {
  const root = await mkdtemp(join(tmpdir(), 'quarry-files-route-'));
  let aheadMs = 0;
  return {
    files: await openDiskFiles({ root, maxFileBytes: 20_000_000, now: () => Date.now() + aheadMs }),
    advance: (durationMs) => void (aheadMs += durationMs),
    dispose: () => rm(root, { recursive: true }),
  };
};

const servers = s3ServersOf(process.env);
const openOnS3 = async (server: (typeof servers)[number]): Promise<OpenedFiles> => {
  const made = await makeBucket(server);
  let aheadMs = 0;
  const options = { ...server, bucket: made.bucket, maxFileBytes: 20_000_000, now: () => Date.now() + aheadMs };
  return {
    files: await openS3Files(options),
    advance: (durationMs) => void (aheadMs += durationMs),
    dispose: () => made.drop(),
  };
};

const adapters: readonly [name: string, open: () => Promise<OpenedFiles>][] = [
  ['disk', openOnDisk],
  ...servers.map((server) => [`S3 (${server.name})`, () => openOnS3(server)] as [string, () => Promise<OpenedFiles>]),
];

if (servers.length === 0) describe('stored files on S3', () => it.skip('need servers in TEST_S3_ENDPOINTS', () => {}));

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGatewayFixture();
});
afterAll(() => fixture.close());

/** Another gateway on the fixture's parts, with files of its own that tell which streams are open. */
const startGateway = async (opened: OpenedFiles) => {
  const streams: Readable[] = [];
  const files = Object.assign(Object.create(opened.files) as FileStore, {
    open: async (...given: Parameters<FileStore['open']>) => {
      const file = await opened.files.open(...given);
      if (file) streams.push(file.stream);
      return file;
    },
    head: (...given: Parameters<FileStore['head']>) => opened.files.head(...given),
  });
  const { store, queue, metrics } = fixture;
  const replies = await queue.listenForReplies();
  const gateway = build({
    ports: {
      ...{ store, files, producer: queue.jobs, replies },
      ...{ switches: queue.switches, hearing: queue.replies, leases: queue.leases, hints: queue.batchHints },
      outcomes: queue.outcomes,
    },
    targets: createTargetRule(),
    baseUrl: 'http://127.0.0.1:3000',
    filesUrl: 'http://127.0.0.1:3000/files',
    referenceFolders: REFERENCE_FOLDERS,
    retentionMs: 30 * DAY_MS,
    maxQueueWaitMs: 60_000,
    freeBudgetCredits: 500,
    accountStoredBytes: 1_000_000,
    diskLowShare: 0,
    log: createLogger({ service: 'gateway', level: 'error' }),
    metrics,
  });
  const server = await listen(gateway.app, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${server.port}`,
    openStreams: () => streams.filter(({ closed }) => !closed).length,
    close: async () => {
      await server.close();
      await gateway.close();
      await replies.close();
    },
  };
};

describe.each(adapters)('stored files on %s', (_adapter, open) => {
  const requestId = randomUUID();
  let opened: OpenedFiles;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let key: string;
  let accountId: string;
  let folder: string;
  beforeAll(async () => {
    opened = await open();
    gateway = await startGateway(opened);
    const made = await fixture.addAccount();
    key = made.key;
    accountId = made.account.id;
    folder = `/files/${accountId}/${requestId}`;
    for (const name of ['page.html', 'result.json', 'shot.jpeg'])
      await opened.files.put({ accountId, requestId, name }, BODY);
    await opened.files.put({ accountId, requestId, name: 'large.bin' }, Buffer.alloc(LARGE_BYTES));
  });
  afterAll(async () => {
    await gateway.close();
    await opened.files.close();
    await opened.dispose();
  });

  const get = (name: string, headers: Record<string, string> = {}) =>
    supertest(gateway.url)
      .get(`${folder}/${name}`)
      .set({ 'x-api-key': key, ...headers })
      .buffer(true);

  it('are sent whole, typed and locked down', async () => {
    const answer = await get('result.json').parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks).toString()));
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toBe(BODY);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'content-length': '10',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, max-age=3600',
      'content-disposition': 'inline; filename="result.json"',
      'access-control-allow-origin': '*',
      'accept-ranges': 'bytes',
      'x-request-id': expect.any(String),
      etag: expect.stringMatching(/^".+"$/),
    });
  });

  it('never open a page in a browser', async () => {
    const name = 'page.html';
    expect((await get(name)).headers['content-disposition']).toBe(`attachment; filename="${name}"`);
  });

  it.each(['..%2f..%2fquarry.sqlite', '%2e%2e', '.', 'a%00b', 'x'.repeat(200)])(
    'know no name like %s',
    async (name) => {
      expect((await get(name)).status).toBe(404);
    },
  );

  it('answer HEAD with the size and no body', async () => {
    const answer = await supertest(gateway.url).head(`${folder}/page.html`).set('x-api-key', key);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-length']).toBe('10');
    expect(answer.text).toBeUndefined();
  });

  it('send a range', async () => {
    const answer = await get('page.html', { range: 'bytes=2-4' });
    expect(answer.status).toBe(206);
    expect(answer.text).toBe('234');
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
  });

  it('refuse a range outside the file', async () => {
    const answer = await get('page.html', { range: 'bytes=10-' });
    expectError(answer, 416, 'range_not_satisfiable');
    expect(answer.headers['content-range']).toBe('bytes */10');
  });

  it('answer 304 for a version that is known, and a range only for the version it belongs to', async () => {
    const { etag } = (await get('page.html')).headers as { etag: string };
    const unchanged = await get('page.html', { 'if-none-match': `"x", W/${etag}` });
    expect(unchanged.status).toBe(304);
    expect(unchanged.text).toBe('');
    expect((await get('page.html', { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get('page.html', { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200);
  });

  it('say what the account has left, whatever the answer', async () => {
    const { etag } = (await get('page.html')).headers as { etag: string };
    const answers = [
      await get('page.html'),
      await get('page.html', { range: 'bytes=2-4' }),
      await get('page.html', { 'if-none-match': etag }),
      await get('page.html', { range: 'bytes=10-' }),
      await get('nothing.json'),
      await supertest(gateway.url).delete(`${folder}/page.html`).set('x-api-key', key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 206, 304, 416, 404, 405]);
    const kept = `private, max-age=${FILE_CACHE_SECONDS}`;
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual([
      ...[kept, kept, kept],
      ...['no-store', 'no-store', 'no-store'],
    ]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-credits-remaining': '1000',
        'ratelimit-policy': '"concurrency";q=50;qu="concurrent-requests"',
        ratelimit: '"concurrency";r=50',
        'access-control-expose-headers': expect.stringContaining('x-credits-remaining'),
      });
    }
    const stranger = await get('page.html', { 'x-api-key': 'qk_wrong' });
    expect(stranger.headers).not.toHaveProperty('x-credits-remaining');
  });

  it('let a browser ask beforehand', async () => {
    const answer = await supertest(gateway.url).options(`${folder}/page.html`).set('origin', 'https://app.example');
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': expect.stringContaining('x-api-key'),
    });
  });

  it('take no other method', async () => {
    const answer = await supertest(gateway.url).delete(`${folder}/page.html`).set('x-api-key', key);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  it('are sent part by part from a bundle, each as a file of its own', async () => {
    const parts = ['webp', 'html', 'jpeg'].map((extension) => ({ bytes: randomBytes(500), extension }));
    const bundle = { accountId, requestId, name: 'thumbnails-1a2b3c4d.bundle' };
    const [image = '', page = ''] = await writeBundle(opened.files, bundle, parts);
    const whole = await get(image);
    expect(whole.status).toBe(200);
    expect(whole.body).toEqual(parts[0]?.bytes);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '500',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${image}"`,
    });
    expect((await get(page)).headers['content-disposition']).toBe(`attachment; filename="${page}"`);
    const some = await get(image, { range: 'bytes=-3' });
    expect(some.status).toBe(206);
    expect(some.headers['content-range']).toBe('bytes 497-499/500');
    expect(some.body).toEqual(parts[0]?.bytes.subarray(497));
    expectError(await get(image, { range: 'bytes=500-' }), 416, 'range_not_satisfiable');
    const etag = String(whole.headers.etag);
    expect((await get(image, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(page, { 'if-none-match': etag })).status).toBe(200);
    for (const name of [bundle.name, `${bundle.name}-3.webp`, `${bundle.name}-0.html`])
      expect((await get(name)).status).toBe(404);
  });

  it('are let go of when the client leaves', async () => {
    const request = httpGet(`${gateway.url}${folder}/large.bin`, { headers: { 'x-api-key': key } });
    const [response] = (await once(request, 'response')) as [Readable];
    await once(response, 'readable');
    expect(gateway.openStreams()).toBe(1);
    request.destroy();
    while (gateway.openStreams() > 0) await pause(5);
  });

  it('that go between the look and the reading are not there', async () => {
    const name = 'fleeting.html';
    await opened.files.put({ accountId, requestId, name }, BODY);
    const spared = opened.files.open.bind(opened.files);
    opened.files.open = async (...given) => {
      opened.files.open = spared;
      await opened.files.remove(given[0]);
      return spared(...given);
    };
    const answer = await get(name, { range: 'bytes=0-1' });
    opened.files.open = spared;
    expectError(answer, 404, 'not_found');
    for (const header of ['content-range', 'etag', 'last-modified']) expect(answer.headers).not.toHaveProperty(header);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('whose store is away are an error that no cache keeps', async () => {
    const spared = opened.files.open.bind(opened.files);
    opened.files.open = () => Promise.reject(new Error('away'));
    const answer = await get('page.html');
    opened.files.open = spared;
    expectError(answer, 500, 'internal_error');
    for (const header of ['etag', 'content-range']) expect(answer.headers).not.toHaveProperty(header);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe.each(adapters)('stored files on %s after their retention', (_adapter, open) => {
  it('are gone, and their parts with them', async () => {
    const opened = await open();
    const gateway = await startGateway(opened);
    try {
      const { account, key } = await fixture.addAccount();
      const [accountId, requestId] = [account.id, randomUUID()];
      await opened.files.put({ accountId, requestId, name: 'page.html' }, BODY);
      const bundle = { accountId, requestId, name: 'thumbnails-1a2b3c4d.bundle' };
      const [part = ''] = await writeBundle(opened.files, bundle, [{ bytes: randomBytes(9), extension: 'webp' }]);
      const statuses = async () => {
        const folder = `${gateway.url}/files/${accountId}/${requestId}`;
        const ask = async (name: string) => (await supertest(`${folder}/${name}`).get('').set('x-api-key', key)).status;
        return [await ask('page.html'), await ask(part)];
      };
      await opened.files.sweep({ retentionMs: 30 * DAY_MS, limit: 10 });
      expect(await statuses()).toEqual([200, 200]);
      opened.advance(32 * DAY_MS);
      await opened.files.sweep({ retentionMs: 30 * DAY_MS, limit: 10 });
      expect(await statuses()).toEqual([404, 404]);
    } finally {
      await gateway.close();
      await opened.files.close();
      await opened.dispose();
    }
  });
});
