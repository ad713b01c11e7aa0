import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowserIdentity } from '../browser-identity.js';
import { createGuardedLookup, type Resolver } from '../guarded-lookup.js';
import { createHopClient } from '../http-hop.js';
import { createHttpTier } from '../http-tier.js';
import type { FetchRequest } from '../port.js';
import type { TierResult } from '../raw-page.js';
import { failureOf, pageOf, textOf, toLoopback } from '../scene/http-tier-scene.js';
import { createLoopbackScene } from '../scene/loopback-scene.js';
import { createTargetRule } from '../target-rule.js';
import { startTimeBudget } from '../time-budget.js';
import { createBrowserPool, type BrowserPool, type BrowserPoolOptions } from './browser-pool.js';
import { createBrowserTier } from './browser-tier.js';
import { launchChromium, type ChromiumProcess } from './chromium-process.js';
import { findChromium } from './find-chromium.js';
import type { PageLimits } from './page-limits.js';
import { readGroup } from './process-tree.js';

const MAX_BODY = 3_000_000;
const TIMER_SLACK_MS = 50;
/** Time of a page whose browser stops moving, enough for its target to be asked, and of its end. */
const STOPPED_PAGE_MS = 3_000;
const CLOSE_MS = 1_000;
/** Killing a browser and removing its profile may take this long. */
const KILL_TIME_MS = 3_000;
const identity = createBrowserIdentity(140);
let profileRoot = '';
let executablePath = '';
const pools: BrowserPool[] = [];
const scene = createLoopbackScene();
const { findClosedPort, openCanary, openSilence, serve, serveRoutes } = scene;

beforeAll(async () => {
  profileRoot = await mkdtemp(join(tmpdir(), 'profiles-'));
  executablePath = (await findChromium()) ?? '';
});
afterEach(() => scene.close());
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await rm(profileRoot, { recursive: true, force: true });
});

const startPool = (options: Partial<BrowserPoolOptions> = {}) => {
  const launched: ChromiumProcess[] = [];
  const pool = createBrowserPool({
    launch: async () => {
      const process = await launchChromium({ executablePath, profileRoot, identity });
      launched.push(process);
      return process;
    },
    ...options,
  });
  pools.push(pool);
  return { pool, launched };
};

interface RunOptions extends Partial<FetchRequest> {
  readonly url: string;
  readonly allow?: readonly number[];
  readonly resolver?: Resolver;
  readonly pageTimeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly on?: BrowserPool;
  readonly limits?: PageLimits;
}

const shared = startPool();

const run = async (options: RunOptions): Promise<TierResult & { stopped: string | undefined }> => {
  const { url, allow, resolver, pageTimeoutMs = 30_000, signal, on = shared.pool, limits, ...rest } = options;
  const ports = allow ?? [Number(new URL(url).port)];
  const rule = createTargetRule({ allow: ports.map((port) => `127.0.0.1:${port}`) });
  const lookup = createGuardedLookup({ rule, resolver });
  const client = createHopClient({ lookup });
  scene.onClose(() => client.close());
  const http = createHttpTier({ rule, client, identity, maxBodyBytes: MAX_BODY });
  const tier = createBrowserTier({ pool: on, rule, lookup, identity, http, maxBodyBytes: MAX_BODY, limits });
  const deadlineAtMs = Date.now() + 60_000;
  const budget = startTimeBudget({ signal: signal ?? new AbortController().signal, deadlineAtMs, pageTimeoutMs });
  const result = await tier.fetch({ url, tier: 'browser', purpose: 'page', deadlineAtMs, ...rest }, budget);
  budget.end();
  return { ...result, stopped: budget.stopReason() };
};

const livingIn = async (pid: number) => (await readGroup(pid)).length;

