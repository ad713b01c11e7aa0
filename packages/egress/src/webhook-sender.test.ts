import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Resolver } from './target/guarded-lookup.js';
import { toLoopback } from '../test/scene/http-tier-scene.js';
import { createLoopbackScene } from '../test/scene/loopback-scene.js';
import { createTargetRule } from './target/target-rule.js';
import {
  createWebhookSender,
  MAX_WEBHOOK_ANSWER_BYTES,
  MAX_WEBHOOK_HEADER_BYTES,
  MAX_WEBHOOK_SOCKETS,
  type WebhookDelivery,
} from './webhook-sender.js';

const scene = createLoopbackScene();
afterEach(() => scene.close());

const start = (ports: readonly number[], resolver?: Resolver, certificateAuthorities?: readonly string[]) => {
  const rule = createTargetRule({ allow: ports.map((port) => `127.0.0.1:${port}`) });
  const sender = createWebhookSender({ rule, resolver, certificateAuthorities });
  scene.onClose(() => sender.close());
  const send = (url: string, rest: Partial<WebhookDelivery> = {}, signal = new AbortController().signal) =>
    sender.send(
      { url, body: '{"a":1}', headers: { 'content-type': 'application/json' }, timeoutMs: 5_000, ...rest },
      signal,
    );
  return { sender, send };
};

const readAll = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('delivery', () => {
  it('posts body and headers, and no header that is not the caller’s to set', async () => {
    const seen: { request: IncomingMessage; body: string }[] = [];
    const port = await scene.serve((request, response) => {
      void readAll(request).then((body) => {
        seen.push({ request, body });
        response.writeHead(202).end('thanks');
      });
    });
    const headers = {
      'Webhook-Id': 'msg_1',
      Host: 'inner.example',
      'Content-Length': '3',
      'Transfer-Encoding': 'chunked',
    };
    const outcome = await start([port]).send(`http://127.0.0.1:${port}/hook?x=1`, { headers });
    expect(outcome).toEqual({ outcome: 'delivered', statusCode: 202 });
    const [first] = seen;
    expect(first?.body).toBe('{"a":1}');
    expect(first?.request).toMatchObject({ method: 'POST', url: '/hook?x=1' });
    expect(first?.request.headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      'webhook-id': 'msg_1',
      'content-length': '7',
    });
  });

  it('speaks https, and trusts no stranger’s certificate', async () => {
    const read = (name: string) => readFileSync(new URL(`../test/fixtures/${name}`, import.meta.url), 'utf8');
    const cert = read('loopback-cert.pem');
    const server = createTlsServer({ cert, key: read('loopback-key.pem') }, (_request, response) => response.end());
    const port = await scene.listen(server);
    const url = `https://localhost:${port}/`;
    expect(await start([port], toLoopback, [cert]).send(url)).toEqual({ outcome: 'delivered', statusCode: 200 });
    expect(await start([port], toLoopback).send(url)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/SELF_SIGNED|CERT/),
    });
  });

  it.each([400, 404, 410, 429, 500, 503])('counts a %i as failed, with its status', async (statusCode) => {
    const port = await scene.serve((_request, response) => response.writeHead(statusCode).end());
    const outcome = await start([port]).send(`http://127.0.0.1:${port}/`);
    expect(outcome).toEqual({ outcome: 'failed', reason: 'status', statusCode });
  });

  it.each([300, 301, 302, 303, 304, 307, 308])('follows no %i', async (statusCode) => {
    const canary = await scene.openCanary();
    const location = `http://127.0.0.1:${canary.port}/`;
    const port = await scene.serve((_request, response) => response.writeHead(statusCode, { location }).end());
    const outcome = await start([port, canary.port]).send(`http://127.0.0.1:${port}/`);
    expect(outcome).toEqual({ outcome: 'failed', reason: 'redirect', statusCode });
    expect(canary.touched()).toBe(0);
  });

  it('tries once', async () => {
    let count = 0;
    const port = await scene.serve((request) => {
      count += 1;
      request.socket.destroy();
    });
    expect(await start([port]).send(`http://127.0.0.1:${port}/`)).toEqual({ outcome: 'failed', reason: 'ECONNRESET' });
    expect(count).toBe(1);
  });
});

