import { afterEach, describe, expect, it } from '@jest/globals';
import { REQUEST_DEADLINE_MS } from '@quarry/contracts';
import type { FetcherOptions } from './fetcher-options.js';
import { MAX_HOLD_OFF_MS, MAX_TOLD_WAIT_SECONDS } from './fetch-run.js';
import { createFetcher } from './fetcher.js';
import { MAX_LIMITED_RETRIES } from '../politeness/retry-policy.js';
import type { FetchRequest } from '../port.js';
import { createLoopbackScene, type Route } from '../../test/scene/loopback-scene.js';
import { createProxyScene, WORDS } from '../../test/scene/proxy-scene.js';
import { ROBOTS_WARN_WAIT_MS, ROBOTS_WARNING } from '../robots/apply-robots-policy.js';
import { MAX_ROBOTS_DOWNLOAD_BYTES, MAX_ROBOTS_REDIRECTS } from '../robots/robots-limits.js';
import { createTargetRule } from '../target/target-rule.js';

const scene = createLoopbackScene();
const proxies = createProxyScene();
const { openSilence, serve, serveRoutes } = scene;
afterEach(() => Promise.all([scene.close(), proxies.close()]));

const startFetcher = (options: Partial<FetcherOptions>) => {
  const fetcher = createFetcher({ rule: createTargetRule({ allow: ['127.0.0.1'] }), ...options });
  scene.onClose(() => fetcher.close());
  return (url: string, request: Partial<FetchRequest> = {}, signal = new AbortController().signal) =>
    fetcher.fetch({ url, tier: 'http', purpose: 'page', deadlineAtMs: Date.now() + 20_000, ...request }, signal);
};

const TEXT = { type: 'text/plain' };

