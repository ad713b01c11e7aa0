import type { IncomingMessage, RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHttpTierScene, failureOf, pageOf, textOf } from '../../test/scene/http-tier-scene.js';
import { createProxyScene, tls } from '../../test/scene/proxy-scene.js';
import { MAX_FORM_BYTES, type FetchRequest } from '../port.js';

const scene = createHttpTierScene();
const proxies = createProxyScene();
const { findClosedPort, listen, run, serve } = scene;
afterEach(() => Promise.all([scene.close(), proxies.close()]));

const FORM = 'q=caf%C3%A9+noir&s=10';

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly names: readonly string[];
  readonly body: string;
}

/** Keeps what comes whole, and answers. */
const receive = (answer: (received: Received) => { status: number; location?: string } = () => ({ status: 200 })) => {
  const seen: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path, headers, rawHeaders } = request;
      const names = rawHeaders.filter((_, at) => at % 2 === 0);
      const received = { method, path, headers, names, body: Buffer.concat(chunks).toString() };
      seen.push(received);
      const { status, location } = answer(received);
      response
        .writeHead(status, { 'content-type': 'text/plain', ...(location ? { location } : {}) })
        .end(received.body);
    });
  };
  return { seen, listener };
};

/** The form is sent to `/start`, whose answer leads on. */
const redirectOnce = (status: number, location: string) =>
  receive(({ path }) => (path === '/start' ? { status, location } : { status: 200 }));

describe('a form', () => {
  it('is sent whole, with the headers of its navigation', async () => {
    const { seen, listener } = receive();
    const port = await serve(listener);
    const origin = `http://127.0.0.1:${port}`;
    expect(textOf(await run({ url: `${origin}/s`, method: 'POST', body: FORM }))).toBe(FORM);
    expect(seen[0]).toMatchObject({ method: 'POST', body: FORM });
    expect(seen[0]?.headers).toMatchObject({
      'content-length': String(FORM.length),
      'content-type': 'application/x-www-form-urlencoded',
      'cache-control': 'max-age=0',
      origin,
      referer: `${origin}/`,
    });
    expect(seen[0]?.headers['transfer-encoding']).toBeUndefined();
    expect(seen[0]?.names).toEqual([
      'host', 'connection', 'content-length', 'cache-control', 'upgrade-insecure-requests', 'content-type', 'user-agent',
      'origin', 'accept', 'referer', 'accept-encoding', 'accept-language',
    ]); // oxfmt-ignore
  });

  it('may be empty, and counts bytes', async () => {
    const { seen, listener } = receive();
    const port = await serve(listener);
    await run({ url: `http://127.0.0.1:${port}/`, method: 'POST' });
    await run({ url: `http://127.0.0.1:${port}/`, method: 'POST', body: 'ä' });
    expect(seen.map(({ method, headers, body }) => [method, headers['content-length'], body])).toEqual([
      ['POST', '0', ''],
      ['POST', '2', 'ä'],
    ]);
  });

  it.each(['http/1.1', 'h2'])('goes to secured targets over %s', async (protocol) => {
    const { seen, listener } = receive();
    // safe because the compatible answers of both protocols take a listener of the first
    const server = protocol === 'h2' ? createSecureServer(tls, listener as never) : createTlsServer(tls, listener);
    const url = `https://127.0.0.1:${await listen(server)}/s`;
    const result = await run({ url, method: 'POST', body: FORM, certificateAuthorities: [tls.cert] });
    expect(textOf(result)).toBe(FORM);
    expect(seen[0]?.headers).toMatchObject({
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      'content-length': String(FORM.length),
    });
  });

  it.each(['http', 'https', 'h2'] as const)('goes through a proxy to a target by %s', async (kind) => {
    const proxy = await proxies.startChain();
    const { seen, listener } = receive();
    const secured = kind === 'h2' ? createSecureServer(tls, listener as never) : createTlsServer(tls, listener);
    const port = kind === 'http' ? await serve(listener) : await listen(secured);
    const fetch = proxies.startFetcher({ datacenter: [proxy.template] });
    const url = `${kind === 'http' ? 'http' : 'https'}://shop.target.test:${port}/s`;
    const outcome = await fetch(url, { method: 'POST', body: FORM });
    expect(outcome).toMatchObject({ verdict: 'ok', attempts: 1, page: { text: FORM } });
    expect(seen).toMatchObject([{ method: 'POST', body: FORM }]);
    expect(proxy.asks).toHaveLength(1);
  });

  it('lets the caller’s headers win', async () => {
    const { seen, listener } = receive();
    const port = await serve(listener);
    const headers = {
      Referer: 'https://else.example/x',
      'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8',
    };
    await run({ url: `http://127.0.0.1:${port}/`, method: 'POST', body: FORM, headers });
    expect(seen[0]?.headers).toMatchObject({ referer: headers.Referer, 'content-type': headers['Content-Type'] });
  });
});