describe('bounds', () => {
  it('reads no more of an answer than its bound, and takes the status for the receipt', async () => {
    let sentBytes = 0;
    let isCut = false;
    const port = await scene.serve((_request, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(MAX_WEBHOOK_ANSWER_BYTES);
      const pour = () => {
        while (!response.destroyed && response.write(chunk)) sentBytes += chunk.byteLength;
      };
      response.on('drain', pour).on('close', () => (isCut = true));
      pour();
    });
    const outcome = await start([port]).send(`http://127.0.0.1:${port}/`);
    expect(outcome).toEqual({ outcome: 'delivered', statusCode: 200 });
    while (!isCut) await new Promise((resolve) => setImmediate(resolve));
    expect(sentBytes).toBeLessThan(50_000_000);
  });

  it('ends with its time: no answer, and an answer that never ends', async () => {
    const silence = await scene.openSilence();
    const endless = await scene.serve((_request, response) => void response.writeHead(200).write('x'));
    const { send } = start([silence, endless]);
    expect(await send(`http://127.0.0.1:${silence}/`, { timeoutMs: 60 })).toEqual({
      outcome: 'failed',
      reason: 'timeout',
    });
    expect(await send(`http://127.0.0.1:${endless}/`, { timeoutMs: 60 })).toEqual({
      outcome: 'delivered',
      statusCode: 200,
    });
    const never: Resolver = () => new Promise(() => undefined);
    expect(await start([], never).send('http://slow.example/', { timeoutMs: 60 })).toEqual({
      outcome: 'failed',
      reason: 'timeout',
    });
    expect(await send(`http://127.0.0.1:${silence}/`, { timeoutMs: -1 })).toEqual({
      outcome: 'failed',
      reason: 'timeout',
    });
  });

  it('refuses header floods', async () => {
    const port = await scene.serveRaw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(MAX_WEBHOOK_HEADER_BYTES)}\r\n\r\n`);
    expect(await start([port]).send(`http://127.0.0.1:${port}/`)).toEqual({
      outcome: 'failed',
      reason: 'headers_too_large',
    });
  });

  it('opens a bounded number of connections', async () => {
    let open = 0;
    let most = 0;
    const port = await scene.serve((_request, response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 20);
    });
    const { send } = start([port]);
    const all = await Promise.all(
      Array.from({ length: MAX_WEBHOOK_SOCKETS + 20 }, () => send(`http://127.0.0.1:${port}/`)),
    );
    expect(all.every(({ outcome }) => outcome === 'delivered')).toBe(true);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(MAX_WEBHOOK_SOCKETS);
  });
});

describe('ends', () => {
  it('is cancelled by the caller and by closing', async () => {
    const port = await scene.openSilence();
    const { sender, send } = start([port]);
    const gone = new AbortController();
    const first = send(`http://127.0.0.1:${port}/`, {}, gone.signal);
    gone.abort();
    expect(await first).toEqual({ outcome: 'failed', reason: 'cancelled' });
    expect(await send(`http://127.0.0.1:${port}/`, {}, gone.signal)).toEqual({
      outcome: 'failed',
      reason: 'cancelled',
    });
    const second = send(`http://127.0.0.1:${port}/`);
    sender.close();
    expect(await second).toEqual({ outcome: 'failed', reason: 'cancelled' });
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ outcome: 'failed', reason: 'cancelled' });
  });

  it('names causes and rules, never an address', async () => {
    const closed = await scene.findClosedPort();
    const inward: Resolver = async () => [{ address: '10.1.2.3', family: 4 }];
    const outcomes = await Promise.all([
      start([closed]).send(`http://127.0.0.1:${closed}/`),
      start([closed], inward).send('http://inner.example/'),
      start([]).send('http://10.1.2.3/'),
      start([]).send('http://localhost/'),
      start([]).send('ftp://example.com/'),
      start([]).send('nonsense'),
      start([closed]).send(`http://127.0.0.1:${closed}/`, { headers: { 'x-bad': 'a\r\nb: c' } }),
    ]);
    expect(outcomes).toEqual([
      { outcome: 'failed', reason: 'ECONNREFUSED' },
      { outcome: 'failed', reason: 'ENOTFOUND' },
      { outcome: 'refused', reason: 'address' },
      { outcome: 'refused', reason: 'local_name' },
      { outcome: 'refused', reason: 'scheme' },
      { outcome: 'refused', reason: 'invalid_url' },
      { outcome: 'failed', reason: 'ERR_INVALID_CHAR' },
    ]);
    expect(JSON.stringify(outcomes)).not.toMatch(/\d+\.\d+/);
  });
});
