import { readdir } from 'node:fs/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Resolver } from '../target/guarded-lookup.js';
import type { TierResult } from '../fetch/raw-page.js';
import { createBrowserTierScene } from '../../test/scene/browser-tier-scene.js';
import { failureOf, pageOf, textOf, toLoopback } from '../../test/scene/http-tier-scene.js';
import type { Route } from '../../test/scene/loopback-scene.js';
import { readGroup } from './process/process-tree.js';

const CLOSE_MS = 500;
/** Timers may be this early by the other clock. */
const TIMER_SLACK_MS = 50;
const scene = createBrowserTierScene();
const { browse: run, findClosedPort, openCanary, openSilence, serve, serveRoutes, startPool } = scene;
afterEach(() => scene.close());

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

  it('brings the bytes of what is no page, not a viewer', async () => {
    const documents: [string, Buffer][] = [
      ['application/json', Buffer.from('{"a": 1}')],
      ['text/plain; charset=iso-8859-1', Buffer.from([0x63, 0xe9])],
      ['application/pdf', Buffer.from('%PDF-1.4\n%\xe2\xe3\n', 'latin1')],
      ['image/gif', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
      ['application/octet-stream', Buffer.from([0, 1, 2, 255])],
      ['application/epub+zip', Buffer.from('PK\x03\x04')],
      ['application/xml', Buffer.from('<a/>')],
    ];
    const routes = documents.map(([type, body], at): [string, Route] => [`/${at}`, { type, body }]);
    const { port } = await serveRoutes(Object.fromEntries(routes));
    const ends = await Promise.all(documents.map((_one, at) => run({ url: `http://127.0.0.1:${port}/${at}` })));
    for (const [at, [type, body]] of documents.entries()) {
      const page = pageOf(ends[at] as TierResult);
      expect(page).toMatchObject({ statusCode: 200, isRendered: false, headers: { 'content-type': type } });
      expect(Buffer.from(page.body)).toEqual(body);
    }
  });

  it('warns of a page that is shown by a charset that its bytes contradict', async () => {
    const french = '<title>t</title><h1>Crème brûlée</h1><p>À côté de l’été déjà passé, le goût était très fin.</p>';
    const latin1 = Buffer.from(french.replaceAll('’', "'"), 'latin1');
    const utf8 = Buffer.from(french);
    const declared = (charset: string) => Buffer.concat([Buffer.from(`<meta charset="${charset}">`), utf8]);
    const pages: [string, Buffer, readonly string[] | undefined][] = [
      ['text/html; charset=utf-8', latin1, ['charset_mismatch']],
      ['text/html; charset=iso-8859-1', utf8, ['charset_mismatch']],
      ['text/html', declared('windows-1251'), ['charset_mismatch']],
      ['text/html; charset=utf-8', utf8, undefined],
      ['text/html; charset=iso-8859-1', latin1, undefined],
      ['text/html', declared('utf-8'), undefined],
      ['text/html; charset=utf-8', Buffer.from('<script>document.write("\\ufffd\\ufffd\\ufffd")</script>'), undefined],
    ];
    const routes = pages.map(([type, body], at): [string, Route] => [`/${at}`, { type, body }]);
    const { port } = await serveRoutes(Object.fromEntries(routes));
    const ends = await Promise.all(pages.map((_one, at) => run({ url: `http://127.0.0.1:${port}/${at}` })));
    expect(ends.map((end) => pageOf(end).warnings)).toEqual(pages.map(([, , warnings]) => warnings));
  });

  it('answers with the status of empty answers', async () => {
    const { port } = await serveRoutes({ '/gone': { body: '', status: 404 }, '/none': { body: '', status: 204 } });
    const ends = await Promise.all(['gone', 'none'].map((path) => run({ url: `http://127.0.0.1:${port}/${path}` })));
    expect(ends.map((end) => pageOf(end).statusCode)).toEqual([404, 204]);
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

  it('brings the bytes of what a script leads to, of another origin too', async () => {
    const documents: readonly [where: 'home' | 'away', type: string, body: Buffer][] = [
      ['home', 'application/json', Buffer.from('{"a": 1}')],
      ['away', 'application/json; charset=utf-8', Buffer.from('{"ä": 1}')],
      ['away', 'text/plain; charset=iso-8859-1', Buffer.from([0x63, 0xe9])],
      ['home', 'application/octet-stream', Buffer.from([0, 1, 2, 255])],
    ];
    const data = Object.fromEntries(documents.map(([, type, body], at) => [`/data/${at}`, { type, body }]));
    const away = await serveRoutes(data);
    const lead = (path: string) => `<p>before</p><script>location = '${path}'</script>`;
    const home = await serveRoutes({
      ...data,
      ...Object.fromEntries(documents.map((_one, at) => [`/home/${at}`, lead(`/data/${at}`)])),
      ...Object.fromEntries(
        documents.map((_one, at) => [`/away/${at}`, lead(`http://127.0.0.1:${away.port}/data/${at}`)]),
      ),
    });
    const allow = [home.port, away.port];
    const ends = await Promise.all(
      documents.map(([where], at) => run({ url: `http://127.0.0.1:${home.port}/${where}/${at}`, allow })),
    );
    for (const [at, [where, type, body]] of documents.entries()) {
      const page = pageOf(ends[at] as TierResult);
      const url = `http://127.0.0.1:${(where === 'home' ? home : away).port}/data/${at}`;
      expect(page).toMatchObject({ url, isRendered: false, isRedirected: true, headers: { 'content-type': type } });
      expect(Buffer.from(page.body)).toEqual(body);
    }
  });

  it('does not wait for ever: dialogs, popups, polling', async () => {
    const { port } = await serveRoutes({
      '/': `<p>here</p><script>alert(1); confirm(2); window.open('/popup'); setInterval(() => fetch('/poll'), 50);
        onbeforeunload = () => 'stay'</script>`,
      '/popup': 'popup',
      '/poll': 'x',
    });
    const limits = { quietWaitMs: 1_000 };
    expect(textOf(await run({ url: `http://127.0.0.1:${port}/`, limits }))).toContain('here');
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

  it('are refused behind redirects and refreshes', async () => {
    const canary = await openCanary();
    const inward = {
      address: `http://127.0.0.1:${canary.port}/`,
      name: `http://inner.example:${canary.port}/`,
      secured: `https://inner.example:${canary.port}/`,
    };
    const redirects = Object.entries(inward).map(([name, location]) => [
      `/redirect/${name}`,
      { body: '', status: 302, headers: { location } },
    ]);
    const refreshes = (['address', 'name'] as const).map((name) => [
      `/refresh/${name}`,
      `<meta http-equiv=refresh content="0; url=${inward[name]}">`,
    ]);
    const routes = Object.fromEntries([...redirects, ...refreshes]) as Record<string, Route>;
    const { port } = await serveRoutes(routes);
    const ends = await Promise.all(
      Object.keys(routes).map(async (path) => [
        path,
        failureOf(await run({ url: `http://127.0.0.1:${port}${path}`, resolver: toLoopback })),
      ]),
    );
    const endOf = (path: string): string => (path.endsWith('/address') ? 'forbidden/address' : 'dns_error/ENOTFOUND');
    expect(ends).toEqual(Object.keys(routes).map((path) => [path, endOf(path)]));
    expect(canary.touched()).toBe(0);
  });

  it('are told from names that do not exist by nobody', async () => {
    const canary = await openCanary();
    const { port } = await serveRoutes({
      '/302': { body: '', status: 302, headers: { location: `http://inner.example:${canary.port}/` } },
      '/refresh': `<meta http-equiv=refresh content="0; url=https://inner.example:${canary.port}/">`,
    });
    const unknown: Resolver = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    const urls = [at('/302'), at('/refresh'), `http://inner.example:${canary.port}/`, 'https://inner.example/'];
    const endsBy = (resolver: Resolver) => Promise.all(urls.map((url) => run({ url, allow: [port], resolver })));
    const [inward, gone] = await Promise.all([endsBy(toLoopback), endsBy(unknown)]);
    expect(inward).toEqual(gone);
    expect(inward.map(failureOf)).toEqual(urls.map(() => 'dns_error/ENOTFOUND'));
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
    expect(failureOf(await run({ url, allow: [1], resolver }))).toBe('dns_error/ENOTFOUND');
    expect(failureOf(await run({ url, allow: [1], resolver }))).toBe('dns_error/ENOTFOUND');
    expect(canary.touched()).toBe(0);
  });
});

describe('failures', () => {
  it('names what the network did', async () => {
    const none: Resolver = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const closed = await findClosedPort();
    const plain = await serve((_request, response) => response.end());
    const loop = await serve((request, response) => response.writeHead(302, { location: `${request.url}x` }).end());
    const gone = { allow: [], resolver: none };
    const ends = await Promise.all([
      run({ url: 'http://gone.example/', ...gone }),
      run({ url: 'https://gone.example/', ...gone }),
      run({ url: `http://127.0.0.1:${closed}/` }),
      run({ url: `https://127.0.0.1:${plain}/` }),
      run({ url: `http://127.0.0.1:${loop}/` }),
    ]);
    expect(ends.map(failureOf)).toEqual([
      'dns_error/ENOTFOUND',
      'dns_error/ENOTFOUND',
      'connection_error/ECONNREFUSED',
      expect.stringMatching(/^tls_error\/ERR_SSL/),
      'connection_error/too_many_redirects',
    ]);
  });

  it('ends a page that never answers, a page that hangs itself, and one nobody waits for', async () => {
    const silent = await openSilence();
    const controller = new AbortController();
    const port = await serve((request, response) => {
      if (request.url === '/left') controller.abort();
      response
        .setHeader('content-type', 'text/html')
        .end(request.url === '/ok' ? 'fine' : '<script>for (;;);</script>');
    });
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    const [mute, hung, left] = await Promise.all([
      run({ url: `http://127.0.0.1:${silent}/`, pageTimeoutMs: 700 }),
      run({ url: at('/spin'), pageTimeoutMs: 1_000 }),
      run({ url: at('/left'), signal: controller.signal }),
    ]);
    expect([mute.stopped, hung.stopped, left.stopped]).toEqual(['page_timeout', 'page_timeout', 'cancelled']);
    expect(textOf(await run({ url: at('/ok') }))).toContain('fine');
  });
});

describe('lifecycle', () => {
  it.each([
    ['before it opens a page', true],
    ['while it shows a page', false],
  ])(
    'ends within its budget when the browser stops moving %s, and goes on with another browser',
    async (_name, isEarly) => {
      const { pool, launched } = await startPool();
      const freeze = () => process.kill(-(launched.at(-1)?.pid ?? NaN), 'SIGSTOP');
      const over = new AbortController();
      const port = await serve((request, response) => {
        if (request.url === '/freeze') {
          freeze();
          over.abort();
        }
        response.end('<p>alive</p>');
      });
      const ok = { url: `http://127.0.0.1:${port}/`, on: pool };
      expect(textOf(await run(ok))).toContain('alive');
      if (isEarly) freeze();
      const startedAtMs = performance.now();
      const stop = isEarly ? { pageTimeoutMs: 300 } : { signal: over.signal };
      const result = await run({ ...ok, ...stop, url: `${ok.url}freeze`, limits: { closeMs: CLOSE_MS } });
      // The browser had its time to close the page; that it got no more than that, the test's own time says.
      expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(CLOSE_MS - TIMER_SLACK_MS);
      expect(result.stopped).toBe(isEarly ? 'page_timeout' : 'cancelled');
      expect(failureOf(result)).toBe('page_timeout/not_rendered');
      await untilGone(launched[0]?.pid ?? NaN);
      expect(textOf(await run(ok))).toContain('alive');
      expect(launched).toHaveLength(2);
    },
  );

  it('renders again when the browser breaks down, and gives up the second time', async () => {
    const { pool, launched } = await startPool();
    let kills = 1;
    const port = await serve((_request, response) => {
      if (kills === 0) return response.end('alive');
      kills -= 1;
      return process.kill(-(launched.at(-1)?.pid ?? NaN), 'SIGKILL');
    });
    expect(textOf(await run({ url: `http://127.0.0.1:${port}/`, on: pool }))).toContain('alive');
    expect(launched).toHaveLength(2);
    kills = 2;
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/`, on: pool }))).toBe('internal_error/browser_crashed');
    await pool.close();
    await Promise.all(launched.map(({ pid }) => untilGone(pid)));
  });

  it('replaces a worn browser, never runs more than two, and leaves nothing behind', async () => {
    const { pool, launched, profileRoot } = await startPool({ maxPages: 2 });
    const { port } = await serveRoutes({ '/': '<p>page</p>' });
    let most = 0;
    const one = async () => {
      expect(textOf(await run({ url: `http://127.0.0.1:${port}/`, on: pool }))).toContain('page');
      const alive = await Promise.all(launched.map(({ pid }) => livingIn(pid)));
      most = Math.max(most, alive.filter((count) => count > 0).length);
    };
    for (let wave = 0; wave < 3; wave += 1) await Promise.all([one(), one()]);
    expect(launched.length).toBeGreaterThanOrEqual(3);
    expect(most).toBeLessThanOrEqual(2);
    await pool.close();
    await Promise.all(launched.map(({ pid }) => untilGone(pid)));
    expect(await readdir(profileRoot)).toEqual([]);
  });
});
