import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DEVICE_PROFILES } from '../identity/device-profiles.js';
import type { FetchRequest } from '../port.js';
import { createBrowserTierScene } from '../../test/scene/browser-tier-scene.js';
import { failureOf, pageOf, textOf, toLoopback } from '../../test/scene/http-tier-scene.js';

const scene = createBrowserTierScene();
afterEach(() => scene.close());

/** The last field has the name of what submits forms. */
const FORM = 'q=a%20b&x=%3C%22%C3%A9&n=1%0A2&empty=&submit=1';

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

const PAGE = `<title>found</title><pre id=o></pre><script src=/own.js></script>
  <script>o.textContent = [document.referrer, location.href].join('|')</script>`;

const serveForms = async (answers: Readonly<Record<string, Answer>>) => {
  const seen: Received[] = [];
  const port = await scene.serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path = '', headers } = request;
      if (path !== '/favicon.ico') seen.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      const { status = 200, headers: own = {}, body = PAGE } = answers[path] ?? { status: 404, body: '' };
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...own }).end(body);
    });
  });
  const origin = `http://127.0.0.1:${port}`;
  const post = (path: string, options: Partial<FetchRequest> & { readonly allow?: readonly number[] } = {}) =>
    scene.browse({ url: origin + path, method: 'POST', body: FORM, resolver: toLoopback, ...options });
  return { seen, port, origin, post };
};

const asked = (seen: readonly Received[]) => seen.map(({ method, path }) => `${method} ${path}`);

describe('a form in the browser', () => {
  it('is submitted as from a page of the target, and shown', async () => {
    const { seen, origin, post } = await serveForms({ '/s': {}, '/own.js': { body: '' } });
    const headers = { 'X-Plain': 'p', 'Content-Type': 'text/odd', Cookie: 'a=1' };
    const result = await post('/s', { headers });
    expect(pageOf(result)).toMatchObject({
      url: `${origin}/s`,
      statusCode: 200,
      isRedirected: false,
      isRendered: true,
    });
    expect(textOf(result)).toContain(`${origin}/|${origin}/s`);
    expect(asked(seen)).toEqual(['POST /s', 'GET /own.js']);
    expect(seen[0]?.body).toBe(FORM);
    expect(seen[0]?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(FORM.length),
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-user': '?1',
      'sec-fetch-dest': 'document',
      'x-plain': 'p',
      cookie: 'a=1',
      origin,
      referer: `${origin}/`,
    });
    expect(seen[1]?.headers['content-type']).toBeUndefined();
  });

  it('stands on the page that the caller refers to', async () => {
    const { seen, origin, post } = await serveForms({ '/s': {} });
    await post('/s', { headers: { referer: `${origin}/html/?a=b` } });
    expect(seen[0]?.headers.referer).toBe(`${origin}/html/?a=b`);
  });

  it.each([
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', FORM],
  ])('follows a %i', async (status, method, body) => {
    const { seen, origin, post } = await serveForms({ '/s': { status, headers: { location: '/end' } }, '/end': {} });
    expect(pageOf(await post('/s'))).toMatchObject({ url: `${origin}/end`, isRedirected: true });
    expect(seen[1]).toMatchObject({ method, path: '/end', body });
  });

  it('is never sent to another origin, nor into forbidden places', async () => {
    const away = await serveForms({ '/end': {} });
    const canary = await scene.openCanary();
    const { port, post } = await serveForms({
      '/away': { status: 307, headers: { location: `${away.origin}/end` } },
      '/in': { status: 307, headers: { location: `http://inner.example:${canary.port}/` } },
      '/page': { status: 303, headers: { location: `${away.origin}/end` } },
    });
    const allow = [port, away.port];
    expect(failureOf(await post('/away', { allow }))).toBe('connection_error/form_redirected_away');
    expect(away.seen).toEqual([]);
    expect(failureOf(await post('/in', { allow }))).toMatch(/^(?:forbidden|connection_error)\//);
    expect(failureOf(await scene.browse({ url: `http://127.0.0.1:${canary.port}/`, allow: [1], method: 'POST' }))).toBe(
      'forbidden/address',
    );
    expect(canary.touched()).toBe(0);
    expect(pageOf(await post('/page', { allow })).url).toBe(`${away.origin}/end`);
    expect(away.seen[0]).toMatchObject({ method: 'GET', body: '' });
  });

  it('ends as it is answered: with data, an error, nothing, a file or no connection', async () => {
    const json = { 'content-type': 'application/json' };
    const { seen, post } = await serveForms({
      '/json': { headers: json, body: '{"a":1}' },
      '/error': { status: 500, body: '<p>broken</p>' },
      '/none': { status: 204, body: '' },
      '/file': { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from([0, 255]) },
      '/lead': { body: `<script>location.replace('/json')</script>` },
    });
    expect(textOf(await post('/json'))).toBe('{"a":1}');
    expect(pageOf(await post('/error'))).toMatchObject({ statusCode: 500 });
    expect(pageOf(await post('/none'))).toMatchObject({ statusCode: 204 });
    expect(failureOf(await post('/file'))).toBe('unsupported/form_without_page');
    expect(asked(seen)).toEqual(['POST /json', 'POST /error', 'POST /none', 'POST /file']);
    expect(textOf(await post('/lead'))).toBe('{"a":1}');
    expect(asked(seen).slice(4)).toEqual(['POST /lead', 'GET /json']);
    const closed = `http://127.0.0.1:${await scene.findClosedPort()}/`;
    expect(failureOf(await scene.browse({ url: closed, method: 'POST' }))).toBe('connection_error/ECONNREFUSED');
  });
});

