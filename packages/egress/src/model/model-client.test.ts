import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startModelServer, type ModelServerReply } from '@quarry/testkit';
import { createLoopbackScene } from '../../test/scene/loopback-scene.js';
import {
  createModelClient,
  MAX_MODEL_RETRY_WAIT_MS,
  type ModelClientOptions,
  type ModelRequest,
} from './model-client.js';
import { MAX_MODEL_ANSWER_BYTES, MAX_MODEL_HEADER_BYTES } from './model-exchange.js';

const KEY = 'sk-very-secret-key';
const SCHEMA = {
  type: 'object',
  properties: { price: { type: ['number', 'null'] } },
  required: ['price'],
  additionalProperties: false,
};

const scene = createLoopbackScene();
afterEach(() => scene.close());

const clientFor = (baseUrl: string, given: Partial<ModelClientOptions> = {}) => {
  const apiKey = { reveal: () => KEY };
  const client = createModelClient({ baseUrl, model: 'small-1', apiKey, timeoutMs: 5_000, ...given });
  scene.onClose(() => client.close());
  return client;
};

const question = (given: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', content: 'What is the price? Answer in JSON.' }],
  schema: SCHEMA,
  deadlineAtMs: Date.now() + 20_000,
  ...given,
});

const start = async (replies: readonly ModelServerReply[], given: Partial<ModelClientOptions> = {}) => {
  const server = await startModelServer();
  scene.onClose(() => server.close());
  server.reply(...replies);
  const client = clientFor(server.baseUrl, given);
  const ask = (request: Partial<ModelRequest> = {}, signal = new AbortController().signal) =>
    client.ask(question(request), signal);
  return { server, client, ask };
};

const ANSWER = { say: '{"price":5}', promptTokens: 120, completionTokens: 7 };
const ANSWERED = { outcome: 'answered', text: '{"price":5}', promptTokens: 120, completionTokens: 7 };

