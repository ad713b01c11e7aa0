import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { QUEUE_NAMES } from '@quarry/contracts';
import supertest from 'supertest';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH, MAX_HEADER_BYTES, MAX_URL_CHARS, QUERY_PARAMETER_LIMIT } from './bounds.js';
import { expectError } from '../test/expect-error.js';
import { okEnd } from '../test/fake-worker.js';
import { startGatewayFixture, type GatewayFixture } from '../test/gateway-fixture.js';

const TARGET = 'https://example.com/page';
const ANSWER_MS = 5_000;

let fixture: GatewayFixture;
let key: string;
let accountId: string;
beforeAll(async () => {
  fixture = await startGatewayFixture();
  await fixture.startWorker(QUEUE_NAMES);
  fixture.behave(async () => okEnd());
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  key = made.key;
  accountId = made.account.id;
});

/** Sends bytes as they are and reads until the server ends the connection, or nothing more comes. */
const sendRaw = (bytes: string | Buffer, quietMs = 400): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(fixture.port, '127.0.0.1');
    let text = '';
    let quiet: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(quiet);
      clearTimeout(whole);
      socket.destroy();
      resolve(text);
    };
    const whole = setTimeout(end, ANSWER_MS);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMs);
    });
    socket.on('error', end);
    socket.on('close', end);
    socket.write(bytes);
  });
const statusesOf = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const head = (lines: readonly string[], target = '/scrape/web', method = 'POST'): string =>
  [`${method} ${target} HTTP/1.1`, 'host: quarry.test', `x-api-key: ${key}`, ...lines, '', ''].join('\r\n');
const json = 'content-type: application/json';
const withBody = (body: string | Buffer, lines: readonly string[] = [json]): Buffer =>
  Buffer.concat([Buffer.from(head([...lines, `content-length: ${Buffer.byteLength(body)}`])), Buffer.from(body)]);

const sendBody = (body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${fixture.url}/scrape/web`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body,
  });
const expectNothingHeld = async () => {
  expect(await fixture.inUse(accountId)).toBe(0);
  expect((await fixture.store.accounts.period(accountId))?.held).toBe(0);
};

describe('a body that is no JSON object', () => {
  it.each([
    '{',
    '}',
    '{}}',
    '{"url"}',
    '{"url":}',
    '{"url":"x",}',
    "{'url':'x'}",
    '{url:"x"}',
    '{"url":"x"',
    '{"url":"\n"}',
    '{"url":"\\x"}',
    '{"url":"\\u12"}',
    '{"a":01}',
    '{"a":+1}',
    '{"a":.5}',
    '{"a":1e}',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":undefined}',
    '// {}',
    '{}/**/',
    '<xml/>',
    '\u0000',
    '{"a":1}{"b":2}',
    'true',
    '[]',
    '""',
  ])('is a 400: %j', async (body) => {
    const answer = await sendBody(body);
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'bad_request']);
  });
});

describe('a body with a twist', () => {
  it.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['open lists', '['.repeat(100_000)],
  ])('of 100,000 %s inside one another is a 400', async (_what, deep) => {
    expect((await sendBody(`{"url":"${TARGET}","outputFormat":${deep}}`)).status).toBe(400);
    await expectNothingHeld();
  });

  it('nests as deep as it may and no deeper', async () => {
    const nested = (depth: number) => `{"url":"${TARGET}","a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect((await sendBody(nested(MAX_BODY_DEPTH - 1))).status).toBe(422);
    const answer = await sendBody(nested(MAX_BODY_DEPTH));
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain(`${MAX_BODY_DEPTH}`);
  });

  it('takes the last of two equal keys', async () => {
    expect((await sendBody(`{"url":"nowhere","url":"${TARGET}"}`)).status).toBe(200);
    expect((await sendBody(`{"url":"${TARGET}","url":"nowhere"}`)).status).toBe(422);
  });

  it.each(['{"__proto__":{"url":"x"}}', '{"constructor":{"prototype":{"a":1}}}', '{"toString":1,"hasOwnProperty":1}'])(
    'names what is unknown in %s',
    async (body) => {
      expect((await sendBody(body)).status).toBe(422);
      expect({}).not.toHaveProperty('a');
    },
  );

  it.each([
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"url":"'), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from('"}')]),
    ],
    ['half a surrogate pair', Buffer.from('{"url":"\\ud800"}')],
    ['a byte order mark', Buffer.from(`\ufeff{"url":"${TARGET}"}`)],
    ['UTF-16', Buffer.from(`{"url":"${TARGET}"}`, 'utf16le')],
    ['20,000 fields', Buffer.from(`{${Array.from({ length: 20_000 }, (_, n) => `"f${n}":${n}`).join(',')}}`)],
    ['a number without end', Buffer.from(`{"wait":${'9'.repeat(100_000)}}`)],
    ['a text of 900 KB', Buffer.from(`{"url":"https://example.com/${'a'.repeat(900_000)}"}`)],
  ])('has %s and gets no 5xx', async (_what, body) => {
    const answer = await sendBody(body);
    expect([200, 400, 422]).toContain(answer.status);
    await expectNothingHeld();
  });
});

