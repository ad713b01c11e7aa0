import { Agent, get as httpGet } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { MAX_AHEAD_ANSWER_BYTES } from '@quarry/exports';
import type { FileStore } from '@quarry/files';
import { StoreError } from '@quarry/store';
import { createBatchScene, failWith, type ItemEnd } from '../../../test/batch-scene.js';
import { expectError } from '../../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';

const PATH = '/scrape/batch/web';
const FILES = ['results.ndjson', 'results.csv', 'results.parquet', 'results.warc.gz'];

interface Line {
  readonly query: { readonly url: string };
  readonly result: { readonly id: string; readonly status: string };
  readonly answer?: { readonly content: string } | null;
}

let fixture: GatewayFixture;
let scene: ReturnType<typeof createBatchScene>;
let key: string;
let accountId: string;
let read: FileStore['read'] | undefined;
let isStoreAway = false;

const api = () => supertest(fixture.url);
const get = (path: string) =>
  api()
    .get(path)
    .set('x-api-key', key)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks).toString('utf8')));
    });
const submit = async (requests: readonly object[]): Promise<string> => {
  const answer = await api().post(PATH).set('x-api-key', key).send({ requests });
  return (answer.body as { jobId: string }).jobId;
};
const urls = (count: number) =>
  Array.from({ length: count }, (_item, index) => ({ url: `https://example.com/${index}` }));
const ok = (content = 'x'): ItemEnd => ({ state: 'ok', verdict: 'ok', chargedCredits: 1, answer: { content } });
const linesOf = (text: string): Line[] => {
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
};

