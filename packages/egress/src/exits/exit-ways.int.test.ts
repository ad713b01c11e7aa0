import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { FetcherOptions, SharedBrowser } from '../fetch/fetcher-options.js';
import type { ExitSettings } from './exit-pools.js';
import { BLOCK, createProxyScene, PASSWORD, USERNAME, WORDS, written } from '../../test/scene/proxy-scene.js';
import { sharedBrowser } from '../../test/scene/shared-browser.js';
import { findTinyproxy, startTinyproxy } from '../../test/scene/tinyproxy.js';

const CREDENTIALS = { username: USERNAME, password: PASSWORD };
const scene = createProxyScene();
const { findClosedPort, openCanary, serveRoutes, serveTarget, startChain, startSocks } = scene;
const hostOf = (ask: object): unknown => Object.values(ask)[0];
let chromium: SharedBrowser;
beforeAll(async () => {
  chromium = await sharedBrowser();
});
afterEach(() => scene.close());

/** Chromium trusts no certificate of ours: its targets over TLS are told by the failure that this is. */
const startBrowser = (exits: ExitSettings, options: Partial<FetcherOptions> & { allow?: string[] } = {}) => {
  const fetch = scene.startFetcher(exits, { chromium, ...options });
  return (url: string) => fetch(url, { tier: 'browser', proxyType: 'residential' });
};

describe('the browser through proxies', () => {
  it.each(['http', 'https', 'socks5'] as const)('a %s proxy carries the page and what it loads', async (scheme) => {
    const proxy =
      scheme === 'socks5'
        ? await startSocks({ credentials: CREDENTIALS })
        : await startChain({ scheme, hasCredentials: true });
    const { port, paths } = await serveRoutes({
      '/': '<!doctype html><p id=p>Words</p><script src="/more.js"></script>',
      '/more.js': { type: 'text/javascript', body: 'fetch("/data").then((r) => r.text()).then((t) => p.append(t))' },
      '/data': { type: 'text/plain', body: ' that a script brought.' },
    });
    const secure = await serveTarget('h2');
    const fetch = startBrowser({ residential: [proxy.template] });
    const outcome = await fetch(`http://shop.target.test:${port}/`);
    expect(outcome).toMatchObject({ verdict: 'ok', proxyType: 'residential', tier: 'browser', attempts: 1 });
    expect(outcome.page?.text).toContain('Words that a script brought.');
    expect(paths()).toEqual(expect.arrayContaining(['/', '/more.js', '/data']));
    expect(new Set(proxy.asks.map(hostOf))).toEqual(new Set(['127.0.0.1']));
    expect(written(outcome)).not.toContain(PASSWORD);
    // The tunnel stands, and the browser itself judges the certificate at its end.
    expect(await fetch(secure.url)).toMatchObject({ verdict: 'tls_error' });
    expect(proxy.asks.some(({ port: asked }) => asked === secure.port)).toBe(true);
  });

  it('is told by a proxy’s failures whose they are', async () => {
    const chain = await startChain({ hasCredentials: true });
    const wrong = chain.template.replace(PASSWORD, 'wrong-secret-4711');
    const { url, hosts } = await serveTarget('http');
    const refused = await startBrowser({ residential: [wrong] })(url);
    expect(refused).toMatchObject({ verdict: 'connection_error', reason: 'proxy_auth_failed', attempts: 1 });
    expect(written(refused)).not.toMatch(/wrong-secret|ali-baba/);
    expect(hosts).toEqual([]);
    const down = `socks5://127.0.0.1:${await findClosedPort()}`;
    const fetch = startBrowser({ residential: [down, `${chain.template}#second`] });
    expect(await fetch(url)).toMatchObject({ verdict: 'ok', attempts: 2 });
  });

  it('hands plain requests on where no tunnel is opened for them', async () => {
    const chain = await startChain({ hasCredentials: true, refuses: 'tunnels' });
    const { url, port } = await serveTarget('http');
    const outcome = await startBrowser({ residential: [`${chain.template}#by-name`] })(url);
    expect(outcome).toMatchObject({ verdict: 'ok' });
    expect(outcome.page?.text).toContain(`1.1 for shop.target.test:${port}`);
    expect(chain.asks.filter(({ isForwarded }) => isForwarded)[0]).toMatchObject({ hostname: 'shop.target.test' });
  });

  it('may ask by an exit whose plain requests the site refused', async () => {
    const proxies = [await startChain(), await startSocks()];
    let plain = 0;
    const port = await scene.serve((request, response) => {
      const isBrowser = request.headers['upgrade-insecure-requests'] !== undefined && plain >= 2;
      plain += 1;
      if (isBrowser) return response.setHeader('content-type', 'text/html').end(WORDS);
      return response.writeHead(BLOCK.status, BLOCK.headers).end('<title>Just a moment...</title>');
    });
    const exits = { residential: proxies.map(({ template }) => template) };
    const fetch = scene.startFetcher(exits, { chromium });
    const url = `http://shop.target.test:${port}/`;
    const request = { proxyType: 'residential' } as const;
    expect(await fetch(url, request)).toMatchObject({ verdict: 'blocked', attempts: 2 });
    // Both exits rest for plain HTTP: one more try, and no other exit after it.
    plain = 0;
    expect(await fetch(url, request)).toMatchObject({ verdict: 'blocked', attempts: 1 });
    // Neither rests for the browser: refused once, it goes on by the other.
    expect(await fetch(url, { ...request, tier: 'browser' })).toMatchObject({ verdict: 'ok', attempts: 2 });
  });

  it('has no way to a private target, as a page or from one', async () => {
    const canary = await openCanary();
    const proxy = await startSocks();
    const inner = `http://127.0.0.2:${canary.port}`;
    const { port } = await serveRoutes({
      '/': `<!doctype html><p id=p>Words</p><img src="${inner}/a.png"><script>fetch('${inner}/b').catch(() => p.append(' and nothing else'))</script>`,
    });
    const fetch = startBrowser({ residential: [proxy.template] }, { allow: [`127.0.0.1:${port}`] });
    const outcome = await fetch(`http://shop.target.test:${port}/`);
    expect(outcome).toMatchObject({ verdict: 'ok' });
    expect(outcome.page?.text).toContain('and nothing else');
    expect(await fetch(`http://inner.target.test:${canary.port}/`)).toMatchObject({ verdict: 'dns_error' });
    expect(canary.touched()).toBe(0);
    expect(proxy.asks.every((ask) => ask.port === port)).toBe(true);
  });
});