describe('a body that is sent in a strange way', () => {
  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'nonsense', 'GZIP'])(
    'is a 415 when it is packed as %s',
    async (encoding) => {
      const bomb = gzipSync(Buffer.alloc(20 * MAX_BODY_BYTES));
      const answer = await sendBody(bomb, { 'content-encoding': encoding });
      expect(answer.status).toBe(415);
      expect(((await answer.json()) as { message: string }).message).toContain('Content-Encoding');
    },
  );

  it('is read when it says that it is packed as identity', async () => {
    expect((await sendBody(`{"url":"${TARGET}"}`, { 'content-encoding': 'identity' })).status).toBe(200);
  });

  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json, text/plain',
    'application/',
    ';',
    'application/json; charset=latin1',
    'application/json; charset=',
  ])('is no 5xx as %s', async (type) => {
    const [status] = statusesOf(
      await sendRaw(withBody(`{"url":"${TARGET}"}`, [`content-type: ${type}`, 'connection: close'])),
    );
    expect([200, 415]).toContain(status);
  });

  it('is waited for with 100-continue', async () => {
    const body = `{"url":"${TARGET}"}`;
    const text = await sendRaw(withBody(body, [json, 'expect: 100-continue', 'connection: close']), 2_000);
    expect(statusesOf(text)).toEqual([100, 200]);
    const [odd] = statusesOf(await sendRaw(withBody(body, [json, 'expect: a miracle', 'connection: close'])));
    expect([417, 200]).toContain(odd);
  });

  it('may come in chunks', async () => {
    const body = `{"url":"${TARGET}"}`;
    const chunks = [...body].map((char) => `1\r\n${char}\r\n`).join('');
    const text = await sendRaw(
      `${head([json, 'transfer-encoding: chunked', 'connection: close'])}${chunks}0\r\n\r\n`,
      2_000,
    );
    expect(statusesOf(text)).toEqual([200]);
  });

  it.each([
    [
      'both lengths',
      ['content-length: 5', 'transfer-encoding: chunked'],
      '0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
    ],
    ['two lengths', ['content-length: 2', 'content-length: 3'], '{}\n'],
    ['a length that is none', ['content-length: two'], '{}'],
    ['a length below zero', ['content-length: -1'], '{}'],
    ['an unknown coding', ['transfer-encoding: cow'], '{}'],
    ['chunked, but not last', ['transfer-encoding: chunked, gzip'], '0\r\n\r\n'],
    ['a coding in disguise', ['transfer-encoding: xchunked'], '0\r\n\r\n'],
    ['a space before the colon', ['transfer-encoding : chunked'], '0\r\n\r\n'],
    ['a chunk size that is none', ['transfer-encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a chunk size beyond all bounds', ['transfer-encoding: chunked'], 'fffffffffffffffff\r\n'],
    ['a folded header', ['x-a: b', ' c'], '{}'],
    ['a header without a name', [': b'], '{}'],
    ['a bare line feed in a header', ['x-a: b\nx-c: d'], '{}'],
    ['a NUL in a header', ['x-a: \u0000'], '{}'],
  ])('is refused once, as a 400 or not at all, with %s', async (_what, lines, body) => {
    const statuses = statusesOf(await sendRaw(head([json, ...lines]) + body));
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect([400, 415, 422, 501]).toContain(status);
    expect(statuses).not.toContain(500);
  });
});