describe('robots.txt', () => {
  const startSite = async (robots: Route | undefined) => {
    const site = await serveRoutes({
      '/a': WORDS,
      '/b': WORDS,
      ...(robots === undefined ? {} : { '/robots.txt': robots }),
    });
    return { ...site, url: (path: string) => `http://127.0.0.1:${site.port}${path}` };
  };
  const FORBIDS_A = { ...TEXT, body: 'User-agent: *\nDisallow: /a\n' };

  it('is not even asked for where it is ignored', async () => {
    const site = await startSite(FORBIDS_A);
    expect(await startFetcher({})(site.url('/a'))).toMatchObject({ verdict: 'ok' });
    expect(site.paths()).toEqual(['/a']);
  });

  it('is obeyed, asked for once, and means nothing for records', async () => {
    const site = await startSite(FORBIDS_A);
    const fetch = startFetcher({ robots: 'obey' });
    const [forbidden, allowed] = await Promise.all([fetch(site.url('/a')), fetch(site.url('/b'))]);
    expect(forbidden).toMatchObject({ verdict: 'robots_disallowed', reason: 'robots_txt', attempts: 0 });
    expect(forbidden.message).toMatch(/site's robots\.txt disallows this page/);
    expect(allowed).toMatchObject({ verdict: 'ok', attempts: 1 });
    expect(await fetch(site.url('/a'), { purpose: 'record' })).toMatchObject({ verdict: 'ok' });
    expect(site.paths().toSorted()).toEqual(['/a', '/b', '/robots.txt']);
  });

  it('is obeyed for a request that says so, whose gap is kept where that is longer', async () => {
    const site = await startSite(FORBIDS_A);
    const gaps: number[] = [];
    const reserveTurn = async ({ gapMs }: { gapMs: number }) => {
      gaps.push(gapMs);
      return 0;
    };
    const fetch = startFetcher({ reserveTurn });
    expect(await fetch(site.url('/a'), { robots: 'obey' })).toMatchObject({ verdict: 'robots_disallowed' });
    expect(await fetch(site.url('/b'), { robots: 'obey', gapMs: 7 })).toMatchObject({ verdict: 'ok' });
    expect(await fetch(site.url('/a'), { gapMs: 5 })).toMatchObject({ verdict: 'ok' });
    const slow = await startSite({ ...TEXT, body: 'User-agent: *\nCrawl-delay: 2\n' });
    expect(await fetch(slow.url('/b'), { robots: 'obey', gapMs: 7 })).toMatchObject({ verdict: 'ok' });
    expect(gaps).toEqual([7, 5, 2_000]);
  });

  it('warns in the answer and lets the page through', async () => {
    const site = await startSite(FORBIDS_A);
    const fetch = startFetcher({ robots: 'warn' });
    expect(await fetch(site.url('/a'))).toMatchObject({ verdict: 'ok', warnings: [ROBOTS_WARNING] });
    expect(await fetch(site.url('/b'))).not.toHaveProperty('warnings');
  });

  it.each([
    ['none', undefined, 'ok'],
    ['a refusal of it', { status: 403, body: 'User-agent: *\nDisallow: /' }, 'ok'],
    ['a page in its place', '<!doctype html><p>Hello: you</p>', 'ok'],
    ['an empty one', { ...TEXT, body: '' }, 'ok'],
    ['a failing server', { status: 503, body: '' }, 'robots_disallowed'],
    ['too many requests', { status: 429, body: '' }, 'robots_disallowed'],
    ['an endless one', { ...TEXT, body: 'x'.repeat(MAX_ROBOTS_DOWNLOAD_BYTES + 1) }, 'robots_disallowed'],
  ] as const)('obeying, %s', async (_name, robots, verdict) => {
    const site = await startSite(robots);
    expect(await startFetcher({ robots: 'obey' })(site.url('/a'))).toMatchObject({ verdict });
  });

  it('says where its server fails, and is no warning', async () => {
    const site = await startSite({ status: 500, body: '' });
    const obeyed = await startFetcher({ robots: 'obey' })(site.url('/a'));
    expect(obeyed).toMatchObject({ reason: 'robots_unreachable', attempts: 0 });
    expect(await startFetcher({ robots: 'warn' })(site.url('/a'))).not.toHaveProperty('warnings');
  });

  it('follows its redirects as far as the standard asks, and never inward', async () => {
    const chain = (hops: number) =>
      serve((request, response) => {
        const at = Number(request.url?.match(/\d+$/)?.[0] ?? 0);
        if (request.url === '/a') return response.setHeader('content-type', 'text/html').end(WORDS);
        if (at < hops) return response.writeHead(302, { location: `/r${at + 1}` }).end();
        return response.setHeader('content-type', 'text/plain').end(FORBIDS_A.body);
      });
    const end = async (hops: number) => {
      const outcome = await startFetcher({ robots: 'obey' })(`http://127.0.0.1:${await chain(hops)}/a`);
      return outcome.verdict;
    };
    expect(await end(MAX_ROBOTS_REDIRECTS)).toBe('robots_disallowed');
    expect(await end(MAX_ROBOTS_REDIRECTS + 1)).toBe('ok');
    const canary = await scene.openCanary();
    const site = await startSite({ status: 302, body: '', headers: { location: `http://127.0.0.2:${canary.port}/` } });
    expect(await startFetcher({ robots: 'obey' })(site.url('/a'))).toMatchObject({ verdict: 'ok', attempts: 1 });
    expect(canary.touched()).toBe(0);
  });

  it('that gets no answer is the page’s own failure, and no wait beyond its deadline', async () => {
    const closed = await scene.findClosedPort();
    const fetch = startFetcher({ robots: 'obey' });
    expect(await fetch(`http://127.0.0.1:${closed}/`)).toMatchObject({
      verdict: 'connection_error',
      reason: 'ECONNREFUSED',
    });
    const silent = `http://127.0.0.1:${await openSilence()}/`;
    expect(await fetch(silent, { deadlineAtMs: Date.now() + 700 })).toMatchObject({ verdict: 'deadline_exceeded' });
    const leaving = new AbortController();
    const left = fetch(silent, {}, leaving.signal);
    leaving.abort();
    expect(await left).toMatchObject({ verdict: 'cancelled' });
  });

  it('under warn, keeps a page waiting for a moment only', async () => {
    const port = await serve((request, response) => {
      if (request.url !== '/robots.txt') response.setHeader('content-type', 'text/html').end(WORDS);
    });
    const startedMs = Date.now();
    const outcome = await startFetcher({ robots: 'warn' })(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ verdict: 'ok' });
    expect(Date.now() - startedMs).toBeLessThan(ROBOTS_WARN_WAIT_MS + 15_000);
  });

  it('has its Crawl-delay kept where it is obeyed', async () => {
    const site = await startSite({ ...TEXT, body: 'User-agent: *\nCrawl-delay: 0.4\n' });
    const fetch = startFetcher({ robots: 'obey' });
    const startedMs = Date.now();
    await Promise.all([fetch(site.url('/a')), fetch(site.url('/b')), fetch(site.url('/a'))]);
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(780);
  });

  it('is asked for by the exit that the page leaves by', async () => {
    const proxy = await proxies.startChain();
    const site = await startSite(FORBIDS_A);
    const fetch = startFetcher({ robots: 'obey', exits: { residential: [proxy.template] } });
    const outcome = await fetch(site.url('/a'), { proxyType: 'residential' });
    expect(outcome).toMatchObject({ verdict: 'robots_disallowed', proxyType: 'residential' });
    expect(proxy.asks).toHaveLength(1);
  });
});

