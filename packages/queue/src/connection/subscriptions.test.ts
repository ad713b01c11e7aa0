import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { openConnection } from './connections.js';
import { openSubscriptions } from './subscriptions.js';

const QUIET = { warn: () => undefined, error: () => undefined };
const INFO = 'redis_version:7.2.0\r\nloading:0\r\n';
const COMMAND = /\*\d+\r\n\$\d+\r\n([A-Za-z]+)\r\n/g;
const SUBSCRIBED = '*3\r\n$9\r\nsubscribe\r\n$4\r\nnews\r\n:1\r\n';

/** A server that speaks as much of Redis as a subscriber needs; `onCommand` may reply itself. */
const startServer = async (onCommand: (name: string, socket: Socket) => string | undefined) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const [, name = ''] of chunk.toString().matchAll(COMMAND)) {
        const reply = onCommand(name.toLowerCase(), socket);
        if (reply !== undefined) socket.write(reply);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

const usual = (name: string): string => (name === 'info' ? `$${INFO.length}\r\n${INFO}\r\n` : '+OK\r\n');

it('a connection that is lost is subscribed again, and may end before the server has confirmed it', async () => {
  const again = Promise.withResolvers<void>();
  let sockets = 0;
  let first: Socket | undefined;
  const server = await startServer((name, socket) => {
    if (name === 'info') sockets += 1;
    first ??= socket;
    if (name === 'subscribe' && sockets === 1) return SUBSCRIBED;
    if (name === 'subscribe') {
      again.resolve();
      return undefined;
    }
    if (name === 'quit') return void socket.destroy();
    return usual(name);
  });
  const subscriptions = openSubscriptions(() => openConnection(server.url, 'subscriber', QUIET));
  await subscriptions.subscribe('news', () => undefined);
  first?.destroy();
  await again.promise;
  await subscriptions.close();
  // A rejection that nobody handles fails the test; it is known a turn later.
  await new Promise((resolve) => setImmediate(resolve));
  server.close();
  expect(sockets).toBe(2);
});