const tinyproxy = findTinyproxy();
const describeTinyproxy = tinyproxy === undefined ? describe.skip : describe;

describeTinyproxy(tinyproxy === undefined ? 'tinyproxy: not installed, not tested' : 'tinyproxy', () => {
  const start = async (options: Partial<Parameters<typeof startTinyproxy>[1]> = {}) => {
    const port = await findClosedPort();
    const server = await startTinyproxy(tinyproxy ?? '', { port, ...options });
    scene.onClose(() => server.close());
    return port;
  };

  it.each([
    ['http', true],
    ['https', true],
    ['h2', true],
    ['http', false],
    ['https', false],
    ['h2', false],
  ] as const)('reaches a target by %s, credentials: %s', async (kind, hasCredentials) => {
    const port = await start(hasCredentials ? { credentials: CREDENTIALS } : {});
    const { url, hosts } = await serveTarget(kind);
    const user = hasCredentials ? `${USERNAME}:${PASSWORD}@` : '';
    const outcome = await scene.startFetcher({ datacenter: [`http://${user}127.0.0.1:${port}`] })(url);
    expect(outcome).toMatchObject({ verdict: 'ok', attempts: 1 });
    expect(hosts).toEqual([new URL(url).host]);
  });

  it('is told from the target when it refuses the credentials, is not there, or opens no tunnel', async () => {
    const { url, hosts } = await serveTarget('https');
    const end = async (template: string) => (await scene.startFetcher({ datacenter: [template] })(url)).reason;
    const locked = await start({ credentials: CREDENTIALS });
    expect(await end(`http://${USERNAME}:wrong@127.0.0.1:${locked}`)).toBe('proxy_auth_failed');
    expect(await end(`http://127.0.0.1:${locked}`)).toBe('proxy_auth_failed');
    expect(await end(`http://127.0.0.1:${await findClosedPort()}`)).toBe('proxy_unreachable');
    expect(await end(`http://127.0.0.1:${await start({ connectPorts: [443] })}`)).toBe('proxy_refused_target');
    expect(hosts).toEqual([]);
  });

  it('hands plain requests on where its rules keep tunnels for TLS', async () => {
    const port = await start({ connectPorts: [443], credentials: CREDENTIALS });
    const target = await serveTarget('http');
    const url = `http://127.0.0.1:${target.port}/`;
    const template = `http://${USERNAME}:${PASSWORD}@127.0.0.1:${port}`;
    expect(await scene.startFetcher({ datacenter: [template] })(url)).toMatchObject({ verdict: 'ok', attempts: 1 });
  });

  it('carries the browser', async () => {
    const port = await start({ credentials: CREDENTIALS });
    const { url } = await serveTarget('http');
    const fetch = startBrowser({ residential: [`http://${USERNAME}:${PASSWORD}@127.0.0.1:${port}`] });
    expect(await fetch(url)).toMatchObject({ verdict: 'ok', tier: 'browser', proxyType: 'residential' });
  });
});
