import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startEgressProxy, type EgressProxyOptions } from './egress-proxy.js';
import { createGuardedLookup, type Resolver } from './target/guarded-lookup.js';
import { toLoopback } from '../test/scene/http-tier-scene.js';
import { createLoopbackScene } from '../test/scene/loopback-scene.js';
import { createTargetRule } from './target/target-rule.js';

const scene = createLoopbackScene();
const { findClosedPort, listen, openCanary, serve } = scene;
afterEach(() => scene.close());

const startProxy = async (
  allow: readonly number[],
  options: Partial<EgressProxyOptions> & { resolver?: Resolver } = {},
) => {
  const { resolver, ...rest } = options;
  const rule = createTargetRule({ allow: allow.map((port) => `127.0.0.1:${port}`) });
  const proxy = await startEgressProxy({ rule, lookup: createGuardedLookup({ rule, resolver }), ...rest });
  scene.onClose(() => proxy.close());
  return proxy;
};

interface Answer {
  readonly status: number;
  readonly raw: readonly string[];
  readonly body: string;
}

const readAll = async (response: IncomingMessage): Promise<Answer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, raw: response.rawHeaders, body: Buffer.concat(chunks).toString() };
};

const send = (proxyPort: number, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET';
    const outgoing = httpRequest({ host: '127.0.0.1', port: proxyPort, path, method, headers, agent: false });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => void readAll(response).then(resolve, reject));
    outgoing.end(body);
  });

/** Everything the proxy says to one CONNECT and what is sent through it. */
const tunnel = (proxyPort: number, target: string, payload = ''): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(proxyPort, '127.0.0.1', () =>
      socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`),
    );
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (heard === '' && payload) socket.write(payload);
      heard += chunk.toString();
    });
    socket.on('close', () => resolve(heard));
  });

describe('plain requests', () => {
  it('are passed on with their headers, body and answer', async () => {
    let seen: IncomingMessage | undefined;
    const port = await listen(
      createServer((request, response) => {
        seen = request;
        response.writeHead(
          201,
          'Made',
          [
            ['X-Twice', '1'],
            ['X-Twice', '2'],
            ['Keep-Alive', 'timeout=1'],
          ].flat(),
        );
        request.pipe(response);
      }),
    );
    const proxy = await startProxy([port]);
    const url = `http://127.0.0.1:${port}/a?b=c`;
    const answer = await send(
      proxy.port,
      url,
      { host: 'x', 'proxy-authorization': 'secret', 'x-kept': 'yes' },
      'hello',
    );
    expect(answer).toMatchObject({ status: 201, body: 'hello' });
    expect(answer.raw.join('|')).toContain('X-Twice|1|X-Twice|2');
    expect(seen?.url).toBe('/a?b=c');
    expect(seen?.headers).toMatchObject({ 'x-kept': 'yes' });
    expect(seen?.headers).not.toHaveProperty('proxy-authorization');
  });

  it.each([
    'http://127.0.0.1:PORT/',
    'http://inner.example:PORT/',
    'http://0x7f.1:PORT/',
    'ftp://127.0.0.1:PORT/',
    '/relative',
  ])('never reach %s', async (path) => {
    const canary = await openCanary();
    const proxy = await startProxy([1], { resolver: toLoopback });
    await expect(send(proxy.port, path.replace('PORT', String(canary.port)))).rejects.toThrow();
    expect(canary.touched()).toBe(0);
  });

  it('leave a note on why they failed, until they succeed', async () => {
    const port = await findClosedPort();
    const proxy = await startProxy([port]);
    const url = `http://127.0.0.1:${port}/`;
    await expect(send(proxy.port, url)).rejects.toThrow();
    expect(proxy.failureOf(url)).toEqual({ verdict: 'connection_error', reason: 'ECONNREFUSED' });
    const server = createServer((_request, response) => response.end('back'));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    scene.onClose(() => server.close());
    expect((await send(proxy.port, url)).body).toBe('back');
    expect(proxy.failureOf(url)).toBeUndefined();
    expect(proxy.failureOf('nonsense')).toBeUndefined();
  });
});