describe('headers', () => {
  it.each([
    ['one of 70 KB', [`x-big: ${'a'.repeat(MAX_HEADER_BYTES + 5_000)}`]],
    ['5,000 of them', Array.from({ length: 5_000 }, (_, n) => `x-h${n}: ${'v'.repeat(10)}`)],
    ['a name of 70 KB', [`${'n'.repeat(MAX_HEADER_BYTES + 5_000)}: v`]],
  ])('over their limit, %s, are refused with our body', async (_what, lines) => {
    const text = await sendRaw(head(lines, '/healthz', 'GET'));
    expect([400, 431]).toContain(statusesOf(text)[0]);
    expect(text).toContain('"error":"bad_request"');
  });

  it.each([
    ['1,500 small ones', Array.from({ length: 1_500 }, (_, n) => `x-h${n}: v`)],
    ['a strange Accept', [`accept: ${'a/b;q=0.1,'.repeat(2_000)}`]],
    ['an Accept that is none', ['accept: ;;;,,,="']],
    ['two keys', ['x-api-key: other']],
    ['a range nobody has', ['range: bytes=99999999999999999999-']],
    ['two idempotency keys', ['idempotency-key: a', 'idempotency-key: b']],
  ])('of another kind, %s, get no 5xx', async (_what, lines) => {
    const [status = 0] = statusesOf(
      await sendRaw(head([...lines, json, 'connection: close', 'content-length: 2']) + '{}'),
    );
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe('targets', () => {
  it.each([
    [`/scrape/enginea/serp?q=${'a'.repeat(MAX_URL_CHARS)}`, 400],
    [`/${'a/'.repeat(15_000)}`, 404],
    [`/scrape/enginea/serp?${'q=1&'.repeat(QUERY_PARAMETER_LIMIT)}q=1`, 422],
    [`/scrape/enginea/serp?${'[a]'.repeat(3_000)}=1`, 422],
    [`/scrape/enginec/serp?q=%`, 200],
    [`/scrape/enginec/serp?q=%ff%fe`, 200],
    ['/scrape/enginea/serp?q[]=1&q=2&q[x]=3', 422],
    ['/scrape/enginea/serp?=&==&&&', 422],
    ['/%', 404],
    ['/files/%00/b/c', 404],
    ['/files/../../etc/passwd', 404],
    ['/files/%2e%2e/%2e%2e/etc', 404],
    ['//evil.example/scrape/web', 404],
    ['http://quarry.test/healthz', 200],
    ['http://other.example/user/me/usage', 200],
    ['*', 404],
    ['/scrape/web#x', 404],
    ['/a b', 400],
  ])('%.60s is no 5xx', async (target, expected) => {
    const [status = 0] = statusesOf(await sendRaw(head(['connection: close'], target, 'GET')));
    // What exactly is refused how may differ by the reading of the path; that it is refused cleanly may not.
    expect(expected === status || (status >= 400 && status < 500) || status === 501).toBe(true);
  });

  it.each(['CONNECT', 'TRACE', 'OPTIONS', 'PROPFIND', 'PURGE', 'PRI'])('take no %s', async (method) => {
    const statuses = statusesOf(await sendRaw(head(['connection: close'], '/scrape/web', method)));
    for (const status of statuses) expect(status).toBeGreaterThanOrEqual(200);
    for (const status of statuses) expect(status).toBeLessThan(500);
  });

  it.each([
    '',
    '\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / FTP/1.1\r\n\r\n',
    '\u0016\u0003\u0001\u0002',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ])(
    'survive the noise %j',
    async (noise) => {
      const statuses = statusesOf(await sendRaw(noise + head(['connection: close'], '/healthz', 'GET')));
      expect(statuses).not.toEqual([]);
      for (const status of statuses) expect(status).toBeLessThan(500);
      expect((await supertest(fixture.url).get('/healthz')).status).toBe(200);
    },
    10_000,
  );
});

describe('several requests in one go', () => {
  it('are answered in their order, each with its own id', async () => {
    const one = withBody(`{"url":"${TARGET}"}`).toString('latin1');
    const bad = withBody('{}').toString('latin1');
    const last = head(['connection: close'], '/healthz', 'GET');
    // The server closes the connection behind the last one.
    const text = await sendRaw(one + bad + one + last, ANSWER_MS);
    expect(statusesOf(text)).toEqual([200, 422, 200, 200]);
    expect(new Set([...text.matchAll(/^x-request-id: (.*)$/gim)].map(([, id]) => id)).size).toBe(4);
    await expectNothingHeld();
  });
});

describe('after all of that', () => {
  it('a call is answered as ever, and nothing unexpected was logged', async () => {
    const answer = await supertest(fixture.url).post('/scrape/web').set('x-api-key', key).send({ url: TARGET });
    expect(answer.status).toBe(200);
    expect(fixture.lines.filter((line) => line.includes('unexpected failure'))).toEqual([]);
    expectError(await supertest(fixture.url).get('/nowhere'), 404, 'not_found');
  });
});
