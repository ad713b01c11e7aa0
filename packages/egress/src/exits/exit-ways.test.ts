import { connect, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { MAX_RETRIES } from '../politeness/retry-policy.js';
import { BLOCK, createProxyScene, PASSWORD, USERNAME, WORDS, written } from '../../test/scene/proxy-scene.js';

const scene = createProxyScene();
const { findClosedPort, openCanary, openSilence, serve, serveTarget, startChain, startFetcher, startSocks } = scene;
afterEach(() => scene.close());

const SCHEMES = ['http', 'https', 'socks5'] as const;
const TARGETS = ['http', 'https', 'h2'] as const;
const CREDENTIALS = { username: USERNAME, password: PASSWORD };

const startProxy = (scheme: (typeof SCHEMES)[number], hasCredentials: boolean) => {
  if (scheme === 'socks5') return startSocks(hasCredentials ? { credentials: CREDENTIALS } : {});
  return startChain({ scheme, hasCredentials });
};
const hostOf = (ask: object): unknown => Object.values(ask)[0];

describe('HTTP tier through proxies', () => {
  it.each(
    SCHEMES.flatMap((scheme) => TARGETS.flatMap((target) => [true, false].map((auth) => [scheme, target, auth]))),
  )('a %s proxy reaches a target by %s, credentials: %s', async (...[scheme, target, auth]) => {
    const proxy = await startProxy(scheme as 'http', auth as boolean);
    const { port, hosts, url } = await serveTarget(target as 'http');
    const fetch = startFetcher({ residential: [proxy.template] });
    const outcome = await fetch(url, { proxyType: 'residential' });
    expect(outcome).toMatchObject({ verdict: 'ok', proxyType: 'residential', attempts: 1 });
    expect(outcome.page?.text).toContain(`${target === 'h2' ? '2.0' : '1.1'} for shop.target.test:${port}`);
    expect(outcome.page?.url).toBe(url);
    expect(hosts).toEqual([`shop.target.test:${port}`]);
    // The proxy was given the judged address, not the name.
    expect(proxy.asks.map(hostOf)).toEqual(['127.0.0.1']);
    expect(written(outcome)).not.toContain(PASSWORD);
  });

  it('follows redirects through the same exit, judging each hop', async () => {
    const proxy = await startChain();
    const canary = await openCanary();
    const { url } = await serveTarget('h2');
    const to = (location: string) => serve((_request, response) => response.writeHead(302, { location }).end());
    const fetch = startFetcher({ datacenter: [proxy.template] }, { allow: ['127.0.0.1'] });
    const outcome = await fetch(`http://shop.target.test:${await to(url)}/`);
    expect(outcome).toMatchObject({ verdict: 'ok', page: { url } });
    expect(proxy.asks).toHaveLength(2);
    const inward = await fetch(`http://shop.target.test:${await to(`http://127.0.0.2:${canary.port}/`)}/`);
    expect(inward).toMatchObject({ verdict: 'forbidden' });
    expect(proxy.asks).toHaveLength(3);
    expect(canary.touched()).toBe(0);
  });

  it('takes a 407 of the target for the target’s', async () => {
    const proxy = await startChain();
    const port = await serve((_request, response) =>
      response.writeHead(407, { 'proxy-authenticate': 'Basic', 'content-type': 'text/html' }).end(WORDS),
    );
    const outcome = await startFetcher({ datacenter: [proxy.template] })(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ verdict: 'blocked', reason: 'http_407', attempts: 1, page: { statusCode: 407 } });
  });
});

describe('proxies that fail', () => {
  it.each(SCHEMES)('a %s proxy that refuses the credentials is not taken for the target', async (scheme) => {
    const proxy = await startProxy(scheme, true);
    const { hosts, url } = await serveTarget('h2');
    const template = proxy.template.replace(PASSWORD, 'wrong-secret-4711');
    const outcome = await startFetcher({ residential: [template] })(url, { proxyType: 'residential' });
    expect(outcome).toMatchObject({
      ...{ verdict: 'connection_error', reason: 'proxy_auth_failed', proxyType: 'residential', attempts: 1 },
      message: expect.stringMatching(/refused its credentials/),
    });
    expect(outcome).not.toHaveProperty('page');
    expect(written(outcome)).not.toMatch(/wrong-secret-4711|ali-baba|127\.0\.0\.1/);
    expect(hosts).toEqual([]);
  });

  it('a SOCKS proxy that takes no login, and one that wants one nobody gave', async () => {
    const { url } = await serveTarget('http');
    const open = await startSocks();
    const withLogin = open.template.replace('//', `//${USERNAME}:${PASSWORD}@`);
    expect(await startFetcher({ datacenter: [withLogin] })(url)).toMatchObject({ verdict: 'ok' });
    const locked = await startSocks({ credentials: CREDENTIALS });
    const bare = `socks5://127.0.0.1:${locked.port}`;
    expect(await startFetcher({ datacenter: [bare] })(url)).toMatchObject({ reason: 'proxy_auth_failed' });
  });

  it.each(SCHEMES)('a %s proxy that is down is tried again, within the bound', async (scheme) => {
    const { url } = await serveTarget('http');
    const template = `${scheme}://${USERNAME}:${PASSWORD}@127.0.0.1:${await findClosedPort()}`;
    const outcome = await startFetcher({ datacenter: [template] })(url);
    expect(outcome).toMatchObject({
      ...{ verdict: 'connection_error', reason: 'proxy_unreachable', attempts: MAX_RETRIES + 1 },
      message: expect.stringMatching(/proxy of this deployment could not be reached/),
    });
    expect(written(outcome)).not.toMatch(/opensesame|ali-baba|127\.0\.0\.1/);
  });

  it.each(SCHEMES)('a %s proxy that takes connections and says nothing', async (scheme) => {
    const { url } = await serveTarget('http');
    const template = `${scheme}://127.0.0.1:${await openSilence()}`;
    const exitTimeouts = { connectTimeoutMs: 200, answerTimeoutMs: 200 };
    const outcome = await startFetcher({ datacenter: [template] }, { exitTimeouts })(url);
    expect(outcome).toMatchObject({ verdict: 'connection_error', reason: 'proxy_unreachable' });
  });

  it('a proxy that hangs up, and one that talks nonsense', async () => {
    const { url } = await serveTarget('http');
    for (const words of ['', 'SSH-2.0-x\r\n\r\n', 'x'.repeat(20_000)]) {
      const port = await scene.serveRaw(words);
      for (const scheme of ['http', 'socks5']) {
        const outcome = await startFetcher({ datacenter: [`${scheme}://127.0.0.1:${port}`] })(url);
        expect(outcome).toMatchObject({ verdict: 'connection_error', reason: 'proxy_unreachable' });
      }
    }
  });

  it('goes on with a proxy that works, and comes back to the other one no sooner than it must', async () => {
    const good = await startChain();
    const { url } = await serveTarget('h2');
    const down = `http://127.0.0.1:${await findClosedPort()}`;
    const fetch = startFetcher({ datacenter: [down, good.template] });
    expect(await fetch(url)).toMatchObject({ verdict: 'ok', attempts: 2 });
    for (let round = 0; round < 4; round += 1) expect(await fetch(url)).toMatchObject({ verdict: 'ok', attempts: 1 });
    expect(good.asks).toHaveLength(5);
  });

  it.each([
    ['http', 502],
    ['http', 504],
    ['socks5', 4],
  ])('tells a target that a %s proxy cannot reach (%i) from a proxy that is down', async (scheme, code) => {
    const { url } = await serveTarget('http');
    const { template } =
      scheme === 'http' ? await startChain({ refuses: 'all', refusalStatus: code }) : await startSocks({ reply: code });
    const outcome = await startFetcher({ datacenter: [template] })(url);
    expect(outcome).toMatchObject({ verdict: 'connection_error', reason: 'unreachable_via_proxy' });
    expect(outcome.message).toMatch(/could not reach the target/);
  });

  /** A way to this port that breaks after so many bytes of answers. */
  const breakAfter = (port: number, maxBytes: number) =>
    scene.listen(
      createTcpServer((client) => {
        let sizeBytes = 0;
        const proxy = connect(port, '127.0.0.1');
        client.pipe(proxy).on('error', () => undefined);
        client.on('close', () => proxy.destroy());
        proxy.on('data', (chunk) => {
          sizeBytes += chunk.byteLength;
          if (sizeBytes <= maxBytes) return client.write(chunk);
          proxy.destroy();
          return client.destroy();
        });
      }),
    );

  it.each(TARGETS)('notices a proxy that drops an answer by %s midway, and takes another exit', async (kind) => {
    const { url } = await serveTarget(kind, WORDS.repeat(1_000));
    const [first, second] = [await startChain(), await startSocks()];
    const broken = `http://127.0.0.1:${await breakAfter(first.port, 100_000)}`;
    const fetch = startFetcher({ residential: [broken, second.template] });
    expect(await fetch(url, { proxyType: 'residential' })).toMatchObject({ verdict: 'ok', attempts: 2 });
    expect([first.asks.length, second.asks.length]).toEqual([1, 1]);
    const alone = await startFetcher({ datacenter: [broken] })(url);
    expect(alone).toMatchObject({ verdict: 'connection_error', attempts: MAX_RETRIES + 1 });
    expect(alone.reason).not.toMatch(/proxy/);
  });

  it('ends within its deadline while a proxy keeps it waiting', async () => {
    const { url } = await serveTarget('http');
    const template = `http://127.0.0.1:${await openSilence()}`;
    const fetch = startFetcher({ datacenter: [template] }, { exitTimeouts: { answerTimeoutMs: 20_000 } });
    const deadlineAtMs = Date.now() + 2_500;
    expect(await fetch(url, { deadlineAtMs })).toMatchObject({ verdict: 'page_timeout', attempts: 1 });
    // Without it, it would be the proxy's or the target's own longest wait.
    expect(Date.now()).toBeLessThan(deadlineAtMs + 10_000);
  });
});

describe('time', () => {
  it.each(['http', 'https'])('of a target that says nothing by %s ends with the deadline', async (kind) => {
    const proxy = await startChain();
    const url = `${kind}://shop.target.test:${await openSilence()}/`;
    const deadlineAtMs = Date.now() + 2_500;
    const outcome = await startFetcher({ datacenter: [proxy.template] })(url, { deadlineAtMs });
    expect(outcome).toMatchObject({ verdict: 'page_timeout', attempts: 1 });
    // Without it, it would be the proxy's or the target's own longest wait.
    expect(Date.now()).toBeLessThan(deadlineAtMs + 10_000);
    expect(proxy.asks).toHaveLength(1);
  });

  it('ends with the fetcher, at every step of the way', async () => {
    const silent = await openSilence();
    const proxy = await startChain();
    const ways = [
      { template: proxy.template, url: `https://shop.target.test:${silent}/` },
      { template: proxy.template, url: `http://shop.target.test:${silent}/` },
      { template: `http://127.0.0.1:${silent}`, url: 'http://shop.target.test/' },
      { template: `https://127.0.0.1:${silent}`, url: 'http://shop.target.test/' },
      { template: `socks5://127.0.0.1:${silent}`, url: 'http://shop.target.test/' },
    ];
    for (const { template, url } of ways) {
      const leaving = new AbortController();
      const left = startFetcher({ datacenter: [template] })(url, {}, leaving.signal);
      setTimeout(() => leaving.abort(), 200);
      expect(await left).toMatchObject({ verdict: 'cancelled' });
    }
  });

  it('is not blamed on a certificate that is: a target nobody vouches for is a TLS error', async () => {
    const proxy = await startSocks();
    const { url } = await serveTarget('h2');
    const outcome = await startFetcher({ datacenter: [proxy.template] }, { certificateAuthorities: [] })(url);
    expect(outcome).toMatchObject({ verdict: 'tls_error' });
    const named = url.replace('shop.target.test', 'shop.other.test');
    expect(await startFetcher({ datacenter: [proxy.template] })(named)).toMatchObject({
      verdict: 'tls_error',
      reason: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });
});

describe('proxies that take no addresses', () => {
  it('are not told a name where they stand nearby', async () => {
    const { hosts, url } = await serveTarget('https');
    const [chain, socks] = [await startChain({ refuses: 'addresses' }), await startSocks({ refusesAddresses: 2 })];
    for (const { template, asks } of [chain, socks]) {
      const outcome = await startFetcher({ datacenter: [template] })(url);
      expect(outcome).toMatchObject({ verdict: 'connection_error', reason: 'proxy_refused_target', attempts: 1 });
      expect(asks.map(hostOf)).toEqual(['127.0.0.1']);
    }
    expect(hosts).toEqual([]);
  });

  it('are told the judged name where their operator says so, the next time at once', async () => {
    const { port, url } = await serveTarget('h2');
    const [chain, socks] = [await startChain({ refuses: 'addresses' }), await startSocks({ refusesAddresses: 8 })];
    for (const { template, asks } of [chain, socks]) {
      const fetch = startFetcher({ datacenter: [`${template.replace('socks5:', 'socks5h:')}#by-name`] });
      for (let round = 0; round < 2; round += 1) expect(await fetch(url)).toMatchObject({ verdict: 'ok', attempts: 1 });
      expect(asks.map(hostOf)).toEqual(['127.0.0.1', 'shop.target.test', 'shop.target.test']);
      // A literal stays what was judged.
      expect(await fetch(`https://127.0.0.1:${port}/`)).toMatchObject({ reason: 'proxy_refused_target' });
    }
  });

  it('hand on plain requests where they open no tunnel to them', async () => {
    const { port, hosts, url } = await serveTarget('http');
    const locked = await startChain({ refuses: 'tunnels', hasCredentials: true });
    const fetch = startFetcher({ datacenter: [`${locked.template}#by-name`] });
    expect(await fetch(`${url}a?b=c#d`)).toMatchObject({ verdict: 'ok', page: { url: `${url}a?b=c#d` } });
    expect(hosts).toEqual([`shop.target.test:${port}`]);
    expect(locked.asks.at(-1)).toMatchObject({ hostname: 'shop.target.test', isForwarded: true, username: USERNAME });
    // A literal is pinned by itself: no mark is needed.
    const strict = startFetcher({ datacenter: [locked.template] });
    expect(await strict(`http://127.0.0.1:${port}/`)).toMatchObject({ verdict: 'ok' });
    expect(await strict(url)).toMatchObject({ reason: 'proxy_refused_target' });
  });

  it('show their own 407 as theirs on requests they hand on', async () => {
    const { url } = await serveTarget('http');
    const port = await scene.listen(
      createTcpServer((socket) =>
        socket.once('data', (head) => {
          const isTunnel = head.toString().startsWith('CONNECT');
          const challenge = 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n';
          socket.end(isTunnel ? 'HTTP/1.1 405 No\r\nContent-Length: 0\r\n\r\n' : challenge);
        }),
      ),
    );
    const outcome = await startFetcher({ datacenter: [`http://127.0.0.1:${port}#by-name`] })(url);
    expect(outcome).toMatchObject({ verdict: 'connection_error', reason: 'proxy_auth_failed' });
  });
});

describe('private targets', () => {
  it.each(['http', 'https', 'socks5'])('are refused before a %s proxy is asked', async (scheme) => {
    const canary = await openCanary();
    const template = `${scheme}://127.0.0.1:${canary.port}#by-name`;
    const fetch = startFetcher({ datacenter: [template] }, { allow: [] });
    const urls = [
      ...[
        'http://127.0.0.1/',
        'https://10.0.0.1/',
        'http://[::1]/',
        'https://[::ffff:10.0.0.1]/',
        'http://169.254.169.254/',
      ],
      ...['http://localhost/', 'http://0x7f.1/'],
    ];
    for (const url of urls) expect(await fetch(url)).toMatchObject({ verdict: 'forbidden' });
    const names = ['http://inner.target.test/', 'https://inner.target.test/'].map((url) => fetch(url));
    for (const end of await Promise.all(names))
      expect(end).toMatchObject({ verdict: 'dns_error', reason: 'ENOTFOUND' });
    expect(canary.touched()).toBe(0);
  });

  it('names that do not resolve here are not asked of a proxy', async () => {
    const canary = await openCanary();
    const resolver = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const fetch = startFetcher({ datacenter: [`socks5h://127.0.0.1:${canary.port}`] }, { resolver });
    expect(await fetch('http://gone.example/')).toMatchObject({ verdict: 'dns_error', reason: 'ENOTFOUND' });
    expect(canary.touched()).toBe(0);
  });
});

describe('sites that refuse', () => {
  /** A site that shows its page from the n-th request on. */
  const serveBlocked = (blocks: number) => {
    let count = 0;
    return serve((_request, response) => {
      count += 1;
      if (count > blocks) return response.writeHead(200, { 'content-type': 'text/html' }).end(WORDS);
      return response.writeHead(BLOCK.status, BLOCK.headers).end('<title>Just a moment...</title>');
    });
  };

  it('are asked by another exit, and no more by the one they refused', async () => {
    const port = await serveBlocked(1);
    const proxies = [await startChain(), await startChain()];
    const fetch = startFetcher({ residential: proxies.map(({ template }) => template) });
    const url = `http://shop.target.test:${port}/`;
    const request = { proxyType: 'residential' } as const;
    expect(await fetch(url, request)).toMatchObject({ verdict: 'ok', attempts: 2, proxyType: 'residential' });
    for (let round = 0; round < 3; round += 1) expect(await fetch(url, request)).toMatchObject({ attempts: 1 });
    expect(proxies.map(({ asks }) => asks.length)).toEqual([1, 4]);
    // Another site has nothing against it.
    await fetch(`http://127.0.0.1:${port}/`, request);
    expect(proxies.map(({ asks }) => asks.length)).toEqual([2, 4]);
  });

  it('are asked by so many exits and no more', async () => {
    const port = await serveBlocked(99);
    const proxies = await Promise.all(Array.from({ length: 5 }, () => startChain()));
    const fetch = startFetcher({ datacenter: proxies.map(({ template }) => template) });
    expect(await fetch(`http://shop.target.test:${port}/`)).toMatchObject({ verdict: 'blocked', attempts: 3 });
    expect(proxies.filter(({ asks }) => asks.length > 0)).toHaveLength(3);
  });

  it('are not asked again by the only exit there is', async () => {
    const proxy = await startChain();
    const url = `http://shop.target.test:${await serveBlocked(1)}/`;
    expect(await startFetcher({ datacenter: [proxy.template] })(url)).toMatchObject({
      verdict: 'blocked',
      attempts: 1,
    });
    const direct = `http://shop.target.test:${await serveBlocked(1)}/`;
    expect(await startFetcher({})(direct)).toMatchObject({ verdict: 'blocked', attempts: 1 });
  });

  it('are asked by a new session where the template has one', async () => {
    const proxy = await startChain({ hasCredentials: true });
    const template = proxy.template.replace(USERNAME, `${USERNAME}-country-{country}-session-{session}`);
    const url = `http://shop.target.test:${await serveBlocked(2)}/`;
    const fetch = startFetcher({ residential: [template] });
    const outcome = await fetch(url, { proxyType: 'residential', proxyCountry: 'DE' });
    expect(outcome).toMatchObject({ verdict: 'ok', attempts: 3 });
    const names = proxy.asks.map(({ username }) => username);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^ali-baba-country-de-session-[a-z0-9]{8,12}$/);
  });

  it('keep a session on one exit', async () => {
    const proxy = await startChain({ hasCredentials: true });
    const template = proxy.template.replace(USERNAME, `${USERNAME}-{session}`);
    const url = `http://shop.target.test:${await serveBlocked(0)}/`;
    const fetch = startFetcher({ residential: [template] });
    for (const sessionId of ['one', 'two', 'one', 'one', 'two']) {
      await fetch(url, { proxyType: 'residential', sessionId });
    }
    const [one, two, ...rest] = proxy.asks.map(({ username }) => username);
    expect(one).not.toBe(two);
    expect(rest).toEqual([one, one, two]);
  });
});