describe('tunnels', () => {
  it('carry bytes to an allowed target', async () => {
    const port = await serve((_request, response) => response.setHeader('connection', 'close').end('through'));
    const proxy = await startProxy([port], { resolver: toLoopback });
    const payload = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const heard = await tunnel(proxy.port, `name.example:${port}`, payload);
    expect(heard).toMatch(/^HTTP\/1\.1 200 .*HTTP\/1\.1 200 OK.*through/s);
  });

  it.each([
    '127.0.0.1:PORT',
    'localhost:PORT',
    'inner.example:PORT',
    '[::1]:PORT',
    '2130706433:PORT',
    'a b:PORT',
    ':PORT',
    '',
  ])('never reach %j', async (target) => {
    const canary = await openCanary();
    const proxy = await startProxy([1], { resolver: toLoopback });
    const heard = await tunnel(proxy.port, target.replace('PORT', String(canary.port)));
    expect(heard).not.toContain('200');
    expect(canary.touched()).toBe(0);
  });

  it('by name are told by nobody from names that do not exist', async () => {
    const unknown: Resolver = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const ends = await Promise.all(
      [toLoopback, unknown].map(async (resolver) => {
        const proxy = await startProxy([], { resolver });
        const heard = await tunnel(proxy.port, 'inner.example:443');
        const plain = await send(proxy.port, 'http://inner.example/').catch((error: { code: string }) => error.code);
        const notes = ['https://inner.example/', 'http://inner.example/'].map((url) => proxy.failureOf(url));
        return { heard, plain, notes };
      }),
    );
    const note = { verdict: 'dns_error', reason: 'ENOTFOUND' };
    const heard = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n';
    expect(ends).toEqual([0, 1].map(() => ({ heard, plain: 'ECONNRESET', notes: [note, note] })));
  });

  it('leave a note on why they failed', async () => {
    const resolver: Resolver = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const proxy = await startProxy([], { resolver });
    expect(await tunnel(proxy.port, 'gone.example:443')).toMatch(/^HTTP\/1\.1 502/);
    expect(proxy.failureOf('https://gone.example/x')).toEqual({ verdict: 'dns_error', reason: 'ENOTFOUND' });
    expect(proxy.failureOf('http://gone.example/x')).toBeUndefined();
    await tunnel(proxy.port, '10.0.0.1:443');
    expect(proxy.failureOf('https://10.0.0.1/')).toEqual({ verdict: 'forbidden', reason: 'address' });
  });
});

describe('bounds', () => {
  it('cuts a page off above its traffic, plain or tunnelled', async () => {
    const port = await serve((_request, response) => {
      const pump = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', pump);
      pump();
    });
    const plain = await startProxy([port], { maxTrafficBytes: 100_000 });
    await expect(send(plain.port, `http://127.0.0.1:${port}/`)).rejects.toThrow();
    expect(plain.isOverTraffic()).toBe(true);
    const tunnelled = await startProxy([port], { maxTrafficBytes: 100_000 });
    await tunnel(tunnelled.port, `127.0.0.1:${port}`, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(tunnelled.isOverTraffic()).toBe(true);
  });

  it('gives up on a target that takes no connection in time', async () => {
    const resolver: Resolver = () => new Promise(() => undefined);
    const proxy = await startProxy([1], { resolver, connectTimeoutMs: 50 });
    await expect(send(proxy.port, 'http://slow.example/')).rejects.toThrow();
    expect(proxy.failureOf('http://slow.example/')).toEqual({ verdict: 'connection_error', reason: 'ETIMEDOUT' });
    expect(await tunnel(proxy.port, 'slow.example:444')).toMatch(/^HTTP\/1.1 502/);
    expect(proxy.failureOf('https://slow.example:444/')).toMatchObject({ reason: 'ETIMEDOUT' });
  });

  it('takes no more connections than it may', async () => {
    const canary = await openCanary();
    const proxy = await startProxy([canary.port], { maxConnections: 2 });
    const open = () =>
      new Promise<string>((resolve) => {
        const socket = connect(proxy.port, '127.0.0.1', () =>
          socket.write(`CONNECT 127.0.0.1:${canary.port} HTTP/1.1\r\n\r\n`),
        );
        scene.onClose(() => socket.destroy());
        socket.once('data', () => resolve('open'));
        socket.once('error', () => undefined);
        socket.once('close', () => resolve('closed'));
      });
    expect(await open()).toBe('open');
    expect(await open()).toBe('open');
    expect(await open()).toBe('closed');
  });

  it('ends every connection when it closes', async () => {
    const canary = await openCanary();
    const proxy = await startProxy([canary.port]);
    let isOpen = (): void => undefined;
    const opened = new Promise<void>((resolve) => (isOpen = resolve));
    const ended = new Promise<void>((resolve) => {
      const socket = connect(proxy.port, '127.0.0.1', () =>
        socket.write(`CONNECT 127.0.0.1:${canary.port} HTTP/1.1\r\n\r\n`),
      );
      socket.once('data', isOpen);
      socket.once('error', () => undefined);
      socket.once('close', () => resolve());
    });
    await opened;
    await proxy.close();
    await ended;
  });
});
