import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openConsoleScene, ORIGIN, type ConsoleScene, type Person } from '../../test/console-scene.js';

const SCRAPE = '/api/gateway/scrape/web';

let scene: ConsoleScene;
let person: Person;
beforeAll(async () => {
  scene = await openConsoleScene({ callsPerUser: 5 });
  person = await scene.signUp();
});
afterAll(() => scene.close());
beforeEach(() => scene.gateway.reset());

/** Sends bytes as they are; returns what comes back until the other side closes, or waits for more. */
const sendRaw = async (text: string): Promise<string> => {
  const socket = connect(scene.port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.write(text);
  const waiting = setTimeout(() => socket.end(), 250);
  await once(socket, 'close');
  clearTimeout(waiting);
  return received;
};

const head = (): string =>
  `Host: x\r\nCookie: ${person.cookie}\r\nOrigin: ${ORIGIN}\r\nX-Quarry-Console: 1\r\nConnection: close\r\n`;

describe('a path below the gateway’s', () => {
  it.each([
    ...['/api/gateway', '/api/gateway/', '/api/gateway/..', '/api/gateway/../session', '/api/gateway/%2e%2e/session'],
    ...[
      '/api/gateway//requests',
      '/api/gateway/requests/../metrics',
      '/api/gateway/requests/%2e%2e/metrics',
      '/api/gateway/metrics',
    ],
    ...[
      '/api/gateway/..%2fmetrics',
      '/api/gateway/..\\metrics',
      '/api/gateway/requests%00',
      '/api/gateway/docs',
      '/api/gateway/healthz',
    ],
    ...[
      '/api/gateway/files/a/b/..',
      '/api/gateway/files/a/..%2f/c',
      '/api/gateway@evil.example/requests',
      '/api/gateway:80/requests',
    ],
    ...[
      'http://evil.example/api/gateway/requests',
      '/API/GATEWAY/requests',
      '/api/gateway/requests;x=1',
      '/api/gatewayx/requests',
    ],
  ])('%s leads nowhere', async (path) => {
    const received = await sendRaw(`GET ${path} HTTP/1.1\r\nAccept: application/json\r\n${head()}\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 (?:404|400|200)/);
    expect(scene.gateway.seen).toEqual([]);
    // What is no path of the API is a page of the app at most.
    expect(received).not.toContain('{"status":"ok"}');
  });
});

describe('what a caller smuggles', () => {
  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}'],
    [
      'a length and chunks',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /requests HTTP/1.1\r\n\r\n',
    ],
    ['an odd encoding', 'Transfer-Encoding: xchunked\r\n\r\n{}'],
    ['two encodings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n'],
    ['a negative length', 'Content-Length: -2\r\n\r\n{}'],
    ['a folded header', 'X-A: b\r\n Content-Length: 40\r\n\r\n{}'],
    ['a space before the colon', 'Content-Length : 2\r\n\r\n{}'],
    ['a bare line feed', 'X-A: b\nContent-Length: 40\r\n\r\n{}'],
  ])('with %s reaches the gateway as one call at most', async (_name, rest) => {
    await sendRaw(`POST ${SCRAPE} HTTP/1.1\r\nContent-Type: application/json\r\n${head()}${rest}`);
    expect(scene.gateway.seen.length).toBeLessThanOrEqual(1);
    for (const { method, url, body } of scene.gateway.seen) {
      expect({ method, url }).toEqual({ method: 'POST', url: '/scrape/web' });
      expect(['', '{}']).toContain(body);
    }
  });

  it('names no header for the hop that the console would drop', async () => {
    const named =
      'Connection: close, authorization, x-quarry-console\r\nKeep-Alive: timeout=1\r\nUpgrade: websocket\r\n';
    await sendRaw(`GET /api/gateway/requests HTTP/1.1\r\n${named}${head()}\r\n`);
    for (const seen of scene.gateway.seen) {
      expect(seen.headers.authorization).toMatch(/^Bearer qcs_/);
      expect(seen.headers).not.toHaveProperty('upgrade');
      expect(seen.headers.connection).toBe('keep-alive');
    }
  });

  it('in a chunked body stays in the body', async () => {
    const chunk = 'GET /metrics HTTP/1.1\r\n\r\n';
    const body = `${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`;
    await sendRaw(
      `POST ${SCRAPE} HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${head()}\r\n${body}`,
    );
    expect(scene.gateway.seen).toMatchObject([{ method: 'POST', url: '/scrape/web', body: chunk }]);
  });
});