describe('devices in the browser', () => {
  const SAYS = `<meta name=viewport content="width=device-width"><pre id=o></pre><script>
    navigator.userAgentData.getHighEntropyValues(['platformVersion', 'model', 'architecture']).then((high) => {
      o.textContent = JSON.stringify({ agent: navigator.userAgent, platform: navigator.platform,
        hints: navigator.userAgentData.platform, mobile: navigator.userAgentData.mobile, high,
        width: innerWidth, scale: devicePixelRatio, touch: navigator.maxTouchPoints,
        coarse: matchMedia('(pointer: coarse)').matches, portrait: matchMedia('(orientation: portrait)').matches,
        canHover: matchMedia('(hover: hover)').matches, screen: screen.width });
    })</script>`;

  it.each(['desktop', 'mobile', 'tablet'] as const)('are one machine in headers and scripts: %s', async (device) => {
    const profile = DEVICE_PROFILES[device];
    const { port, seen } = await scene.serveRoutes({ '/': SAYS });
    const text = textOf(await scene.browse({ url: `http://127.0.0.1:${port}/`, device }));
    // safe because the page writes nothing else between these marks
    const said = JSON.parse(/<pre id="o">(.*?)<\/pre>/.exec(text)?.[1] ?? '{}') as Record<string, unknown>;
    const { headers } = seen[0] as IncomingMessage;
    const isTouched = device !== 'desktop';
    expect(headers).toMatchObject({
      'user-agent': said['agent'],
      'sec-ch-ua-mobile': said['mobile'] ? '?1' : '?0',
      'sec-ch-ua-platform': `"${String(said['hints'])}"`,
    });
    expect(headers['sec-ch-ua']).toContain('"Google Chrome";v="140"');
    expect(said).toMatchObject({
      platform: profile.scriptPlatform,
      hints: profile.platform,
      mobile: device === 'mobile',
      high: { model: profile.model, platformVersion: profile.platformVersion, architecture: profile.architecture },
      width: profile.viewport.width,
      scale: profile.viewport.deviceScaleFactor,
      touch: profile.touchPoints,
      coarse: isTouched,
      portrait: isTouched,
    });
    expect(String(said['agent'])).toMatch(device === 'mobile' ? / Mobile Safari/ : /140\.0\.0\.0 Safari/);
  });

  it('let the caller’s headers win', async () => {
    const { port, seen } = await scene.serveRoutes({ '/': '<p>x' });
    const headers = { 'User-Agent': 'Mine/1', 'Sec-CH-UA-Mobile': '?9' };
    await scene.browse({ url: `http://127.0.0.1:${port}/`, device: 'mobile', headers });
    expect(seen[0]?.headers).toMatchObject({ 'user-agent': 'Mine/1', 'sec-ch-ua-mobile': '?9' });
  });
});