beforeAll(async () => {
  fixture = await startGatewayFixture({
    credits: 1_000_000,
    answerReadMs: 200,
    wrapFiles: (files) => ({
      ...files,
      put: (file, body) => files.put(file, body),
      head: (file) => files.head(file),
      open: (file, range) => files.open(file, range),
      read: (file, maxBytes) => (read ?? ((...input) => files.read(...input)))(file, maxBytes),
      remove: (file) => files.remove(file),
      removeRequest: (account, request) => files.removeRequest(account, request),
      sweep: (input) => files.sweep(input),
      ping: () => files.ping(),
      close: async () => undefined,
    }),
    wrapStore: (store) => ({
      ...store,
      batches: new Proxy(store.batches, {
        get: (batches, name): unknown =>
          name === 'results' && isStoreAway
            ? () => Promise.reject(new StoreError('busy', 'away'))
            : Reflect.get(batches, name),
      }),
      ping: () => store.ping(),
      close: async () => undefined,
    }),
  });
  scene = createBatchScene(fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  key = made.key;
  accountId = made.account.id;
  read = undefined;
  isStoreAway = false;
});

describe('results.ndjson', () => {
  it('has every visible item once, as its row, in order', async () => {
    const jobId = await submit(urls(1_203));
    await scene.endSome(jobId, 1_000, () => failWith());
    await scene.publish(jobId);
    const answer = await get(`${PATH}/${jobId}/results.ndjson`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="batch-${jobId}.ndjson"`,
      'x-credits-charged': '0',
      'x-credits-remaining': expect.any(String),
    });
    const lines = linesOf(answer.body as string);
    const pages = await api().get(`${PATH}/${jobId}/results?limit=1000`).set('x-api-key', key);
    expect(lines).toEqual((pages.body as { results: Line[] }).results);
    await scene.run(jobId);
    const all = linesOf((await get(`${PATH}/${jobId}/results.ndjson`)).body as string);
    expect(all).toHaveLength(1_203);
    expect(new Set(all.map(({ query }) => query.url)).size).toBe(1_203);
  });

  it('of a job without an ended item is empty', async () => {
    const jobId = await submit(urls(1));
    const answer = await get(`${PATH}/${jobId}/results.ndjson`);
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  it('has the stored answers where asked for, large ones too', async () => {
    const jobId = await submit(urls(30));
    const large = 'y'.repeat(MAX_AHEAD_ANSWER_BYTES);
    await scene.run(jobId, ({ index }) => {
      if (index % 3 === 2) return failWith();
      return ok(index === 7 ? large : `page ${index}`);
    });
    const items = await fixture.store.batches.results(jobId, { afterSeq: 0, limit: 100 });
    const idOf = (index: number) => String(items.find((item) => item.index === index)?.id);
    await fixture.files.removeRequest(accountId, idOf(9));
    const broken = { accountId, requestId: idOf(10), name: 'result-1.json' };
    await fixture.files.put(broken, '{\n  "content": "page 10"\r\n}\n');
    const lines = linesOf((await get(`${PATH}/${jobId}/results.ndjson?answers=true`)).body as string);
    expect(lines).toHaveLength(30);
    for (const { query, result, answer } of lines) {
      const index = Number(query.url.split('/').at(-1));
      if (index % 3 === 2) expect([result.status, answer]).toEqual(['error', undefined]);
      else if (index === 9) expect(answer).toBeNull();
      else expect(answer?.content).toBe(index === 7 ? large : `page ${index}`);
    }
  });

  it('breaks off rather than leave out an answer that cannot be read', async () => {
    const jobId = await submit(urls(20));
    await scene.run(jobId, () => ok());
    let reads = 0;
    read = async (file, maxBytes) => {
      reads += 1;
      if (reads > 10) throw new Error('away');
      return fixture.files.read(file, maxBytes);
    };
    const answer = await fetch(`${fixture.url}${PATH}/${jobId}/results.ndjson?answers=true`, {
      headers: { 'x-api-key': key },
    });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('reads no further ahead than a reader takes', async () => {
    const jobId = await submit(urls(120));
    await scene.run(jobId, () => ok('z'.repeat(200_000)));
    let reads = 0;
    read = (file, maxBytes) => {
      reads += 1;
      return fixture.files.read(file, maxBytes);
    };
    const url = `${fixture.url}${PATH}/${jobId}/results.ndjson?answers=true`;
    await new Promise<void>((resolve, reject) => {
      const request = httpGet(url, { headers: { 'x-api-key': key }, agent: new Agent() }, (response) => {
        response.pause();
        let before = -1;
        const look = setInterval(() => {
          const isAtRest = reads > 0 && reads === before;
          before = reads;
          if (!isAtRest) return;
          clearInterval(look);
          response.destroy();
          resolve();
        }, 100);
      });
      request.on('error', reject);
    });
    expect(reads).toBeLessThan(100);
  });

  it.each(['results.ndjson', 'results.ndjson?answers=true', 'results.csv'])(
    '%s is compressed where the caller accepts it, and broken off all the same',
    async (path) => {
      const jobId = await submit(urls(60));
      await scene.run(jobId, () => ok('slate '.repeat(2_000)));
      const fetchIt = (encoding: string) =>
        fetch(`${fixture.url}${PATH}/${jobId}/${path}`, { headers: { 'x-api-key': key, 'accept-encoding': encoding } });
      const [plain, packed] = [await fetchIt('identity'), await fetchIt('gzip')];
      expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
      expect(await packed.text()).toBe(await plain.text());
      if (!path.includes('answers')) return;
      let reads = 0;
      read = async (file, maxBytes) => {
        reads += 1;
        if (reads > 40) throw new Error('away');
        return fixture.files.read(file, maxBytes);
      };
      await expect(fetchIt('gzip').then((response) => response.text())).rejects.toThrow();
    },
  );

  it.each([
    ['results.ndjson?answers=maybe', 422],
    ['results.csv?answers=true', 422],
    ['results.parquet?answers=true', 422],
    ['results.warc.gz?columns=url', 422],
  ])('%s is a %d', async (path, status) => {
    const jobId = await submit(urls(1));
    expectError(await api().get(`${PATH}/${jobId}/${path}`).set('x-api-key', key), status, 'validation_failed');
  });

  it.each(FILES)('%s is a 503 while the store is away', async (name) => {
    const jobId = await submit(urls(1));
    await scene.run(jobId);
    isStoreAway = true;
    const answer = await api().get(`${PATH}/${jobId}/${name}`).set('x-api-key', key);
    expectError(answer, 503, 'overloaded');
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  it.each(FILES)('%s can be asked for its headers alone', async (name) => {
    const jobId = await submit(urls(1));
    await scene.run(jobId);
    const head = await api().head(`${PATH}/${jobId}/${name}`).set('x-api-key', key);
    expect(head.status).toBe(200);
    expect(head.headers['content-disposition']).toContain(`batch-${jobId}`);
  });
});

describe('results.csv', () => {
  it('is a table by RFC 4180', async () => {
    const jobId = await submit([
      { url: 'https://example.com/?a="1",2', headers: { 'x-a': 'line' } },
      { url: 'https://example.com/b' },
    ]);
    const message = 'Comma, "quote"\nand a line.';
    await scene.endSome(jobId, 1, () => ({ ...ok(), metadata: { url: 'https://example.com/,' } }));
    await scene.endSome(jobId, 1, () => failWith({ message }));
    await scene.publish(jobId);
    const [one, two] = await fixture.store.batches.results(jobId, { afterSeq: 0, limit: 10 });
    const answer = await get(`${PATH}/${jobId}/results.csv`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const json = `http://127.0.0.1:3000/files/${accountId}/${one?.id}/result-1.json`;
    const query = (value: object) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    expect(answer.body).toBe(
      [
        'index,id,status,error,message,retryable,statusCode,json,html,url,query',
        `0,${one?.id},ok,,,,,${json},,"https://example.com/,",${query(Object(one?.query))}`,
        `1,${two?.id},error,target_blocked,"Comma, ""quote""\nand a line.",true,,,,,${query({ url: 'https://example.com/b' })}`,
        '',
      ].join('\r\n'),
    );
  });

  it('of a job without an ended item is its head', async () => {
    const answer = await get(`${PATH}/${await submit(urls(1))}/results.csv`);
    expect(answer.body).toBe('index,id,status,error,message,retryable,statusCode,json,html,url,query\r\n');
  });
});

describe('binary files', () => {
  it.each([
    ['results.parquet?columns=url', 'application/vnd.apache.parquet', 'PAR1'],
    ['results.warc.gz', 'application/gzip', '\u001f\u008b'],
  ])('%s is sent as it is, whatever the caller accepts', async (name, contentType, magic) => {
    const jobId = await submit(urls(3));
    await scene.run(jobId);
    const response = await fetch(`${fixture.url}${PATH}/${jobId}/${name}`, {
      headers: { 'x-api-key': key, 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-disposition')).toMatch(/filename="batch-[\da-f-]+\.(parquet|warc\.gz)"$/);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('latin1', 0, magic.length)).toBe(magic);
  });
});
