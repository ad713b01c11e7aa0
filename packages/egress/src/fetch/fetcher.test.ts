import { afterEach, describe, expect, it } from '@jest/globals';
import { MAX_DRAIN_MS } from '../browser/browser-pool.js';
import { PROXY_IDLE_TIMEOUT_MS } from '../egress-proxy.js';
import type { FetcherOptions } from './fetcher-options.js';
import { BROWSER_PAGE_TIMEOUT_MS, createFetcher, HTTP_PAGE_TIMEOUT_MS } from './fetcher.js';
import { HOP_TIMEOUTS_MS } from '../http/hop-limits.js';
import { MAX_RETRIES } from '../politeness/retry-policy.js';
import type { DocumentReader, FetchRequest } from '../port.js';
import { createLoopbackScene } from '../../test/scene/loopback-scene.js';
import { createTargetRule } from '../target/target-rule.js';
import { DEADLINE_MARGIN_MS } from './time-budget.js';

const scene = createLoopbackScene();
const { openSilence, serve } = scene;
afterEach(() => scene.close());

const startFetcher = (port: number, options: Partial<FetcherOptions> = {}) => {
  const rule = createTargetRule({ allow: [`127.0.0.1:${port}`] });
  const fetcher = createFetcher({ rule, ...options });
  scene.onClose(() => fetcher.close());
  const fetch = (request: Partial<FetchRequest> = {}, signal = new AbortController().signal) =>
    fetcher.fetch(
      {
        url: `http://127.0.0.1:${port}/`,
        tier: 'http',
        purpose: 'page',
        deadlineAtMs: Date.now() + 20_000,
        ...request,
      },
      signal,
    );
  return { fetcher, fetch };
};

const PAGE = `<!doctype html><title>A page</title><p>${'Plain words of an ordinary page. '.repeat(20)}</p>`;