describe('a question', () => {
  it('carries model, key, schema and temperature 0, and brings text and tokens', async () => {
    const { server, ask } = await start([ANSWER]);
    expect(await ask()).toEqual(ANSWERED);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      model: 'small-1',
      temperature: 0,
      format: 'json_schema',
      schema: SCHEMA,
    });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('goes without a key where there is none, whatever slash ends the address', async () => {
    const server = await startModelServer();
    scene.onClose(() => server.close());
    server.reply(ANSWER);
    const client = clientFor(`${server.baseUrl}/`, { apiKey: undefined });
    expect(await client.ask(question(), new AbortController().signal)).toEqual(ANSWERED);
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('reads content in parts, compressed answers and missing usage', async () => {
    const content = [
      { type: 'text', text: '{"price"' },
      { type: 'text', text: ':5}' },
    ];
    const body = gzipSync(JSON.stringify({ choices: [{ message: { content } }] }));
    const { ask } = await start([{ status: 200, headers: { 'content-encoding': 'gzip' }, body }]);
    expect(await ask()).toEqual({ ...ANSWERED, promptTokens: 0, completionTokens: 0 });
  });

  it('speaks https, and trusts no stranger’s certificate', async () => {
    const read = (name: string) => readFileSync(new URL(`../../test/fixtures/${name}`, import.meta.url), 'utf8');
    const cert = read('loopback-cert.pem');
    const port = await scene.listen(
      createTlsServer({ cert, key: read('loopback-key.pem') }, (_request, response) =>
        response.end(JSON.stringify({ choices: [{ message: { content: '{}' } }] })),
      ),
    );
    const ask = (certificateAuthorities: readonly string[] | undefined) =>
      clientFor(`https://localhost:${port}/v1`, { certificateAuthorities }).ask(
        question(),
        new AbortController().signal,
      );
    expect(await ask([cert])).toMatchObject({ outcome: 'answered', text: '{}' });
    expect(await ask(undefined)).toEqual({ outcome: 'failed', reason: 'unreachable' });
  });
});

describe('a server that knows less', () => {
  it('is asked for plain JSON once it refused the schema, and from then on', async () => {
    const { server, ask } = await start([{ status: 400, body: '{"error":{"message":"response_format"}}' }, ANSWER]);
    expect(await ask()).toEqual(ANSWERED);
    expect(await ask()).toEqual(ANSWERED);
    expect(server.requests.map(({ format }) => format)).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  it('is asked without temperature where it says so', async () => {
    const complaint = { status: 400, body: '{"error":{"param":"temperature"}}' };
    const { server, ask } = await start([complaint, ANSWER]);
    expect(await ask()).toEqual(ANSWERED);
    expect(server.requests.map(({ temperature, format }) => [temperature, format])).toEqual([
      [0, 'json_schema'],
      [undefined, 'json_schema'],
    ]);
  });

  it('is left alone when it refuses every form, and asked in the best form the next time', async () => {
    const { server, ask } = await start([{ status: 400, body: '{"error":{"message":"temperature"}}' }]);
    expect(await ask()).toEqual({ outcome: 'failed', reason: 'status', statusCode: 400 });
    expect(server.requests).toHaveLength(3);
    server.reply(ANSWER);
    await ask();
    expect(server.requests.at(-1)).toMatchObject({ temperature: 0, format: 'json_schema' });
  });
});

describe('a server in trouble', () => {
  it.each([429, 500, 503])('is asked once more after %i', async (status) => {
    const { server, ask } = await start([{ status, headers: { 'retry-after': '0' } }, ANSWER]);
    expect(await ask()).toEqual(ANSWERED);
    expect(server.requests).toHaveLength(2);
  });

  it('is asked no third time', async () => {
    const { server, ask } = await start([{ status: 500, headers: { 'retry-after': '0' } }]);
    expect(await ask()).toEqual({ outcome: 'failed', reason: 'status', statusCode: 500 });
    expect(server.requests).toHaveLength(2);
  });

  it('is waited for as long as it says', async () => {
    const { ask } = await start([{ status: 429, headers: { 'retry-after': '1' } }, ANSWER]);
    const startedAtMs = performance.now();
    expect(await ask()).toEqual(ANSWERED);
    expect(performance.now() - startedAtMs).toBeGreaterThan(950);
  });

  it.each([String(MAX_MODEL_RETRY_WAIT_MS / 1000 + 1), 'Fri, 01 Jan 2100 00:00:00 GMT'])(
    'is not asked again when it wants a pause until %s',
    async (pause) => {
      const { server, ask } = await start([{ status: 429, headers: { 'retry-after': pause } }, ANSWER]);
      expect(await ask()).toEqual({ outcome: 'failed', reason: 'status', statusCode: 429 });
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each([401, 403, 404])('is not asked again after %i', async (status) => {
    const { server, ask } = await start([{ status }]);
    expect(await ask()).toEqual({ outcome: 'failed', reason: 'status', statusCode: status });
    expect(server.requests).toHaveLength(1);
  });

  it('is not followed elsewhere', async () => {
    const canary = await scene.openCanary();
    const { ask } = await start([{ status: 307, headers: { location: `http://127.0.0.1:${canary.port}/` } }]);
    expect(await ask()).toEqual({ outcome: 'failed', reason: 'redirect', statusCode: 307 });
    expect(canary.touched()).toBe(0);
  });

  it.each<[string, ModelServerReply, string]>([
    ['hangs', { hang: true }, 'timeout'],
    ['drips', { dripEveryMs: 20 }, 'timeout'],
    ['breaks off', { isCutOff: true }, 'unreachable'],
  ])('is given up when it %s', async (_what, reply, reason) => {
    const { ask } = await start([reply], { timeoutMs: 300 });
    expect(await ask()).toEqual({ outcome: 'failed', reason });
  });

  it('is given up at the deadline, and not asked when that is too near', async () => {
    const { server, ask } = await start([{ hang: true }]);
    expect(await ask({ deadlineAtMs: Date.now() + 700 })).toEqual({ outcome: 'failed', reason: 'timeout' });
    expect(await ask({ deadlineAtMs: Date.now() + 100 })).toEqual({ outcome: 'failed', reason: 'no_time' });
    expect(server.requests).toHaveLength(1);
  });

  it('is given up when the caller leaves or the client closes', async () => {
    const { server, client, ask } = await start([{ hang: true }]);
    const leaving = new AbortController();
    const first = ask({}, leaving.signal);
    const second = ask();
    await server.reached(2);
    leaving.abort();
    expect(await first).toEqual({ outcome: 'failed', reason: 'cancelled' });
    client.close();
    expect(await second).toEqual({ outcome: 'failed', reason: 'cancelled' });
    expect(await ask()).toEqual({ outcome: 'failed', reason: 'cancelled' });
  });

  it('may be absent', async () => {
    const client = clientFor(`http://127.0.0.1:${await scene.findClosedPort()}/v1`);
    expect(await client.ask(question(), new AbortController().signal)).toEqual({
      outcome: 'failed',
      reason: 'unreachable',
    });
  });

  it('is read up to the bound, as sent and unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(MAX_MODEL_ANSWER_BYTES + 1, ' '));
    const { ask } = await start([
      { hugeBytes: 20 * MAX_MODEL_ANSWER_BYTES },
      { status: 200, headers: { 'content-encoding': 'gzip' }, body: packed },
      { status: 200, headers: { 'x-long': 'x'.repeat(MAX_MODEL_HEADER_BYTES) } },
    ]);
    for (let turn = 0; turn < 3; turn += 1) expect(await ask()).toEqual({ outcome: 'failed', reason: 'too_large' });
  });

  it.each(['<html>Welcome</html>', '[]', '{}', '{"choices":[{}]}', '{"choices":[{"message":{"content":null}}]}', ''])(
    'is not understood when it answers %j',
    async (body) => {
      const { ask } = await start([{ status: 200, body }]);
      expect(await ask()).toEqual({ outcome: 'failed', reason: 'not_understood', statusCode: 200 });
    },
  );

  it.each([
    { choices: [{ message: { content: null, refusal: 'I must not.' } }] },
    { choices: [{ finish_reason: 'content_filter', message: { content: '' } }] },
  ])('may refuse: %j', async (body) => {
    const { ask } = await start([{ status: 200, body: JSON.stringify(body) }]);
    expect(await ask()).toEqual({ outcome: 'failed', reason: 'refused' });
  });
});

describe('the key', () => {
  it('is in no outcome and no dump of the client', async () => {
    const echo = { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key: ${KEY}` } }) };
    const { client, ask } = await start([echo, { hang: true }], { timeoutMs: 300 });
    const outcomes = [await ask(), await ask()];
    expect(inspect([outcomes, client], { depth: 10, showHidden: true })).not.toContain(KEY);
    expect(JSON.stringify(outcomes)).not.toContain(KEY);
  });
});
