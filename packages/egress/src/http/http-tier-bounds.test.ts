import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Resolver } from '../target/guarded-lookup.js';
import { MAX_HEADER_BYTES } from './hop-limits.js';
import { createHttpTierScene, failureOf, MAX_BODY, pageOf } from '../../test/scene/http-tier-scene.js';

const scene = createHttpTierScene();
const { openSilence, run, serve, serveRaw } = scene;
afterEach(() => scene.close());

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
    const port = await openSilence();
    const result = await run({ url: locate(port), deadlineInMs: 600 });
    expect(result).toMatchObject({ isAnswered: false, stopped: 'page_timeout' });
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
