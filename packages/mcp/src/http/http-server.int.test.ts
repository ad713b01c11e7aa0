import { request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createQuarryApi } from '../quarry/quarry-api.js';
import { createQuarryServer, listTools } from '../quarry-server.js';
import { SpendingSessions } from '../spending/sessions.js';
import {
  MAX_BODY_BYTES,
  MAX_CONNECTIONS,
  MAX_KEY_CHARS,
  startHttpServer,
  type RunningHttpServer,
} from './http-server.js';

const served: string[] = [];
let server: RunningHttpServer;

beforeAll(async () => {
  const sessions = new SpendingSessions({ maxCredits: 10 });
  const tools = listTools(['account_usage']);
  server = await startHttpServer({
    port: 0,
    allowedHosts: ['mcp.example'],
    serve: (apiKey) => {
      served.push(apiKey);
      const api = createQuarryApi({ baseUrl: 'http://127.0.0.1:9', apiKey });
      return createQuarryServer({ api, spender: sessions.of(apiKey), tools, version: '0.0.0' });
    },
  });
});
afterAll(() => server.close());

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** `fetch` sets Host and Origin itself. */
const send = (headers: Record<string, string>, body = PING, path = '/mcp'): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const base = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const call = request({ hostname, port, path, method: 'POST', headers: { ...base, ...headers } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on('error', reject);
    call.end(body);
  });

describe('a call over HTTP', () => {
  it('listens on this machine alone unless told otherwise', () => {
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
  });

  it.each([
    ['the name of another site in Host', { host: 'evil.example', 'x-api-key': 'k' }, 403, '--allow-host'],
    ['an Origin of another site', { origin: 'https://evil.example', 'x-api-key': 'k' }, 403, '--allow-host'],
    ['an opaque Origin', { origin: 'null', 'x-api-key': 'k' }, 403, 'Origin'],
    ['no key', {}, 401, 'x-api-key'],
    ['a key that is too long', { 'x-api-key': 'k'.repeat(MAX_KEY_CHARS + 1) }, 401, 'x-api-key'],
  ])('with %s is refused before anything is made for it', async (_, headers, status, words) => {
    served.length = 0;
    const answer = await send(headers);
    expect(answer).toMatchObject({ status, text: expect.stringContaining(words) });
    expect(served).toEqual([]);
  });

  it.each([
    ['this machine', { origin: 'http://localhost:6274', 'x-api-key': 'k1' }, 'k1'],
    ['an allowed name', { host: 'mcp.example', origin: 'https://mcp.example', authorization: 'Bearer k2' }, 'k2'],
  ])('from %s is served with its own key', async (_, headers, key) => {
    served.length = 0;
    expect(await send(headers as Record<string, string>)).toMatchObject({ status: 200 });
    expect(served).toEqual([key]);
  });

  it.each(['//', '//[', '/mcp/', 'http://[/mcp', '*'])('to %s is a 404, and the server runs on', async (path) => {
    expect((await send({ 'x-api-key': 'k' }, PING, path)).status).toBe(404);
    expect((await send({ 'x-api-key': 'k' })).status).toBe(200);
  });

  it('elsewhere is a 404, and a larger body than allowed a 413', async () => {
    expect((await send({ 'x-api-key': 'k' }, PING, '/')).status).toBe(404);
    served.length = 0;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(MAX_BODY_BYTES) } });
    expect((await send({ 'x-api-key': 'k', 'content-length': String(body.length) }, body)).status).toBe(413);
    expect(served).toEqual([]);
  });
});

it.each(['legacy', 'auto'] as const)('the official client lists tools, negotiating %s', async (mode) => {
  const client = new Client({ name: 'test', version: '0.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { 'x-api-key': 'qk' } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['account_usage']);
  const result = await client.callTool({ name: 'account_usage', arguments: {} });
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { error: 'quarry_unreachable', creditsCharged: 0 },
  });
  await client.close();
});

// The last one, as the server frees its places a little later.
it('a connection beyond the most that are open is closed', async () => {
  const { hostname, port } = new URL(server.url);
  const sockets = Array.from({ length: MAX_CONNECTIONS + 1 }, () => connect(Number(port), hostname));
  await Promise.any(sockets.map((socket) => once(socket, 'close')));
  expect(sockets.filter((socket) => socket.destroyed).length).toBeGreaterThan(0);
  sockets.forEach((socket) => socket.destroy());
});
