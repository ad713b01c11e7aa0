import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { readFileSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createBrowserIdentity } from './browser-identity.js';
import { MAX_CONTENT_CODINGS } from './decode-content.js';
import { createGuardedLookup, type Resolver } from './guarded-lookup.js';
import { createHopClient, MAX_HEADER_BYTES } from './http-hop.js';
import { createHttpTier, MAX_REDIRECTS } from './http-tier.js';
import type { RawPage, TierResult } from './raw-page.js';
import { createTargetRule } from './target-rule.js';
import { startTimeBudget } from './time-budget.js';

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const tls = { key: fixture('loopback-key.pem'), cert: fixture('loopback-cert.pem') };
const MAX_BODY = 1_000_000;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const listen = async (server: Server | TcpServer): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
};

const serve = (listener: RequestListener) => listen(createServer(listener));

const serveRaw = (answer: string | Buffer, isKept = false) =>
  listen(
    createTcpServer((socket) => {
      socket.once('data', () => (isKept ? socket.write(answer) : socket.end(answer)));
    }),
  );

/** A port that must stay silent, and the number of connections it saw. */
const openCanary = async () => {
  let touched = 0;
  const port = await listen(createTcpServer(() => (touched += 1)));
  return { port, touched: () => touched };
};

interface TryOptions {
  readonly url: string;
  readonly allow?: readonly number[];
  readonly headers?: Record<string, string>;
  readonly resolver?: Resolver;
  readonly isTrusting?: boolean;
  readonly pageTimeoutMs?: number;
  readonly deadlineInMs?: number;
  readonly signal?: AbortSignal;
  readonly maxBodyBytes?: number;
}

const run = async (options: TryOptions): Promise<TierResult & { stopped: string | undefined }> => {
  const { url, allow = [Number(new URL(url).port)], headers = {}, isTrusting = false } = options;
  const rule = createTargetRule({ allow: allow.map((port) => `127.0.0.1:${port}`) });
  const lookup = createGuardedLookup({ rule, resolver: options.resolver });
  const client = createHopClient({ lookup, certificateAuthorities: isTrusting ? [tls.cert] : undefined });
  closers.push(() => client.close());
  const tier = createHttpTier({
    rule,
    client,
    identity: createBrowserIdentity(140),
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY,
  });
  const deadlineAtMs = Date.now() + (options.deadlineInMs ?? 20_000);
  const signal = options.signal ?? new AbortController().signal;
  const budget = startTimeBudget({ signal, deadlineAtMs, pageTimeoutMs: options.pageTimeoutMs ?? 10_000 });
  const result = await tier.fetch({ url, tier: 'http', purpose: 'page', headers, deadlineAtMs }, budget);
  budget.end();
  return { ...result, stopped: budget.stopReason() };
};

const pageOf = (result: TierResult): RawPage => {
  if (!result.isAnswered) throw new Error(`No answer: ${result.verdict} ${result.reason}`);
  return result.page;
};

const textOf = (result: TierResult) => Buffer.from(pageOf(result).body).toString();
const failureOf = (result: TierResult) => (result.isAnswered ? 'answered' : `${result.verdict}/${result.reason}`);
const toLoopback: Resolver = async () => [{ address: '127.0.0.1', family: 4 }];

