import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { callFleet } from './http-client.js';

const withServer = async (listener: RequestListener, run: (url: string) => Promise<void>): Promise<void> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const get = { method: 'GET', headers: {}, timeoutMs: 5_000 } as const;

describe('callFleet', () => {
  it('stops at the bound on the answer', () =>
    withServer(
      (_, response) => void response.end('x'.repeat(11)),
      async (url) => {
        expect(await callFleet({ ...get, url, maxBytes: 10 })).toEqual({ outcome: 'unreachable', reason: 'too_large' });
        expect(await callFleet({ ...get, url, maxBytes: 11 })).toMatchObject({ outcome: 'answered', status: 200 });
      },
    ));

  it('stops at the time limit, before the answer and within it', () =>
    withServer(
      (request, response) => {
        if (request.headers['x-start']) response.write('begun');
      },
      async (url) => {
        for (const headers of [{}, { 'x-start': '1' }]) {
          const answer = await callFleet({ ...get, url, headers, timeoutMs: 100 });
          expect(answer).toEqual({ outcome: 'unreachable', reason: 'timeout' });
        }
      },
    ));

  it('does not follow redirects', () =>
    withServer(
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      async (url) => {
        expect(await callFleet({ ...get, url })).toMatchObject({ outcome: 'answered', status: 302 });
      },
    ));

  it('names the cause of a broken connection', () =>
    withServer(
      (request) => request.socket.destroy(),
      async (url) => {
        expect(await callFleet({ ...get, url })).toEqual({ outcome: 'unreachable', reason: 'ECONNRESET' });
      },
    ));
});
