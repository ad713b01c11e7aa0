import { describe, expect, it } from '@jest/globals';
import type { Verdict, WebScrapeParams } from '@quarry/contracts';
import { fetchPage, tiersOf } from './fetch-page.js';
import { binaryPage, htmlPage, scriptedFetcher, type TierOutcome } from '../test/scripted-fetcher.js';
import { webParams } from '../test/web-params.js';

const DEADLINE_MS = 1_900_000_000_000;
const JOB = { requestId: 'request-1', deadlineAtMs: DEADLINE_MS };
const ARTICLE = `<h1>Slate</h1><p>${'Carts carry stone to the river. '.repeat(40)}</p>`;
const APP_SHELL = '<body><div id="root"></div><script src="/app.js"></script></body>';
const running = new AbortController().signal;

const ok = (text = ARTICLE): TierOutcome => ({ verdict: 'ok', page: htmlPage(text) });
const failed = (verdict: Verdict, reason = 'a_reason'): TierOutcome => ({ verdict, reason });

const fetchWith = async (answers: Parameters<typeof scriptedFetcher>[0], params: Partial<WebScrapeParams> = {}) => {
  const fetcher = scriptedFetcher(answers);
  const outcome = await fetchPage(fetcher, webParams(params), JOB, running);
  return { outcome, asked: fetcher.requests.map(({ tier }) => tier), requests: fetcher.requests };
};

describe('the tiers a request allows', () => {
  const cases: readonly [Partial<WebScrapeParams>, readonly string[]][] = [
    [{}, ['http', 'browser']],
    [{ jsRendering: false }, ['http']],
    [{ jsRendering: true }, ['browser']],
    [{ screenshot: true }, ['browser']],
    [{ screenshot: {} }, ['browser']],
    [{ pdf: true }, ['browser']],
    [{ jsRendering: true, screenshot: true }, ['browser']],
    [{ wait: 1 }, ['browser']],
    [{ waitFor: 'main' }, ['browser']],
    [{ jsScenario: [{ click: 'a' }] }, ['browser']],
    [{ wait: 0, jsScenario: [] }, ['http', 'browser']],
  ];
  it.each(cases)('%j: %j', (params, tiers) => {
    expect(tiersOf(webParams(params))).toEqual(tiers);
  });
});

describe('a page by the cheapest tier that shows it', () => {
  it('does not start a browser for a page that plain HTTP shows', async () => {
    const { outcome, asked } = await fetchWith({ http: ok() });
    expect(asked).toEqual(['http']);
    expect(outcome).toMatchObject({ verdict: 'ok', tier: 'http' });
  });

  it.each(['blocked', 'soft_block', 'consent', 'script_wall'] as const)(
    'tries the browser after %s',
    async (verdict) => {
      const { outcome, asked } = await fetchWith({ http: { verdict, page: htmlPage(APP_SHELL) }, browser: ok() });
      expect(asked).toEqual(['http', 'browser']);
      expect(outcome).toMatchObject({ verdict: 'ok', tier: 'browser' });
    },
  );

  it.each(['target_4xx', 'target_5xx', 'dns_error', 'too_large', 'forbidden', 'page_timeout', 'cancelled'] as const)(
    'does not try the browser after %s',
    async (verdict) => {
      const { outcome, asked } = await fetchWith({ http: failed(verdict) });
      expect(asked).toEqual(['http']);
      expect(outcome).toMatchObject({ verdict, tier: 'http', reason: 'a_reason' });
    },
  );

  it('does not open a document without text in the browser', async () => {
    const { asked } = await fetchWith({ http: { verdict: 'ok', page: binaryPage('image/png') } });
    expect(asked).toEqual(['http']);
  });

  it.each(['short_scripted_page', 'asks_for_javascript'])(
    'lets a page that can be read stand when the browser then fails (%s)',
    async (reason) => {
      const http: TierOutcome = { verdict: 'script_wall', reason, page: htmlPage('<p>Hello') };
      const { outcome, asked } = await fetchWith({ http, browser: failed('page_timeout') });
      expect(asked).toEqual(['http', 'browser']);
      expect(outcome).toMatchObject({ verdict: 'ok', tier: 'http', page: { text: '<p>Hello' } });
      expect((await fetchWith({ http, browser: ok() })).outcome).toMatchObject({ verdict: 'ok', tier: 'browser' });
    },
  );

  it('tells the browser what to wait for, to do and not to load', async () => {
    const asked = { waitFor: 'main', jsScenario: [{ click: 'a' }], blockUrls: ['**.ads.example/**'] };
    const { requests } = await fetchWith({ browser: ok() }, { ...asked, wait: 50 });
    expect(requests).toMatchObject([{ tier: 'browser', waitMs: 50, ...asked }]);
  });

  it('keeps what the caller is to be warned of with the page as served', async () => {
    const http: TierOutcome = {
      verdict: 'script_wall',
      page: htmlPage('<p>Hello'),
      warnings: ['forbidden by robots.txt'],
    };
    const { outcome } = await fetchWith({ http }, { jsRendering: false });
    expect(outcome).toMatchObject({ verdict: 'ok', warnings: ['forbidden by robots.txt'] });
  });

  it('does not second-guess a verdict', async () => {
    const { outcome, asked } = await fetchWith({ http: ok(APP_SHELL) });
    expect(asked).toEqual(['http']);
    expect(outcome).toMatchObject({ verdict: 'ok', tier: 'http' });
  });

  it('reports what the browser met when HTTP showed nothing either', async () => {
    const { outcome } = await fetchWith({ http: failed('blocked', 'first'), browser: failed('soft_block', 'second') });
    expect(outcome).toMatchObject({ verdict: 'soft_block', tier: 'browser', reason: 'second' });
  });

  it('asks the browser alone where rendering is asked for', async () => {
    const { outcome, asked } = await fetchWith({ browser: failed('blocked') }, { jsRendering: true });
    expect(asked).toEqual(['browser']);
    expect(outcome.verdict).toBe('blocked');
  });
});