describe('answers', () => {
  it('gives status, headers and the bytes as sent', async () => {
    const bytes = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
    const port = await serve((_request, response) => {
      response.writeHead(203, { 'content-type': 'text/html; charset=iso-8859-1', 'x-a': ['1', '2'] });
      response.end(bytes);
    });
    const page = pageOf(await run({ url: `http://127.0.0.1:${port}/a?b=1#c` }));
    expect(page).toMatchObject({
      statusCode: 203,
      statusText: 'Non-Authoritative Information',
      url: `http://127.0.0.1:${port}/a?b=1#c`,
      isRedirected: false,
    });
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=iso-8859-1', 'x-a': '1, 2' });
    expect(Buffer.from(page.body)).toEqual(bytes);
  });

  it('sends a navigation in browser order and lets the caller replace parts of it', async () => {
    let raw: string[] = [];
    const port = await serve((request, response) => {
      raw = request.rawHeaders;
      response.end();
    });
    await run({
      url: `http://127.0.0.1:${port}/`,
      headers: {
        'Accept-Language': 'de',
        'X-Mine': 'yes',
        Connection: 'close',
        'Accept-Encoding': 'identity',
        Host: 'evil',
      },
    });
    const names = raw.filter((_value, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names).toEqual([
      'host', 'connection', 'upgrade-insecure-requests', 'user-agent', 'accept', 'accept-encoding', 'accept-language', 'x-mine',
    ]); // prettier-ignore
    const sent = Object.fromEntries(names.map((name, at) => [name, raw[at * 2 + 1]]));
    expect(sent).toMatchObject({
      host: `127.0.0.1:${port}`,
      connection: 'keep-alive',
      'accept-language': 'de',
      'accept-encoding': 'gzip, deflate',
      'x-mine': 'yes',
    });
    expect(sent['user-agent']).toContain('Chrome/140.0.0.0');
  });

  it.each([
    ['gzip', gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['deflate', deflateSync('hello')],
    ['deflate', deflateRawSync('hello')],
    ['zstd', zstdCompressSync('hello')],
    ['gzip, br', brotliCompressSync(gzipSync('hello'))],
    ['gzip', gzipSync('hello').subarray(0, -8)],
    ['gzip', Buffer.concat([gzipSync('hel'), gzipSync('lo'), Buffer.from([0])])],
    ['identity', Buffer.from('hello')],
    ['unheard-of', Buffer.from('hello')],
  ])('decodes %s', async (coding, body) => {
    const port = await serve((_request, response) => response.setHeader('content-encoding', coding).end(body));
    expect(textOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe('hello');
  });

  it.each([
    ['HTTP/1.0 without any header', 'HTTP/1.0 200 OK\r\n\r\nold', 'old'],
    ['an empty reason phrase', 'HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok', 'ok'],
    ['a chunked body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 'ok'],
  ])('takes %s', async (_name, answer, text) => {
    const port = await serveRaw(answer);
    expect(textOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe(text);
  });

  it.each([
    ['a body shorter than declared', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'],
    ['chunked garbage', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n'],
    ['no HTTP at all', 'SSH-2.0-server\r\n'],
    ['an empty answer', ''],
    ['plain text said to be gzip', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain'],
    ['too many codings', `HTTP/1.1 200 OK\r\nContent-Encoding: ${'gzip,'.repeat(MAX_CONTENT_CODINGS)}gzip\r\n\r\nx`],
  ])('calls %s a broken connection', async (_name, answer) => {
    const port = await serveRaw(answer);
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toMatch(/^connection_error\/[A-Za-z_]+$/);
  });
});

describe('TLS and HTTP/2', () => {
  const serveH2 = async (authorities: string[] = []) => {
    const server = createSecureServer(tls, (request, response) => {
      authorities.push(request.headers[':authority'] ?? '');
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.end(`h${request.httpVersion}`);
    });
    return listen(server as unknown as Server);
  };

  it('speaks HTTP/2 where it is offered', async () => {
    const authorities: string[] = [];
    const port = await serveH2(authorities);
    const result = await run({ url: `https://127.0.0.1:${port}/`, isTrusting: true });
    expect(textOf(result)).toBe('h2.0');
    expect(authorities).toEqual([`127.0.0.1:${port}`]);
    expect(pageOf(result)).toMatchObject({ statusText: 'OK', headers: { 'set-cookie': 'a=1, b=2' } });
  });

  it('speaks HTTP/1.1 where HTTP/2 is not, with client hints', async () => {
    let seen: IncomingMessage | undefined;
    const server = createTlsServer(tls, (request, response) => {
      seen = request;
      response.end('one');
    });
    const port = await listen(server);
    expect(textOf(await run({ url: `https://127.0.0.1:${port}/`, isTrusting: true }))).toBe('one');
    expect(seen?.httpVersion).toBe('1.1');
    expect(seen?.headers).toMatchObject({
      'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
      'sec-fetch-mode': 'navigate',
      'accept-encoding': 'gzip, deflate, br, zstd',
    });
  });

  it('judges and pins names on the HTTP/2 way as well', async () => {
    const canary = await openCanary();
    const resolver = toLoopback;
    const forbidden = await run({
      url: `https://h2.target.test:${canary.port}/`,
      allow: [1],
      resolver,
      isTrusting: true,
    });
    expect(failureOf(forbidden)).toBe('forbidden/address');
    expect(canary.touched()).toBe(0);
    const port = await serveH2();
    const allowed = await run({ url: `https://h2.target.test:${port}/`, resolver, isTrusting: true });
    expect(textOf(allowed)).toBe('h2.0');
  });

  it('refuses certificates nobody vouches for', async () => {
    const port = await serveH2();
    expect(failureOf(await run({ url: `https://127.0.0.1:${port}/` }))).toMatch(/^tls_error\/\w+$/);
  });

  it('calls a plain server behind https a TLS error', async () => {
    const port = await serveRaw('HTTP/1.1 400 Bad Request\r\n\r\n');
    expect(failureOf(await run({ url: `https://127.0.0.1:${port}/` }))).toMatch(/^tls_error\//);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'follows %i and keeps cookies, fragment and the caller’s secrets at home',
    async (code) => {
      const seen: IncomingMessage[] = [];
      const port = await serve((request, response) => {
        seen.push(request);
        if (request.url === '/start') {
          const cookies = ['sid=1; Path=/', 'deep=1; Path=/deep', 'other=1; Domain=else.example'];
          response.writeHead(code, { location: '/end', 'set-cookie': cookies }).end('unread');
        } else response.end('end');
      });
      const headers = { Cookie: 'mine=1', Authorization: 'Basic x', 'X-Api-Key': 'k' };
      const result = await run({ url: `http://127.0.0.1:${port}/start#part`, headers });
      expect(pageOf(result)).toMatchObject({ url: `http://127.0.0.1:${port}/end#part`, isRedirected: true });
      expect(seen[1]?.headers).toMatchObject({ cookie: 'mine=1; sid=1', authorization: 'Basic x', 'x-api-key': 'k' });
    },
  );

  it('drops the caller’s secrets for good when the way leaves their origin', async () => {
    const seen: IncomingMessage[] = [];
    const record: RequestListener = (request, response) => {
      seen.push(request);
      const back = `http://127.0.0.1:${home}/back`;
      if (request.url === '/') response.writeHead(302, { location: `http://127.0.0.1:${away}/away` }).end();
      else if (request.url === '/away') response.writeHead(302, { location: back }).end();
      else response.end('back');
    };
    const home: number = await serve(record);
    const away: number = await serve(record);
    const headers = { cookie: 'mine=1', authorization: 'Bearer x', 'x-auth-token': 't', 'x-plain': 'p' };
    expect(textOf(await run({ url: `http://127.0.0.1:${home}/`, allow: [home, away], headers }))).toBe('back');
    expect(seen).toHaveLength(3);
    for (const { headers: sent } of seen.slice(1)) {
      expect(sent).toMatchObject({ 'x-plain': 'p' });
      expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['cookie']));
      expect(sent.authorization ?? sent['x-auth-token'] ?? sent.cookie).toBeUndefined();
    }
  });

  it.each([
    (port: number) => `http://127.0.0.1:${port}/`,
    (port: number) => `http://localhost:${port}/`,
    (port: number) => `//0x7f.1:${port}/`,
    (port: number) => `http://[::1]:${port}/`,
    (port: number) => `http://[::ffff:127.0.0.1]:${port}/`,
    (port: number) => `http://inner.example:${port}/`,
    () => 'file:///etc/passwd',
    () => 'javascript:alert(1)',
  ])('never follows into forbidden places (%#)', async (locate) => {
    const canary = await openCanary();
    const port = await serve((_request, response) => response.writeHead(302, { location: locate(canary.port) }).end());
    const result = await run({ url: `http://127.0.0.1:${port}/`, resolver: toLoopback });
    expect(failureOf(result)).toMatch(/^forbidden\//);
    expect(canary.touched()).toBe(0);
  });

  it('stops after the bound', async () => {
    let count = 0;
    const port = await serve((_request, response) => {
      count += 1;
      response.writeHead(302, { location: `/${count}` }).end();
    });
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe('connection_error/too_many_redirects');
    expect(count).toBe(MAX_REDIRECTS + 1);
  });

  it('follows exactly as many as the bound allows, and reads raw UTF-8 in Location', async () => {
    const port = await serve((request, response) => {
      const at = Number(new URL(request.url ?? '', 'http://x').pathname.slice(1));
      if (at < MAX_REDIRECTS)
        response.writeHead(302, { location: Buffer.from(`/${at + 1}?ü`).toString('latin1') }).end();
      else response.end(request.url);
    });
    expect(textOf(await run({ url: `http://127.0.0.1:${port}/0` }))).toBe(`/${MAX_REDIRECTS}?%C3%BC`);
  });

  it('answers with a redirect that names no target, and refuses a malformed one', async () => {
    const bare = await serve((_request, response) => response.writeHead(302).end('here'));
    expect(textOf(await run({ url: `http://127.0.0.1:${bare}/` }))).toBe('here');
    const broken = await serve((_request, response) => response.writeHead(302, { location: 'http://[' }).end());
    expect(failureOf(await run({ url: `http://127.0.0.1:${broken}/` }))).toBe('connection_error/bad_redirect');
  });
});

describe('names', () => {
  it('dials what was judged although the name changes its mind', async () => {
    const canary = await openCanary();
    let asked = 0;
    const rebinding: Resolver = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '203.0.113.9' : '127.0.0.1', family: 4 }];
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const result = await run({ url: `http://rebind.example:${canary.port}/`, allow: [1], resolver: rebinding });
      expect(failureOf(result)).toBe('forbidden/address');
    }
    expect(canary.touched()).toBe(0);
  });

  it('takes the allowed address of a name with several', async () => {
    const port = await serve((_request, response) => response.end('v4'));
    const resolver: Resolver = async () => [
      { address: '10.0.0.1', family: 4 },
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect(textOf(await run({ url: `http://mixed.example:${port}/`, resolver }))).toBe('v4');
  });

  it('reports names that do not resolve', async () => {
    const resolver: Resolver = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(failureOf(await run({ url: 'http://gone.example/', allow: [], resolver }))).toBe('dns_error/ENOTFOUND');
    expect(failureOf(await run({ url: 'https://gone.example/', allow: [], resolver }))).toBe('dns_error/ENOTFOUND');
  });

  it('reports a refused connection without its address', async () => {
    const port = await serve(() => undefined);
    closers.pop()?.();
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe('connection_error/ECONNREFUSED');
  });
});

describe('bounds', () => {
  const bombs = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, zstd: zstdCompressSync };
  it.each(Object.entries(bombs))('stops a %s bomb', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(MAX_BODY * 30));
    expect(bomb.byteLength).toBeLessThan(MAX_BODY);
    const port = await serve((_request, response) => response.setHeader('content-encoding', coding).end(bomb));
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe('too_large/body_too_large');
  });

  it('stops an endless body', async () => {
    const port = await serve((_request, response) => {
      const pump = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', pump);
      pump();
    });
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe('too_large/body_too_large');
  });

  it('takes a body of exactly the bound and refuses a declared one above it', async () => {
    const port = await serve((request, response) =>
      response.end(Buffer.alloc(MAX_BODY + Number(request.url?.slice(1)))),
    );
    expect(pageOf(await run({ url: `http://127.0.0.1:${port}/0` })).body.byteLength).toBe(MAX_BODY);
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/1` }))).toBe('too_large/body_too_large');
  });

  it('refuses answer headers above the bound', async () => {
    const port = await serveRaw(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(MAX_HEADER_BYTES)}\r\n\r\n`);
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe('too_large/headers_too_large');
  });

  it('ends a dripping body at the page limit', async () => {
    const port = await serve((_request, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const result = await run({ url: `http://127.0.0.1:${port}/`, pageTimeoutMs: 300 });
    expect(result).toMatchObject({ isAnswered: false, stopped: 'page_timeout' });
  });

  it.each([
    ['no answer', (port: number) => `http://127.0.0.1:${port}/`],
    ['no TLS answer', (port: number) => `https://127.0.0.1:${port}/`],
  ])('ends %s at the deadline', async (_name, locate) => {
    const port = await listen(createTcpServer(() => undefined));
    const result = await run({ url: locate(port), deadlineInMs: 600 });
    expect(result).toMatchObject({ isAnswered: false, stopped: 'deadline_exceeded' });
  });

  it('ends when a name never resolves', async () => {
    const resolver: Resolver = () => new Promise(() => undefined);
    const result = await run({ url: 'http://slow.example/', allow: [], resolver, pageTimeoutMs: 200 });
    expect(result).toMatchObject({ isAnswered: false, stopped: 'page_timeout' });
  });

  it('ends at once when the caller leaves, and closes the connection', async () => {
    const controller = new AbortController();
    let isClosed: Promise<void> | undefined;
    const port = await serve((request, response) => {
      isClosed = new Promise((resolve) => request.socket.on('close', () => resolve()));
      response.write('x');
      controller.abort();
    });
    const result = await run({ url: `http://127.0.0.1:${port}/`, signal: controller.signal });
    expect(result).toMatchObject({ isAnswered: false, stopped: 'cancelled' });
    await isClosed;
  });
});
