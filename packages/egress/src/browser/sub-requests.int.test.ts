import { afterEach, describe, expect, it } from '@jest/globals';
import { createBrowserTierScene } from '../../test/scene/browser-tier-scene.js';
import { pageOf, textOf, toLoopback } from '../../test/scene/http-tier-scene.js';
import { readAdblockList } from './blocking/ad-rules.js';

const scene = createBrowserTierScene();
afterEach(() => scene.close());

const SCRIPT = { type: 'text/javascript', body: '' };

/** A page that asks for scripts on several names of one server; answers which were asked for. */
const askedFrom = async (scripts: readonly string[], options: Parameters<typeof scene.browse>[0] | object) => {
  const asked: string[] = [];
  const port = await scene.serve((request, response) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html');
      const tags = scripts.map((script) => `<script src="${script.replace('PORT', String(port))}"></script>`);
      response.end(`<p>page</p>${tags.join('')}`);
    } else {
      asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
      response.setHeader('content-type', 'text/javascript');
      response.end();
    }
  });
  const url = `http://127.0.0.1:${port}/`;
  const result = await scene.browse({ url, resolver: toLoopback, ...options });
  expect(textOf(result)).toContain('page');
  return asked.filter((one) => !one.endsWith('favicon.ico')).sort();
};

describe('sub-requests', () => {
  it('that the caller’s patterns cover are not loaded, the document always is', async () => {
    const scripts = ['/a.js', '/B/b.js?x=1', '/b/deep/b.js', '/c.json'];
    const blockUrls = ['**/b/*.js*', '/c.*', '**/127.0.0.1*/'];
    expect(await askedFrom(scripts, { blockUrls })).toEqual(['127.0.0.1/a.js', '127.0.0.1/b/deep/b.js']);
    expect(await askedFrom(scripts, { blockUrls: ['**'] })).toEqual([]);
    expect(await askedFrom(scripts, { blockUrls: [] })).toHaveLength(4);
  });

  it('that are advertising by the operator’s list are not loaded', async () => {
    const adRules = readAdblockList('/banners/\n||own.example^\n@@||good.example^');
    const scripts = ['/banners/a.js', '/mine.js'];
    expect(await askedFrom(scripts, { blockAds: true, adRules })).toEqual(['127.0.0.1/mine.js']);
    expect(await askedFrom(scripts, { blockAds: false, adRules })).toHaveLength(2);
    expect(await askedFrom(scripts, { adRules: readAdblockList('127.0.0.1') })).toHaveLength(2);
  });

  it('leave the pictures out, and load them for a screenshot', async () => {
    const routes = {
      '/': `<link rel=stylesheet href=/a.css><style>@font-face { font-family: f; src: url(/a.woff2); } p { font-family: f; }</style>
        <p>text</p><img src=/a.png><img srcset="/b.png 1x"><picture><source srcset=/c.webp><img></picture>
        <video src=/a.mp4 poster=/d.png autoplay muted></video><script src=/a.js></script><iframe src=/frame></iframe>
        <div style="background:url(/e.png)">x</div>`,
      '/a.js': SCRIPT,
      '/frame': '<img src=/f.png>',
    };
    const light = await scene.serveRoutes(routes);
    await scene.browse({ url: `http://127.0.0.1:${light.port}/`, blockResources: true });
    expect(light.paths().sort()).toEqual(['/', '/a.js', '/frame']);
    const full = await scene.serveRoutes(routes);
    await scene.browse({ url: `http://127.0.0.1:${full.port}/`, screenshot: true });
    for (const path of ['/a.css', '/a.woff2', '/a.png', '/b.png', '/c.webp', '/d.png', '/e.png', '/f.png', '/a.mp4']) {
      expect(full.paths()).toContain(path);
    }
  });
});

describe('the caller’s cookies', () => {
  it('reach the document, its scripts’ requests and what steps lead to, and no other origin', async () => {
    const away = await scene.serveRoutes({
      '/x': { body: 'x', headers: { 'access-control-allow-origin': '*' } },
      '/end': '<p>end</p>',
    });
    const home = await scene.serveRoutes({
      '/': {
        body: `<p id=p></p><a id=next href=/next>next</a><script>
          Promise.all([fetch('/api'), fetch('/post', { method: 'POST', body: 'b' }), fetch('http://127.0.0.1:${away.port}/x'),
            new Promise((done) => { const x = new XMLHttpRequest(); x.onload = done; x.open('GET', '/xhr'); x.send(); })])
            .then(() => { p.textContent = 'asked'; });</script>`,
        headers: { 'set-cookie': 'theirs=2; Path=/' },
      },
      '/api': '{}',
      '/post': '{}',
      '/xhr': '{}',
      '/next': `<a id=away href="http://127.0.0.1:${away.port}/end">away</a>`,
    });
    const result = await scene.browse({
      url: `http://127.0.0.1:${home.port}/`,
      allow: [home.port, away.port],
      headers: { Cookie: 'mine=1; both=a' },
      jsScenario: [{ click: '#next' }, { click: '#away' }],
    });
    expect(textOf(result)).toContain('end');
    expect(pageOf(result).url).toBe(`http://127.0.0.1:${away.port}/end`);
    const sent = Object.fromEntries(home.seen.map(({ url = '', headers }) => [url, headers.cookie]));
    expect(sent['/']).toBe('mine=1; both=a');
    for (const path of ['/api', '/post', '/xhr', '/next']) expect(sent[path]).toBe('mine=1; both=a; theirs=2');
    // A cookie of 127.0.0.1 is one of all its ports: the target's own goes along, the caller's does not.
    expect(away.seen.length).toBeGreaterThanOrEqual(2);
    for (const { headers } of away.seen) expect(headers.cookie ?? '').not.toMatch(/mine|both/);
  });
});