describe('a redirect of a form', () => {
  it.each([301, 302, 303])('%i asks for a page', async (status) => {
    const { seen, listener } = redirectOnce(status, '/end');
    const port = await serve(listener);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: 'a=1', origin: 'https://x.example' };
    const result = await run({ url: `http://127.0.0.1:${port}/start`, method: 'POST', body: FORM, headers });
    expect(pageOf(result)).toMatchObject({ url: `http://127.0.0.1:${port}/end`, isRedirected: true });
    expect(seen[1]).toMatchObject({ method: 'GET', path: '/end', body: '' });
    const sent = seen[1]?.headers ?? {};
    expect(sent).toMatchObject({ referer: `http://127.0.0.1:${port}/`, cookie: 'a=1' });
    expect([sent['content-type'], sent['content-length'], sent.origin]).toEqual([undefined, undefined, undefined]);
  });

  it.each([307, 308])('%i has it sent once more', async (status) => {
    const { seen, listener } = redirectOnce(status, '/end');
    const port = await serve(listener);
    expect(textOf(await run({ url: `http://127.0.0.1:${port}/start`, method: 'POST', body: FORM }))).toBe(FORM);
    expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/start', FORM],
      ['POST', '/end', FORM],
    ]);
  });

  it.each([307, 308])('%i never takes it to another origin', async (status) => {
    const away = receive();
    const awayPort = await serve(away.listener);
    const { listener } = redirectOnce(status, `http://127.0.0.1:${awayPort}/end`);
    const port = await serve(listener);
    const url = `http://127.0.0.1:${port}/start`;
    const result = await run({ url, method: 'POST', body: FORM, allow: [port, awayPort] });
    expect(failureOf(result)).toBe('connection_error/form_redirected_away');
    expect(away.seen).toEqual([]);
  });

  it('keeps in mind how far it went', async () => {
    const away = redirectOnce(302, '/home');
    const awayPort = await serve(away.listener);
    const home = redirectOnce(303, `http://127.0.0.1:${awayPort}/end`);
    const port = await serve(home.listener);
    const url = `http://127.0.0.1:${port}/start`;
    await run({ url, method: 'POST', body: FORM, allow: [port, awayPort], headers: { cookie: 'a=1' } });
    expect(away.seen[0]).toMatchObject({ method: 'GET', headers: { referer: `http://127.0.0.1:${port}/` } });
    expect(away.seen[0]?.headers.cookie).toBeUndefined();
  });
});

describe('a form that fails', () => {
  const post = (url: string, request: Partial<FetchRequest> = {}) =>
    proxies.startFetcher({})(url, { method: 'POST', body: FORM, ...request });

  it.each([
    ['an error of the server', { status: 503 }, 'target_5xx'],
    ['a redirect elsewhere', { status: 307, location: 'https://a.test/' }, 'connection_error'],
  ])('is not sent again: %s', async (_name, answer, verdict) => {
    const { seen, listener } = receive(() => answer);
    expect(await post(`http://127.0.0.1:${await serve(listener)}/`)).toMatchObject({ verdict, attempts: 1 });
    expect(seen).toHaveLength(1);
  });

  it('is not sent again over a connection that broke', async () => {
    let count = 0;
    const port = await serve((request) => {
      count += 1;
      request.socket.destroy();
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ verdict: 'connection_error', attempts: 1 });
    expect(count).toBe(1);
  });

  it('is tried again where it reached nobody', async () => {
    const port = await findClosedPort();
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ verdict: 'connection_error', attempts: 3 });
  });

  it('is refused above its bound, and with GET', async () => {
    const { seen, listener } = receive();
    const url = `http://127.0.0.1:${await serve(listener)}/`;
    const outcomes = [
      await post(url, { body: 'é'.repeat(MAX_FORM_BYTES / 2) }),
      await post(url, { body: `${'é'.repeat(MAX_FORM_BYTES / 2)}=` }),
      await post(url, { method: 'GET' }),
    ];
    expect(outcomes).toMatchObject([
      { verdict: 'ok' },
      { verdict: 'unsupported', reason: 'form_too_large', attempts: 0 },
      { verdict: 'unsupported', reason: 'body_without_post', attempts: 0 },
    ]);
    expect(seen).toHaveLength(1);
  });
});