describe('a page that asks for scripts while the browser is not allowed', () => {
  const shell: TierOutcome = { verdict: 'script_wall', reason: 'empty_app_shell', page: htmlPage(APP_SHELL) };

  it('is answered as served', async () => {
    const { outcome, asked } = await fetchWith({ http: shell }, { jsRendering: false });
    expect(asked).toEqual(['http']);
    expect(outcome).toMatchObject({ verdict: 'ok', tier: 'http', page: { text: APP_SHELL } });
    expect(outcome).not.toHaveProperty('reason');
  });

  it('fails after a browser that was allowed', async () => {
    const { outcome } = await fetchWith({ http: shell, browser: failed('page_timeout') });
    expect(outcome).toMatchObject({ verdict: 'page_timeout', tier: 'browser' });
  });

  it('stays a failure for every other verdict', async () => {
    const { outcome } = await fetchWith(
      { http: { verdict: 'blocked', reason: 'challenge', page: htmlPage(APP_SHELL) } },
      { jsRendering: false },
    );
    expect(outcome).toMatchObject({ verdict: 'blocked', reason: 'challenge' });
  });
});

describe('what is asked of egress', () => {
  it('carries the parameters and the deadline to both tiers', async () => {
    const params = {
      headers: { 'x-asked': 'yes' },
      proxyType: 'residential',
      proxyCountry: 'NO',
      blockAds: false,
      blockResources: false,
    } as const;
    const { requests } = await fetchWith({ http: failed('script_wall'), browser: ok() }, params);
    const shared = {
      ...params,
      url: 'http://site.test/page',
      purpose: 'page',
      screenshot: false,
      pdf: false,
      waitMs: 0,
      sessionId: 'request-1',
    };
    expect(requests).toEqual([
      { ...shared, tier: 'http', deadlineAtMs: DEADLINE_MS },
      { ...shared, tier: 'browser', deadlineAtMs: DEADLINE_MS },
    ]);
  });

  it('leaves out what was not asked for', async () => {
    const { requests } = await fetchWith({ http: ok() });
    for (const name of ['headers', 'proxyType', 'proxyCountry'] as const) expect(requests[0]?.[name]).toBeUndefined();
  });

  it('hands the signal on', async () => {
    const stop = new AbortController();
    const seen: AbortSignal[] = [];
    const fetcher = scriptedFetcher({ http: ok() });
    const spy = {
      ...fetcher,
      fetch: (request: Parameters<typeof fetcher.fetch>[0], signal: AbortSignal) => {
        seen.push(signal);
        return fetcher.fetch(request, signal);
      },
    };
    await fetchPage(spy, webParams(), JOB, stop.signal);
    expect(seen).toEqual([stop.signal]);
  });
});