describe('robots.txt through proxies', () => {
  it('is asked for by another exit where one is down', async () => {
    const [good, down] = [await proxies.startChain(), `http://127.0.0.1:${await scene.findClosedPort()}`];
    const site = await serveRoutes({ '/a': WORDS });
    const fetch = startFetcher({ robots: 'obey', exits: { datacenter: [down, good.template] } });
    const outcome = await fetch(`http://127.0.0.1:${site.port}/a`);
    expect(outcome).toMatchObject({ verdict: 'ok', attempts: 1 });
    expect(site.paths()).toEqual(['/robots.txt', '/a']);
  });

  it('says whose failure it is where none is left', async () => {
    const down = `http://127.0.0.1:${await scene.findClosedPort()}`;
    const outcome = await startFetcher({ robots: 'obey', exits: { datacenter: [down] } })('http://127.0.0.1:8009/a');
    expect(outcome).toMatchObject({ verdict: 'connection_error', reason: 'proxy_unreachable', attempts: 0 });
    expect(outcome.message).toMatch(/could not be reached/);
  });
});

describe('Retry-After', () => {
  /** Busy for the first request, or for so many. */
  const serveBusy = async (status: number, retryAfter: string, times = 1) => {
    const askedAtMs: number[] = [];
    const port = await serve((_request, response) => {
      askedAtMs.push(Date.now());
      if (askedAtMs.length > times) return response.setHeader('content-type', 'text/html').end(WORDS);
      return response.writeHead(status, { 'retry-after': retryAfter, 'content-type': 'text/plain' }).end('later');
    });
    return { url: `http://127.0.0.1:${port}/`, askedAtMs, gapMs: () => (askedAtMs[1] ?? 0) - (askedAtMs[0] ?? 0) };
  };

  it.each([429, 503])('of a %i is waited for', async (status) => {
    const site = await serveBusy(status, '1');
    expect(await startFetcher({})(site.url)).toMatchObject({ verdict: 'ok', attempts: 2 });
    expect(site.gapMs()).toBeGreaterThanOrEqual(990);
  });

  it('is waited for three times, then told', async () => {
    const site = await serveBusy(429, '1', 9);
    expect(await startFetcher({})(site.url)).toMatchObject({
      ...{ verdict: 'rate_limited', reason: 'http_429', attempts: MAX_LIMITED_RETRIES + 1, retryAfterSeconds: 1 },
      page: { statusCode: 429 },
    });
    expect(site.askedAtMs).toHaveLength(MAX_LIMITED_RETRIES + 1);
  });

  it('is not made up where the target names none, or none that makes sense', async () => {
    for (const retryAfter of ['soon', String(MAX_TOLD_WAIT_SECONDS + 1)]) {
      const site = await serveBusy(429, retryAfter, 9);
      const outcome = await startFetcher({})(site.url, { deadlineAtMs: Date.now() + 700 });
      expect(outcome).toMatchObject({ verdict: 'rate_limited' });
      expect(outcome).not.toHaveProperty('retryAfterSeconds');
    }
  });

  it('of minutes is waited for within the time of the call, and the waiting ends with the caller', async () => {
    const site = await serveBusy(429, '200', 9);
    const leaving = new AbortController();
    const asked = startFetcher({})(site.url, { deadlineAtMs: Date.now() + REQUEST_DEADLINE_MS }, leaving.signal);
    while (site.askedAtMs.length === 0) await new Promise(setImmediate);
    setTimeout(() => leaving.abort(), 50);
    const startedMs = Date.now();
    expect((await asked).verdict).toBe('cancelled');
    expect(Date.now() - startedMs).toBeLessThan(5_000);
    expect(site.askedAtMs).toHaveLength(1);
  });

  it('that is too long ends the fetch, as does one beyond the deadline', async () => {
    for (const [retryAfter, inMs] of [
      ['3600', 20_000],
      ['5', 3_000],
    ] as const) {
      const site = await serveBusy(503, retryAfter);
      const startedMs = Date.now();
      const outcome = await startFetcher({})(site.url, { deadlineAtMs: Date.now() + inMs });
      expect(outcome).toMatchObject({ verdict: 'rate_limited', attempts: 1, retryAfterSeconds: Number(retryAfter) });
      expect(Date.now() - startedMs).toBeLessThan(2_500);
      expect(site.askedAtMs).toHaveLength(1);
    }
  });

  it('that makes no sense changes nothing', async () => {
    const site = await serveBusy(503, 'after lunch');
    expect(await startFetcher({})(site.url)).toMatchObject({ verdict: 'ok', attempts: 2 });
    expect(site.gapMs()).toBeLessThan(15_000);
  });

  it('of a 429 keeps other fetches of this worker off the site', async () => {
    const site = await serveBusy(429, '1');
    const fetch = startFetcher({});
    const record = await fetch(site.url, { purpose: 'record' });
    expect(record).toMatchObject({ verdict: 'blocked', attempts: 1, page: { statusCode: 429 } });
    expect(await fetch(site.url)).toMatchObject({ verdict: 'ok', attempts: 1 });
    expect(site.gapMs()).toBeGreaterThanOrEqual(950);
  });

  it('of one host is no word on another one of its site', async () => {
    const [busy, other] = [await serveBusy(503, '30', 9), await serveBusy(503, '30', 0)];
    const fetch = startFetcher({});
    const soon = () => ({ deadlineAtMs: Date.now() + 5_000 });
    expect(await fetch(busy.url, soon())).toMatchObject({ verdict: 'rate_limited' });
    expect(await fetch(other.url, soon())).toMatchObject({ verdict: 'ok', attempts: 1 });
    expect(await fetch(busy.url, soon())).toMatchObject({ verdict: 'rate_limited', reason: 'held_off' });
  });

  it('keeps off the requested host too where it led to the busy one within its site', async () => {
    const busy = await serveBusy(503, '30', 9);
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: busy.url }).end();
    });
    const fetch = startFetcher({});
    for (const reason of ['http_503', 'held_off']) {
      const outcome = await fetch(`http://127.0.0.1:${port}/`, { deadlineAtMs: Date.now() + 5_000 });
      expect(outcome).toMatchObject({ verdict: 'rate_limited', reason });
    }
    expect([asked, busy.askedAtMs.length]).toEqual([1, 1]);
  });

  it('of one exit is no word on another one', async () => {
    const [one, two] = [await proxies.startChain(), await proxies.startSocks()];
    const site = await serveBusy(429, '20');
    const fetch = startFetcher({ exits: { datacenter: [one.template, two.template] } });
    for (let round = 0; round < 3; round += 1) await fetch(site.url, { deadlineAtMs: Date.now() + 10_000 });
    expect([one.asks.length, two.asks.length]).toEqual([1, 2]);
  });

  it('says so at once where the site is held off beyond the deadline', async () => {
    const site = await serveBusy(429, '3600');
    const fetch = startFetcher({});
    await fetch(site.url);
    const outcome = await fetch(site.url, { deadlineAtMs: Date.now() + 5_000 });
    expect(outcome).toMatchObject({ verdict: 'rate_limited', reason: 'held_off', attempts: 0 });
    expect(outcome.retryAfterSeconds).toBeGreaterThan(20);
    expect(outcome.retryAfterSeconds).toBeLessThanOrEqual(MAX_HOLD_OFF_MS / 1_000);
    expect(site.askedAtMs).toHaveLength(1);
  });
});

describe('the pace', () => {
  it('spaces the requests to one site, retries included', async () => {
    const askedAtMs: number[] = [];
    const port = await serve((_request, response) => {
      askedAtMs.push(Date.now());
      if (askedAtMs.length === 1) return response.writeHead(500).end();
      return response.setHeader('content-type', 'text/html').end(WORDS);
    });
    const fetch = startFetcher({ siteRequestsPerSecond: 2 });
    const url = `http://127.0.0.1:${port}/`;
    const startedAtMs = Date.now();
    await Promise.all([fetch(url), fetch(url)]);
    expect(askedAtMs).toHaveLength(3);
    // One that a loaded machine delays comes closer to its next, but none comes before its turn.
    askedAtMs.forEach((atMs, place) => expect(atMs - startedAtMs).toBeGreaterThanOrEqual(place * 450));
  });
});
