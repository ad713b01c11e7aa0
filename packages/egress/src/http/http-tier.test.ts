import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { MAX_CONTENT_CODINGS } from './decode-content.js';
import type { Resolver } from '../target/guarded-lookup.js';
import { createHttpTierScene, failureOf, pageOf, textOf, toLoopback } from '../../test/scene/http-tier-scene.js';

const fixture = (name: string) => readFileSync(new URL(`../../test/fixtures/${name}`, import.meta.url), 'utf8');
const tls = { key: fixture('loopback-key.pem'), cert: fixture('loopback-cert.pem') };
const scene = createHttpTierScene();
const { findClosedPort, listen, openCanary, run, serve, serveRaw } = scene;
afterEach(() => scene.close());

const CUT_GZIP = gzipSync('Words that never arrive as a whole. '.repeat(9)).subarray(0, -12);
const GZIP_HEAD = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${CUT_GZIP.byteLength}\r\n\r\n`;

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
      isRendered: false,
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
    ]); // oxfmt-ignore
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
    ['a gzip stream that ends early', Buffer.concat([Buffer.from(GZIP_HEAD), CUT_GZIP])],
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
    return listen(server);
  };

  it('speaks HTTP/2 where it is offered', async () => {
    const authorities: string[] = [];
    const port = await serveH2(authorities);
    const result = await run({ url: `https://127.0.0.1:${port}/`, certificateAuthorities: [tls.cert] });
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
    expect(textOf(await run({ url: `https://127.0.0.1:${port}/`, certificateAuthorities: [tls.cert] }))).toBe('one');
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
      certificateAuthorities: [tls.cert],
    });
    expect(failureOf(forbidden)).toBe('dns_error/ENOTFOUND');
    expect(canary.touched()).toBe(0);
    const port = await serveH2();
    const allowed = await run({ url: `https://h2.target.test:${port}/`, resolver, certificateAuthorities: [tls.cert] });
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
      expect(failureOf(result)).toBe('dns_error/ENOTFOUND');
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
    const port = await findClosedPort();
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe('connection_error/ECONNREFUSED');
  });
});
