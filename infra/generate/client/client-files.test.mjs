import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QuarryClient } from 'quarry-client';
import { buildOpenApi, OPERATIONS, toQueryPairs } from '../../../packages/contracts/dist/index.js';
import { callsOf, operationCallsOf, querySchema } from './contract-roots.mjs';
import { createTypeWriter, wrapUnion } from './schema-types.mjs';
import { findSharedTypes } from './shared-types.mjs';

const ID = 'b632bebc-dc22-4e57-9ca5-d2746956a5f7';
const document = buildOpenApi({ baseUrl: 'http://127.0.0.1:3000' });
const heard = [];
let server;
let client;

beforeAll(async () => {
  server = createServer((request, response) => {
    heard.push({ method: request.method, url: request.url, key: request.headers['idempotency-key'] });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": {}}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  client = new QuarryClient({ baseUrl: `http://127.0.0.1:${server.address().port}`, apiKey: 'key' });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const camel = (text) => text.replace(/-(\w)/g, (_match, letter) => letter.toUpperCase());

describe('the client', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation]))(
    'calls %s as the contract says',
    async (_id, operation) => {
      const { method, path, example } = operation;
      const [family, name] = operation.id.split('/');
      await client[family][camel(name)](example);
      const query = method === 'GET' ? `?${new URLSearchParams(toQueryPairs(example))}` : '';
      const { key, ...call } = heard.at(-1);
      expect([call, key === undefined]).toEqual([{ method, url: `${path}${query}` }, method === 'GET']);
    },
  );

  /** Every other call of the document, by its id; null: of no use to a program. */
  const batchCalls = (batches) => ({
    submit: () => batches.submit({ requests: [{}] }),
    status: () => batches.open(ID).status(),
    stop: () => batches.open(ID).cancel(),
    results: () => Array.fromAsync(batches.open(ID).results({ isToEnd: false })),
    ndjson: () => batches.open(ID).export('ndjson'),
    csv: () => batches.open(ID).export('csv'),
    parquet: () => batches.open(ID).export('parquet'),
    warc: () => batches.open(ID).export('warc'),
    'retry-failed': () => batches.open(ID).retryFailed(),
  });
  /** Crawls are jobs as batches are. */
  const crawlCalls = () => ({
    ...batchCalls(client.crawls),
    submit: () => client.crawls.start({ url: 'https://example.com/' }),
  });
  const serviceCalls = () => ({
    'webhook-deliveries': () => client.webhooks.deliveries(),
    'webhook-redeliver': () => client.webhooks.redeliver(ID),
    'webhook-secret': () => client.webhooks.secret(),
    'sessions-list': () => client.sessions.list(),
    'session-get': () => client.sessions.get('anna'),
    'session-delete': () => client.sessions.delete('anna'),
    'requests-list': () => client.requests.list(),
    'request-get': () => client.requests.get(ID),
    'batches-list': () => client.batches.list(),
    'usage-get': () => client.account.usage(),
    'request-reparse': () => client.requests.reparse(ID),
    'schedule-create': () => client.schedules.create({ target: { operation: 'scrape/web', params: {} } }),
    'schedules-list': () => client.schedules.list(),
    'schedule-get': () => client.schedules.get(ID),
    'schedule-delete': () => client.schedules.delete(ID),
    'schedule-pause': () => client.schedules.pause(ID),
    'schedule-resume': () => client.schedules.resume(ID),
    'schedule-feed-link': () => client.schedules.feedLink(ID),
    'schedule-changes': () => client.schedules.changes(ID),
    'file-sign': () => client.files.sign({ url: 'https://quarry.example/files/a/b/c' }),
    'file-get': () => client.files.download(`http://127.0.0.1:${server.address().port}/files/a/b/c`),
    ...{ healthz: null, readyz: null, openapi: null, docs: null, llms: null, 'llms-full': null },
  });
  const callOf = (id) => {
    const [, ofCrawl] = /^crawl-scrape-web-(.+)$/.exec(id) ?? [];
    if (ofCrawl !== undefined) return crawlCalls()[ofCrawl];
    const [, family, name, kind] = /^batch-([a-z]+)-([a-z]+)-(.+)$/.exec(id) ?? [];
    return kind === undefined ? serviceCalls()[id] : batchCalls(client.batches[family][name])[kind];
  };
  const others = callsOf(document).filter(({ call }) => call['x-credits'] === undefined);

  it.each(others.map((one) => [one.id, one]))('has a method for %s', async (id, { method, path, call }) => {
    const run = callOf(id);
    if (run === null) return;
    const before = heard.length;
    // What the server returns is of no use to some of them.
    await Promise.resolve(run()).catch(() => undefined);
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}(\\?.*)?$`);
    // Results are read after a look at the status.
    if (id.endsWith('-results')) return;
    const { key, ...own } = heard[before];
    expect(own).toEqual({ method, url: expect.stringMatching(pattern) });
    const hasKey = (call.parameters ?? []).some(({ name }) => name === 'Idempotency-Key');
    expect(key !== undefined).toBe(hasKey);
  });
});

describe('types of schemas', () => {
  const write = (schema, isInput = false) =>
    createTypeWriter({ isInput, nameOf: () => undefined, nameOfRef: (ref) => ref.split('/').at(-1) }).typeOf(schema);

  it.each([
    [{ type: 'integer' }, 'number'],
    [{ const: 'ok' }, "'ok'"],
    [{ enum: ['a', "it's", 1] }, "'a' | 'it\\'s' | 1"],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, "('a' | 'b')[]"],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false }, '[string, number]'],
    [{ anyOf: [{ enum: ['a'] }, { type: 'string' }] }, "'a' | (string & Record<never, never>)"],
    [{ type: 'string', anyOf: [{ enum: ['a'] }, { pattern: 'x' }] }, "'a' | (string & Record<never, never>)"],
    [{ $ref: '#/components/schemas/Row' }, 'Row'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{}, 'unknown'],
  ])('%j is %s', (schema, type) => expect(write(schema)).toBe(type));

  it('may be undefined where a caller leaves them out, and are absent from a result', () => {
    const schema = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' }, 'b-c': { type: 'number' } },
    };
    expect(write(schema, true)).toBe("{\n  readonly a: string;\n  readonly 'b-c'?: number | undefined;\n}");
    expect(write(schema)).toBe("{\n  a: string;\n  'b-c'?: number;\n}");
  });

  it('of a query are nested as its names say', () => {
    const parameter = (name, schema = { type: 'number' }, required = false) => ({
      name,
      in: 'query',
      required,
      schema,
    });
    const lists = [
      parameter('lr', { type: 'string' }),
      parameter('lr[]', { type: 'array', items: { type: 'string' } }),
    ];
    const schema = querySchema([parameter('q', { type: 'string' }, true), parameter('price[min]'), ...lists]);
    expect(write(schema)).toBe('{\n  q: string;\n  price?: {\n    min?: number;\n  };\n  lr?: string | string[];\n}');
  });

  it('that two places share have one name', () => {
    const country = { type: 'string', enum: Array.from({ length: 40 }, (_, at) => `country-${at}`) };
    const root = (name) => ({ name, isInput: true, schema: { type: 'object', properties: { gl: country } } });
    const shared = findSharedTypes([root('OneParams'), root('OtherParams')]);
    expect([shared.all.map(({ name }) => name), shared.nameOf(country, true)]).toEqual([
      ['OneParamsGl'],
      'OneParamsGl',
    ]);
    expect(findSharedTypes([root('OneParams')]).all).toEqual([]);
  });

  it('that are long are broken into lines', () => {
    const lines = wrapUnion(Array.from({ length: 40 }, (_, at) => `'value-${at}'`).join(' | ')).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
  });
});

it('every operation of the contract has a method', () => {
  expect(operationCallsOf(document)).toHaveLength(OPERATIONS.length);
});
