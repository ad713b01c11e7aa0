import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { REQUEST_DEADLINE_MS } from '@quarry/contracts';
import { ANSWER_READ_MS, KEEP_ALIVE_MS, LOOK_GRACE_MS, SILENT_CONNECTION_MS } from '../bounds.js';
import type { HttpServer } from '@quarry/observability';
import { listen } from './listen.js';

let server: HttpServer | undefined;
afterEach(() => server?.close());

const start = async (answer: (path: string) => Promise<void>): Promise<number> => {
  server = await listen(
    (incoming, response) => {
      void answer(incoming.url ?? '').then(() => response.end('done'));
    },
    { host: '127.0.0.1', port: 0 },
  );
  return server.port;
};

const get = (port: number, agent: Agent, path = '/') =>
  new Promise<{ connection: string | undefined; isReused: boolean }>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve({ connection: response.headers.connection, isReused: call.reusedSocket }));
    });
    call.once('error', reject);
    call.end();
  });

describe('the end of the server', () => {
  it('comes with the last answer, although the connection could go on', async () => {
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const port = await start(async () => {
      arrived.resolve();
      await held.promise;
    });
    const agent = new Agent({ keepAlive: true });
    const call = get(port, agent);
    await arrived.promise;
    let isClosed = false;
    const closed = server?.close().then(() => (isClosed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    const releasedAt = performance.now();
    held.resolve();
    await call;
    await closed;
    expect(performance.now() - releasedAt).toBeLessThan(KEEP_ALIVE_MS / 50);
    agent.destroy();
  });

  it('comes although a client asks on and on: each connection gets one more answer at most', async () => {
    const port = await start(async () => undefined);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await get(port, agent);
    let isClosed = false;
    const closed = server?.close().then(() => (isClosed = true));
    let count = 0;
    while (!isClosed && count < 1_000) {
      const isAnswered = await get(port, agent).then(
        () => true,
        () => false,
      );
      if (isAnswered) count += 1;
    }
    await closed;
    expect(count).toBeLessThanOrEqual(1);
    agent.destroy();
  });
});

describe('a client that takes nothing of its answer', () => {
  it('is cut off, and does not keep the server from ending', async () => {
    const left = Promise.withResolvers<void>();
    server = await listen(
      (_incoming, response) => {
        response.once('close', left.resolve);
        // More than the buffers of a connection hold.
        response.end(Buffer.alloc(64_000_000));
      },
      { host: '127.0.0.1', port: 0, silentMs: 200 },
    );
    const socket = connect(server.port, '127.0.0.1').pause();
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await left.promise;
    await server.close();
    socket.destroy();
  });

  it('has longer than any request waits', () => {
    expect(SILENT_CONNECTION_MS).toBeGreaterThan(REQUEST_DEADLINE_MS + LOOK_GRACE_MS + ANSWER_READ_MS);
  });
});
