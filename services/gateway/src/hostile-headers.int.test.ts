import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_NEGOTIATED_CHARS, MAX_URL_CHARS, QUERY_ARRAY_LIMIT, QUERY_PARAMETER_LIMIT } from './bounds.js';
import { startGatewayFixture, type GatewayFixture } from '../test/gateway-fixture.js';

/** Processor time of a call, its client's included; without its bound a header took 50 ms and more. */
const CALL_MAX_MS = 30;
/** Of so many calls the quickest counts: the first runs code that is not compiled yet. */
const CALLS = 2;
const LONG = 60_000;
const FILE = 'page.html';

let fixture: GatewayFixture;
let key: string;
let filePath: string;
let fileKey: { accountId: string; requestId: string; name: string };
beforeAll(async () => {
  fixture = await startGatewayFixture();
  const made = await fixture.addAccount();
  key = made.key;
  const requestId = 'a0b1c2d3-0000-4000-8000-000000000000';
  fileKey = { accountId: made.account.id, requestId, name: FILE };
  await fixture.files.put(fileKey, '<p>hello</p>');
  filePath = `/files/${made.account.id}/${requestId}/${FILE}`;
});
afterAll(() => fixture.close());

const call = (method: string, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const all = { 'x-api-key': key, 'content-type': 'application/json', ...headers };
    const sent = request(`${fixture.url}${path}`, { method, headers: all }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });

const measure = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const usedMs: number[] = [];
  let status = 0;
  for (let count = 0; count < CALLS; count += 1) {
    const before = process.threadCpuUsage();
    status = await call(method, path, headers);
    const { user, system } = process.threadCpuUsage(before);
    usedMs.push((user + system) / 1_000);
  }
  return { status, quickestMs: Math.min(...usedMs) };
};

const VALUES = ['a/b,', ', ', ';a="', 'bytes=0-1,'].map(
  (part) => [part, part.repeat(Math.floor(LONG / part.length))] as const,
);
const NAMES = [
  'accept',
  'accept-language',
  'accept-encoding',
  'if-none-match',
  'range',
  'prefer',
  'cookie',
  'content-type',
];

describe('a header of 60 kB costs no more than reading it', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/webhooks/deliveries'],
    ['POST', '/scrape/web'],
  ])('on %s %s', async (method, path) => {
    for (const name of NAMES) {
      for (const [part, value] of VALUES) {
        const { quickestMs } = await measure(method, path, { [name]: value });
        expect([name, part, quickestMs < CALL_MAX_MS || quickestMs]).toEqual([name, part, true]);
      }
    }
  });

  it.each([
    ['GET', '/', 'a/b,'],
    ['POST', '/scrape/web', '*/*;q=0,'],
  ])('on %s %s, be it an Accept or one that nobody reads', async (method, path, part) => {
    const value = part.repeat(LONG / part.length);
    const usedMs = { 'x-other': 0, accept: 0 };
    await call(method, path, { accept: value });
    for (let round = 0; round < 10; round += 1) {
      for (const name of ['x-other', 'accept'] as const) {
        const before = process.threadCpuUsage();
        await call(method, path, { [name]: value });
        const { user, system } = process.threadCpuUsage(before);
        usedMs[name] += (user + system) / 1_000;
      }
    }
    expect(usedMs.accept).toBeLessThan(2 * usedMs['x-other'] + 30);
  });

  it('on a stored file', async () => {
    for (const [part, value] of VALUES) {
      const { status, quickestMs } = await measure('GET', filePath, { 'if-none-match': value });
      expect([part, status, quickestMs < CALL_MAX_MS || quickestMs]).toEqual([part, 200, true]);
    }
  });
});

describe('a header by which an answer is chosen', () => {
  it('is read up to its bound, and beyond it counts as not sent', async () => {
    const etag = (await fixture.files.head(fileKey))?.etag ?? '';
    const tags = (chars: number): string => `${'"x",'.repeat(chars)}`.slice(-(chars - etag.length)) + etag;
    const read = (chars: number) => call('GET', filePath, { 'if-none-match': tags(chars) });
    expect([await read(MAX_NEGOTIATED_CHARS), await read(MAX_NEGOTIATED_CHARS + 1)]).toEqual([304, 200]);
    const type = (chars: number): string => 'application/json;a='.padEnd(chars, 'b');
    const send = (chars: number) => call('POST', '/scrape/web', { 'content-type': type(chars) });
    expect([await send(MAX_NEGOTIATED_CHARS), await send(MAX_NEGOTIATED_CHARS + 1)]).toEqual([422, 415]);
  });
});

describe('a query at its bounds costs no more than reading it', () => {
  const fit = (part: string): string => part.repeat(Math.floor((MAX_URL_CHARS - 100) / part.length));
  const many = (pairOf: (index: number) => string, count = QUERY_PARAMETER_LIMIT): string =>
    Array.from({ length: count }, (_, index) => pairOf(index)).join('&');

  it.each<[string, string]>([
    ['one name again and again', many(() => 'q=1')],
    ['one list', many(() => 'q[]=1', QUERY_ARRAY_LIMIT)],
    ['a list by its places', many((index) => `q[${index}]=1`, QUERY_ARRAY_LIMIT)],
    ['names of an object', many((index) => `q[k${index}]=1`)],
    ['a name and an object', many((index) => (index % 2 ? 'q=1' : `q[k${index}]=1`))],
    ['brackets', fit('[a]')],
    ['open brackets', fit('[')],
    ['percent signs', fit('%')],
    ['escapes', fit('%5B')],
    ['names of prototypes', many(() => '__proto__[a]=1', 1_900)],
    ['one long text', `q=${fit('%F0%9F%98%80')}`],
    ['one long name', fit('a')],
  ])('%s', async (_what, query) => {
    const { status, quickestMs } = await measure('GET', `/scrape/enginea/serp?${query}`.slice(0, MAX_URL_CHARS));
    expect(status).toBe(422);
    expect(quickestMs).toBeLessThan(CALL_MAX_MS);
  });
});
