import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isApiError } from './api-error.js';
import { callConsole, callJson } from './client.js';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

let seen: Seen;
let reply: Reply = { status: 200 };
let base: string;

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    seen = { method: request.method, url: request.url, headers: request.headers, body };
    const { status, body: answer, headers = {} } = reply;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(answer === undefined ? '' : typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  reply = { status: 200 };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const failureOf = async (path: string): Promise<unknown> => callJson(path).catch((error: unknown) => error);

describe('callJson', () => {
  it('reads with the header of calls, and leaves out what has no value', async () => {
    reply = { status: 200, body: { keys: [] } };
    expect(await callJson(`${base}/api/keys`, { query: { limit: 5, cursor: undefined, name: '' } })).toEqual({
      keys: [],
    });
    expect(seen.url).toBe('/api/keys?limit=5');
    expect(seen.headers).toMatchObject({ 'x-quarry-console': '1', accept: 'application/json' });
    expect(seen.headers['content-type']).toBeUndefined();
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    '%s carries the header and the type of changes',
    async (method) => {
      await callJson(`${base}/api/keys`, { method, body: { name: 'ci' } });
      expect(seen).toMatchObject({ method, body: '{"name":"ci"}' });
      expect(seen.headers).toMatchObject({ 'x-quarry-console': '1', 'content-type': 'application/json' });
    },
  );

  it('sends text as it is, under its own type', async () => {
    await callConsole(`${base}/x`, {
      method: 'POST',
      body: 'a\nb',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect([seen.body, seen.headers['content-type']]).toEqual(['a\nb', 'application/x-ndjson']);
  });

  it('has nothing to read in a 204', async () => {
    reply = { status: 204 };
    expect(await callJson(`${base}/x`, { method: 'DELETE' })).toBeUndefined();
  });

  it('throws what the registry says, with every violation', async () => {
    const errors = [{ field: 'email', rule: 'format', message: 'is not an e-mail address' }];
    reply = {
      status: 422,
      body: { error: 'validation_failed', message: 'Some fields are not valid.', errors },
      headers: { 'x-request-id': 'r1' },
    };
    const error = await failureOf(`${base}/x`);
    expect(error).toMatchObject({ status: 422, code: 'validation_failed', violations: errors, requestId: 'r1' });
    expect(isApiError(error, 'validation_failed')).toBe(true);
  });

  it('never shows a page that a proxy sent', async () => {
    reply = { status: 502, body: '<h1>Bad gateway</h1>' };
    const error = await failureOf(`${base}/x`);
    expect(error).toMatchObject({ status: 502, code: 'internal_error' });
    expect((error as Error).message).not.toContain('<');
  });

  it('keeps how long to wait', async () => {
    reply = { status: 429, headers: { 'retry-after': '90' }, body: { error: 'too_many_attempts', message: 'Wait.' } };
    expect(await failureOf(`${base}/x`)).toMatchObject({ retryAfterSeconds: 90, code: 'too_many_attempts' });
  });

  it('says that there was no response', async () => {
    expect(await failureOf('http://127.0.0.1:9/x')).toMatchObject({ status: 0, code: 'network' });
  });

  it('lets an aborted call end as one', async () => {
    const signal = AbortSignal.abort();
    await expect(callJson(`${base}/x`, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