describe('outcomes', () => {
  it('hands over page, text and verdict', async () => {
    const port = await serve((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
    const outcome = await startFetcher(port).fetch();
    expect(outcome).toMatchObject({ verdict: 'ok', tier: 'http', proxyType: 'datacenter', attempts: 1 });
    expect(outcome.page).toMatchObject({ statusCode: 200, statusText: 'OK', mediaType: 'text/html', text: PAGE });
  });

  it('decodes by the bytes and the header, as browsers do', async () => {
    const bytes = Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]);
    const port = await serve((_request, response) =>
      response.setHeader('content-type', 'text/html; charset=shift_jis').end(bytes),
    );
    const { page } = await startFetcher(port).fetch();
    expect(page?.text).toBe('テスト');
    expect(Buffer.from(page?.body ?? [])).toEqual(bytes);
  });

  it('has documents read by the reader of the request', async () => {
    const port = await serve((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
    const body = Buffer.from('read');
    const readDocument: DocumentReader = async ({ bytes, contentType, statusCode }) => {
      expect([Buffer.from(bytes).toString(), contentType, statusCode]).toEqual([PAGE, 'text/html', 200]);
      return { judgement: { verdict: 'login_wall', reason: 'told' }, mediaType: 'text/x-read', body };
    };
    const outcome = await startFetcher(port).fetch({ readDocument });
    expect(outcome).toMatchObject({ verdict: 'login_wall', reason: 'told', page: { mediaType: 'text/x-read', body } });
    expect(outcome.page?.text).toBeUndefined();
  });

  it('keeps no place at the host while a reader reads, and ends with the caller', async () => {
    const port = await serve((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
    const { fetch } = startFetcher(port, { maxInFlight: 1 });
    const stop = new AbortController();
    let begun = (): void => undefined;
    const isReading = new Promise<void>((resolve) => (begun = resolve));
    const readDocument: DocumentReader = (_document, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
        begun();
      });
    const waiting = fetch({ readDocument }, stop.signal);
    await isReading;
    expect((await fetch()).verdict).toBe('ok');
    stop.abort();
    expect(await waiting).toMatchObject({ verdict: 'cancelled' });
  });

  it('gives no text for a binary document', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const port = await serve((_request, response) => response.end(png));
    const { page } = await startFetcher(port).fetch();
    expect(page?.mediaType).toBe('image/png');
    expect(page?.text).toBeUndefined();
  });

  it('keeps the page of a refusal', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end(PAGE),
    );
    expect(await startFetcher(port).fetch()).toMatchObject({
      verdict: 'target_4xx',
      attempts: 1,
      page: { statusCode: 404 },
    });
    const record = await startFetcher(port).fetch({ purpose: 'record' });
    expect(record).toMatchObject({ verdict: 'not_found', page: { statusCode: 404 } });
  });

  it.each([
    ['text/html', 200],
    ['image/png', 200],
    [undefined, 204],
  ])('knows a page of no bytes: %s, %i', async (type, status) => {
    const port = await serve((_request, response) =>
      response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(),
    );
    expect(await startFetcher(port).fetch()).toMatchObject({
      ...{ verdict: 'empty', attempts: 1, warnings: ['empty_document'] },
      page: { statusCode: status, text: '' },
    });
  });

  it('decodes what its charset lies about, with a warning', async () => {
    const port = await serve((_request, response) =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end(Buffer.from('<p>caf\xe9 noir', 'latin1')),
    );
    expect(await startFetcher(port).fetch()).toMatchObject({
      ...{ verdict: 'ok', warnings: ['charset_mismatch'] },
      page: { text: '<p>café noir' },
    });
  });

  it.each([300, 302, 304, 305])('charges no %i that leads nowhere', async (status) => {
    const port = await serve((_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end(PAGE),
    );
    expect(await startFetcher(port).fetch()).toMatchObject({
      verdict: 'target_5xx',
      reason: 'redirect_without_location',
      attempts: 1,
      page: { statusCode: status },
    });
  });

  it.each(['http://127.0.0.1:1/', 'ftp://example.com/', 'nonsense', 'http://localhost/'])(
    'forbids %s without a try',
    async (url) => {
      expect(await startFetcher(2).fetch({ url })).toMatchObject({ verdict: 'forbidden', attempts: 0 });
    },
  );

  it('says what allows a private target, asked for or led to, on a machine of the caller’s own', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    );
    const rule = createTargetRule({ allow: [`127.0.0.1:${port}`], isSelfHosted: true });
    const { fetch } = startFetcher(port, { rule });
    for (const request of [{}, { url: 'http://10.0.0.1/' }]) {
      const outcome = await fetch(request);
      expect(outcome).toMatchObject({ verdict: 'forbidden', message: expect.stringContaining('EGRESS_ALLOW') });
    }
    expect((await startFetcher(port).fetch()).message).toBeUndefined();
  });

  it('has no exit but its own', async () => {
    const port = await serve((_request, response) => response.end(PAGE));
    const { fetch } = startFetcher(port);
    expect(await fetch({ proxyType: 'residential' })).toMatchObject({ verdict: 'proxy_unavailable', attempts: 0 });
    expect(await fetch({ proxyCountry: 'DE' })).toMatchObject({ verdict: 'proxy_unavailable', attempts: 0 });
    expect(await fetch({ proxyType: 'datacenter' })).toMatchObject({ verdict: 'ok', proxyType: 'datacenter' });
  });

  it('says so where no browser is configured', async () => {
    expect(await startFetcher(2).fetch({ url: 'http://127.0.0.1:2/', tier: 'browser' })).toMatchObject({
      verdict: 'internal_error',
      reason: 'no_browser',
    });
  });
});