/** Killed processes leave the table one after the other, and nothing tells of those that are not our children. */
const untilGone = async (pid: number) => {
  while ((await livingIn(pid)) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('rendering', () => {
  it('gives the document as scripts left it, with doctype, status, headers and final URL', async () => {
    const { port } = await serveRoutes({
      '/': { body: '', status: 302, headers: { location: '/page?x=1' } },
      '/page': {
        body: `<!DOCTYPE html><title>t</title><div id=a></div><script>
          fetch('/data').then((r) => r.text()).then((t) => { a.textContent = t + ' é'; });
        </script>`,
        status: 418,
        headers: { 'x-a': 'b' },
      },
      '/data': 'rendered',
    });
    const result = await run({ url: `http://127.0.0.1:${port}/` });
    expect(pageOf(result)).toMatchObject({
      url: `http://127.0.0.1:${port}/page?x=1`,
      statusCode: 418,
      isRedirected: true,
      isRendered: true,
    });
    expect(pageOf(result).headers).toMatchObject({ 'x-a': 'b' });
    expect(textOf(result)).toMatch(/^<!DOCTYPE html><html>.*<div id="a">rendered é<\/div>/s);
  });

  it('looks like the browser it is, not like a headless one', async () => {
    const { port, seen } = await serveRoutes({
      '/': `<pre id=o></pre><script>o.textContent = [navigator.userAgent, navigator.webdriver, 'serviceWorker' in navigator,
        typeof RTCPeerConnection, typeof WebTransport, navigator.userAgentData?.brands.map((b) => b.brand)].join('|')</script>`,
    });
    const text = textOf(await run({ url: `http://127.0.0.1:${port}/` }));
    expect(text).toMatch(/Chrome\/140\.0\.0\.0 Safari\/537\.36\|false\|false\|undefined\|undefined\|/);
    expect(text + JSON.stringify(seen.map(({ headers }) => headers))).not.toMatch(/Headless/i);
  });

  it.each([
    ['application/json', Buffer.from('{"a": 1}')],
    ['text/plain; charset=iso-8859-1', Buffer.from([0x63, 0xe9])],
    ['application/pdf', Buffer.from('%PDF-1.4\n%\xe2\xe3\n', 'latin1')],
    ['image/gif', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
    ['application/octet-stream', Buffer.from([0, 1, 2, 255])],
    ['application/xml', Buffer.from('<a/>')],
  ])('brings the bytes of %s, not a viewer', async (type, body) => {
    const { port } = await serveRoutes({ '/': { type, body } });
    const page = pageOf(await run({ url: `http://127.0.0.1:${port}/` }));
    expect(page).toMatchObject({ statusCode: 200, isRendered: false });
    expect(Buffer.from(page.body)).toEqual(body);
  });

  it('answers with the status of empty answers', async () => {
    const { port } = await serveRoutes({ '/gone': { body: '', status: 404 }, '/none': { body: '', status: 204 } });
    expect(pageOf(await run({ url: `http://127.0.0.1:${port}/gone` }))).toMatchObject({ statusCode: 404 });
    expect(pageOf(await run({ url: `http://127.0.0.1:${port}/none` }))).toMatchObject({ statusCode: 204 });
  });

  it('follows a refresh and a script that leads on', async () => {
    const { port } = await serveRoutes({
      '/': '<meta http-equiv=refresh content="0; url=/second">',
      '/second': `<script>location.replace('/third')</script>`,
      '/third': '<p>there</p>',
    });
    const result = await run({ url: `http://127.0.0.1:${port}/` });
    expect(textOf(result)).toContain('there');
    expect(pageOf(result)).toMatchObject({ url: `http://127.0.0.1:${port}/third`, isRedirected: true });
  });

  it.each([
    ['application/json', Buffer.from('{"a": 1}')],
    ['application/json; charset=utf-8', Buffer.from('{"ä": 1}')],
    ['text/plain; charset=iso-8859-1', Buffer.from([0x63, 0xe9])],
    ['application/octet-stream', Buffer.from([0, 1, 2, 255])],
  ])('brings the bytes of %s where a script leads to it, of another origin too', async (type, body) => {
    const away = await serveRoutes({ '/data': { type, body } });
    const home = await serveRoutes({
      '/': `<p>before</p><script>location = '/data'</script>`,
      '/away': `<p>before</p><script>location = 'http://127.0.0.1:${away.port}/data'</script>`,
      '/data': { type, body },
    });
    const allow = [home.port, away.port];
    const lead = (path: string) => run({ url: `http://127.0.0.1:${home.port}${path}`, allow });
    const ends = await Promise.all([lead('/'), lead('/away')]);
    for (const [at, port] of [home.port, away.port].entries()) {
      const page = pageOf(ends[at] as TierResult);
      expect(page).toMatchObject({ url: `http://127.0.0.1:${port}/data`, isRendered: false, isRedirected: true });
      expect(page.headers['content-type']).toBe(type);
      expect(Buffer.from(page.body)).toEqual(body);
    }
  }); // prettier-ignore

  it('does not wait for ever: dialogs, popups, polling', async () => {
    const { port } = await serveRoutes({
      '/': `<p>here</p><script>alert(1); confirm(2); window.open('/popup'); setInterval(() => fetch('/poll'), 50);
        onbeforeunload = () => 'stay'</script>`,
      '/popup': 'popup',
      '/poll': 'x',
    });
    expect(textOf(await run({ url: `http://127.0.0.1:${port}/` }))).toContain('here');
  });

  it('takes a full-page jpeg, lazy images and all', async () => {
    const { port, paths } = await serveRoutes({
      '/': `<body style="margin:0"><div style="height:3000px"></div><img loading=lazy src=/late.svg width=10 height=10>`,
      '/late.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>' },
    });
    const { screenshot } = pageOf(
      await run({ url: `http://127.0.0.1:${port}/`, screenshot: true, blockResources: true }),
    );
    expect([...(screenshot ?? []).slice(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(paths()).toContain('/late.svg');
  });

  it('leaves out what is not wanted', async () => {
    const { port, paths } = await serveRoutes({
      '/': `<link rel=stylesheet href=/a.css><img src=/a.png><video src=/a.mp4></video><script src=/a.js></script>
        <script src="http://ads.doubleclick.net:PORT/ad.js"></script>`,
      '/a.js': { type: 'text/javascript', body: '' },
    });
    await run({ url: `http://127.0.0.1:${port}/`, blockResources: true, blockAds: true });
    expect(paths()).toEqual(['/', '/a.js']);
  });
});

describe('caller’s headers', () => {
  it('go to their origin, and never beyond it', async () => {
    const away = await serveRoutes({ '/end': '<img src=/x.png>', '/sub.js': { type: 'text/javascript', body: '' } });
    const home = await serveRoutes({
      '/': `<script src=/own.js></script><script src="http://127.0.0.1:${away.port}/sub.js"></script>
        <script>onload = () => location.replace('http://127.0.0.1:${away.port}/end')</script>`,
      '/own.js': { type: 'text/javascript', body: '' },
    });
    const headers = { Authorization: 'Bearer t', Cookie: 'mine=1', 'X-Plain': 'p', 'User-Agent': 'Mine/1' };
    const allow = [home.port, away.port];
    const result = await run({ url: `http://127.0.0.1:${home.port}/`, allow, headers });
    expect(pageOf(result).url).toBe(`http://127.0.0.1:${away.port}/end`);
    for (const { headers: sent } of home.seen.filter(({ url }) => url !== '/favicon.ico')) {
      expect(sent).toMatchObject({
        authorization: 'Bearer t',
        cookie: 'mine=1',
        'x-plain': 'p',
        'user-agent': 'Mine/1',
      });
    }
    expect(away.seen.length).toBeGreaterThan(1);
    for (const { headers: sent } of away.seen) expect(sent.authorization ?? sent.cookie).toBeUndefined();
    expect(away.seen.find(({ url }) => url === '/end')?.headers['x-plain']).toBe('p');
  });
});

describe('forbidden targets', () => {
  it('stay silent whatever a page tries', async () => {
    const canary = await openCanary();
    const at = (host: string) => `http://${host}:${canary.port}/`;
    const { port } = await serveRoutes({
      '/': `<img src="${at('127.0.0.1')}"><img src="${at('inner.example')}"><iframe src="${at('127.1')}"></iframe>
        <link rel=preconnect href="${at('localhost')}"><link rel=prefetch href="${at('[::1]')}">
        <link rel=dns-prefetch href="//inner.example"><script src="${at('0x7f000001')}"></script>
        <object data="${at('127.0.0.1')}"></object><form id=f action="${at('127.0.0.1')}" target=i></form><iframe name=i></iframe>
        <a id=a ping="${at('127.0.0.1')}" href="#x">x</a><p id=done></p>
        <script>
          const tries = ['${at('127.0.0.1')}', '${at('inner.example')}', '${at('localhost')}', '/redirect'];
          const jobs = tries.map((url) => fetch(url, { mode: 'no-cors' }).catch(() => 0));
          for (const host of ['127.0.0.1', 'inner.example']) {
            jobs.push(new Promise((resolve) => { new WebSocket('ws://' + host + ':${canary.port}').onerror = resolve; }));
            navigator.sendBeacon('http://' + host + ':${canary.port}/beacon', 'x');
            new EventSource('http://' + host + ':${canary.port}/events');
          }
          jobs.push(new Promise((resolve) => { const w = new Worker(URL.createObjectURL(new Blob([
            "fetch('${at('127.0.0.1')}').catch(() => 0).then(() => postMessage(1))"]))); w.onmessage = w.onerror = resolve; }));
          f.submit(); a.click(); window.open('${at('127.0.0.1')}');
          Promise.all(jobs).then(() => { done.textContent = 'tried'; });
        </script>`,
      '/redirect': { body: '', status: 302, headers: { location: at('127.0.0.1') } },
    });
    const result = await run({ url: `http://127.0.0.1:${port}/`, resolver: toLoopback });
    expect(textOf(result)).toContain('<p id="done">tried</p>');
    expect(canary.touched()).toBe(0);
  });

  it.each([
    ['a redirect to an address', (port: number) => ({ status: 302, location: `http://127.0.0.1:${port}/` })],
    ['a redirect to a name', (port: number) => ({ status: 302, location: `http://inner.example:${port}/` })],
    ['a redirect to a secured name', (port: number) => ({ status: 302, location: `https://inner.example:${port}/` })],
    ['a refresh to an address', (port: number) => ({ status: 200, refresh: `http://127.0.0.1:${port}/` })],
    ['a refresh to a name', (port: number) => ({ status: 200, refresh: `http://inner.example:${port}/` })],
  ])('are refused behind %s', async (_name, lead) => {
    const canary = await openCanary();
    const { status, ...target } = lead(canary.port) as { status: number; location?: string; refresh?: string };
    const headers: Record<string, string> = target.location ? { location: target.location } : {};
    const body = target.refresh ? `<meta http-equiv=refresh content="0; url=${target.refresh}">` : '';
    const { port } = await serveRoutes({ '/': { body, status, headers } });
    const result = await run({ url: `http://127.0.0.1:${port}/`, resolver: toLoopback });
    expect(failureOf(result)).toBe('forbidden/address');
    expect(canary.touched()).toBe(0);
  });

  it('include names that turn inward after they were judged', async () => {
    const canary = await openCanary();
    let asked = 0;
    const resolver: Resolver = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }];
    };
    const url = `http://rebind.example:${canary.port}/`;
    expect(failureOf(await run({ url, allow: [1], resolver }))).toBe('forbidden/address');
    expect(failureOf(await run({ url, allow: [1], resolver }))).toBe('forbidden/address');
    expect(canary.touched()).toBe(0);
  });
});

describe('failures', () => {
  it('names what the network did', async () => {
    const none: Resolver = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    for (const url of ['http://gone.example/', 'https://gone.example/'])
      expect(failureOf(await run({ url, allow: [], resolver: none }))).toBe('dns_error/ENOTFOUND');
    const port = await findClosedPort();
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe('connection_error/ECONNREFUSED');
    const plain = await serve((_request, response) => response.end());
    expect(failureOf(await run({ url: `https://127.0.0.1:${plain}/` }))).toMatch(/^tls_error\/ERR_SSL/);
    const loop = await serve((request, response) => response.writeHead(302, { location: `${request.url}x` }).end());
    expect(failureOf(await run({ url: `http://127.0.0.1:${loop}/` }))).toBe('connection_error/too_many_redirects');
  });

  it('ends a page that never answers, a page that hangs itself, and one nobody waits for', async () => {
    const silent = await openSilence();
    expect(await run({ url: `http://127.0.0.1:${silent}/`, pageTimeoutMs: 700 })).toMatchObject({
      stopped: 'page_timeout',
    });
    const { port } = await serveRoutes({ '/spin': '<script>for (;;);</script>', '/ok': 'fine' });
    const spin = `http://127.0.0.1:${port}/spin`;
    expect(await run({ url: spin, pageTimeoutMs: 1_500 })).toMatchObject({ stopped: 'page_timeout' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    expect(await run({ url: spin, signal: controller.signal })).toMatchObject({ stopped: 'cancelled' });
    expect(textOf(await run({ url: `http://127.0.0.1:${port}/ok` }))).toContain('fine');
  });
});

describe('lifecycle', () => {
  it.each([
    ['before it opens a page', true],
    ['while it shows a page', false],
  ])(
    'ends within its budget when the browser stops moving %s, and goes on with another browser',
    async (_name, isEarly) => {
      const { pool, launched } = startPool();
      const freeze = () => process.kill(-(launched.at(-1)?.pid ?? NaN), 'SIGSTOP');
      const port = await serve((request, response) => {
        if (request.url === '/freeze') freeze();
        response.end('<p>alive</p>');
      });
      const limits = { closeMs: CLOSE_MS };
      const ok = { url: `http://127.0.0.1:${port}/`, on: pool };
      expect(textOf(await run(ok))).toContain('alive');
      if (isEarly) freeze();
      const startedAtMs = performance.now();
      const result = await run({ ...ok, url: `${ok.url}freeze`, pageTimeoutMs: STOPPED_PAGE_MS, limits });
      const tookMs = performance.now() - startedAtMs;
      expect(result).toMatchObject({ stopped: 'page_timeout' });
      expect(failureOf(result)).toBe('page_timeout/not_rendered');
      expect(tookMs).toBeGreaterThanOrEqual(STOPPED_PAGE_MS + CLOSE_MS - TIMER_SLACK_MS);
      expect(tookMs).toBeLessThan(STOPPED_PAGE_MS + CLOSE_MS + KILL_TIME_MS);
      await untilGone(launched[0]?.pid ?? NaN);
      expect(textOf(await run(ok))).toContain('alive');
      expect(launched).toHaveLength(2);
      await pool.close();
    },
  );

  it('renders again when the browser breaks down, and gives up the second time', async () => {
    const { pool, launched } = startPool();
    let requests = 0;
    const port = await serve((_request, response) => {
      requests += 1;
      if (requests <= kills) {
        const { pid } = launched.at(-1) ?? { pid: 0 };
        process.kill(-pid, 'SIGKILL');
        return;
      }
      response.end('alive');
    });
    let kills = 1;
    expect(textOf(await run({ url: `http://127.0.0.1:${port}/`, on: pool }))).toContain('alive');
    expect(launched).toHaveLength(2);
    kills = requests + 2;
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/`, on: pool }))).toBe('internal_error/browser_crashed');
    await pool.close();
    for (const { pid } of launched) expect(await livingIn(pid)).toBe(0);
  });

  it('replaces a worn browser, never runs more than two, and leaves nothing behind', async () => {
    const { pool, launched } = startPool({ maxPages: 3 });
    const { port } = await serveRoutes({ '/': '<p>page</p>' });
    let most = 0;
    const one = async () => {
      expect(textOf(await run({ url: `http://127.0.0.1:${port}/`, on: pool }))).toContain('page');
      const alive = await Promise.all(launched.map(({ pid }) => livingIn(pid)));
      most = Math.max(most, alive.filter((count) => count > 0).length);
    };
    for (let wave = 0; wave < 6; wave += 1) await Promise.all([one(), one(), one()]);
    expect(launched.length).toBeGreaterThanOrEqual(4);
    expect(most).toBeLessThanOrEqual(2);
    await pool.close();
    for (const { pid } of launched) expect(await livingIn(pid)).toBe(0);
    expect((await readdir(profileRoot)).length).toBeLessThanOrEqual(shared.launched.length);
  }, 120_000);
});