describe('retries', () => {
  it('tries a server error again, within the bound', async () => {
    let count = 0;
    const port = await serve((_request, response) => {
      count += 1;
      response.writeHead(503, { 'content-type': 'text/plain' }).end('later');
    });
    expect(await startFetcher(port).fetch()).toMatchObject({ verdict: 'target_5xx', attempts: MAX_RETRIES + 1 });
    expect(count).toBe(MAX_RETRIES + 1);
  });

  it('takes the answer that comes at last', async () => {
    let count = 0;
    const port = await serve((request, response) => {
      count += 1;
      if (count === 1) request.socket.destroy();
      else response.setHeader('content-type', 'text/html').end(PAGE);
    });
    expect(await startFetcher(port).fetch()).toMatchObject({ verdict: 'ok', attempts: 2 });
  });

  it('leaves a loop alone and has no time left at the deadline', async () => {
    const loop = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
    expect(await startFetcher(loop).fetch()).toMatchObject({
      ...{ verdict: 'connection_error', reason: 'too_many_redirects', attempts: 1 },
      message: expect.stringMatching(/keeps redirecting/),
    });
    const failing = await serve((_request, response) => response.writeHead(500).end());
    const outcome = await startFetcher(failing).fetch({ deadlineAtMs: Date.now() + 380 });
    expect(outcome).toMatchObject({ verdict: 'target_5xx', attempts: 1 });
  });
});

describe('time', () => {
  it('tells page limit, deadline and cancellation apart', async () => {
    const port = await openSilence();
    const { fetch } = startFetcher(port, { pageTimeoutMs: { http: 200 } });
    expect(await fetch()).toMatchObject({ verdict: 'page_timeout', attempts: 1 });
    expect(await fetch({ deadlineAtMs: Date.now() - 1 })).toMatchObject({ verdict: 'deadline_exceeded' });
    const controller = new AbortController();
    const leaving = fetch({}, controller.signal);
    controller.abort();
    expect(await leaving).toMatchObject({ verdict: 'cancelled', attempts: 1 });
  });

  it('gives a slow page what is left until the deadline, once', async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).write(PAGE);
    });
    const deadlineAtMs = Date.now() + 2_500;
    const outcome = await startFetcher(port).fetch({ deadlineAtMs });
    expect(outcome).toMatchObject({ verdict: 'page_timeout', attempts: 1 });
    expect(asked).toBe(1);
    expect(Date.now()).toBeGreaterThanOrEqual(deadlineAtMs - DEADLINE_MARGIN_MS - 20);
  });

  it('has no inner limit on an answer that is shorter than the page’s own', () => {
    expect(HTTP_PAGE_TIMEOUT_MS).toBe(300_000);
    expect(BROWSER_PAGE_TIMEOUT_MS).toBe(300_000);
    expect(HOP_TIMEOUTS_MS.response).toBeGreaterThanOrEqual(HTTP_PAGE_TIMEOUT_MS);
    expect(PROXY_IDLE_TIMEOUT_MS).toBeGreaterThanOrEqual(BROWSER_PAGE_TIMEOUT_MS);
    expect(MAX_DRAIN_MS).toBeGreaterThan(BROWSER_PAGE_TIMEOUT_MS);
  });

  it('does not blame the target for a wait in its own queue', async () => {
    const port = await openSilence();
    const { fetch } = startFetcher(port, { maxInFlight: 1 });
    const first = fetch({ deadlineAtMs: Date.now() + 1_500 });
    const second = await fetch({ deadlineAtMs: Date.now() + 500 });
    expect(second).toMatchObject({ verdict: 'deadline_exceeded', reason: 'no_slot' });
    expect(await first).toMatchObject({ verdict: 'page_timeout' });
  });

  it('ends everything when it closes', async () => {
    const port = await openSilence();
    const { fetcher, fetch } = startFetcher(port);
    const open = fetch();
    await fetcher.close();
    expect(await open).toMatchObject({ verdict: 'cancelled' });
    expect(await fetch()).toMatchObject({ verdict: 'cancelled' });
  });

  it('holds back what is too much for one host', async () => {
    let active = 0;
    let most = 0;
    const port = await serve((_request, response) => {
      active += 1;
      most = Math.max(most, active);
      setImmediate(() => {
        active -= 1;
        response.setHeader('content-type', 'text/html').end(PAGE);
      });
    });
    const { fetch } = startFetcher(port, { maxInFlightPerHost: 2 });
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => fetch()));
    expect(outcomes.every(({ verdict }) => verdict === 'ok')).toBe(true);
    expect(most).toBeLessThanOrEqual(2);
  });
});
