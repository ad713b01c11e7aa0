import { describe, expect, it } from '@jest/globals';
import type { FetchOutcome, FetchRequest } from '@quarry/egress';
import type { Verdict } from '@quarry/contracts';
import { fetchResults, headersOf, type ReadDocument } from './fetch-results.js';
import { createTierChoice } from './tier-choice.js';

const page = (text: string) => ({
  url: 'http://e.test/',
  statusCode: 200,
  statusText: 'OK',
  headers: {},
  body: Buffer.from(text),
  text,
  mediaType: 'text/html',
});
const end = (tier: 'http' | 'browser', verdict: Verdict, text?: string): FetchOutcome => ({
  tier,
  verdict,
  proxyType: 'datacenter',
  attempts: 1,
  ...(text === undefined ? {} : { page: page(text) }),
});

const run = async (ends: readonly FetchOutcome[], read: (text: string) => ReadDocument<string>) => {
  const asked: FetchRequest[] = [];
  const fetcher = {
    fetch: (request: FetchRequest) => {
      asked.push(request);
      return Promise.resolve(ends[asked.length - 1] ?? end('browser', 'internal_error'));
    },
    close: () => Promise.resolve(),
  };
  const job = {
    choice: createTierChoice(),
    asked: { url: 'http://e.test/search?q=x', headers: {}, cookies: {}, deviceType: 'desktop' as const },
    requestId: 'r',
    deadlineAtMs: Date.now() + 60_000,
  };
  const results = await fetchResults(fetcher, job, (text) => Promise.resolve(read(text)), new AbortController().signal);
  return { results, tiers: asked.map(({ tier }) => tier), asked };
};

const known = (text: string): ReadDocument<string> =>
  text === 'results' ? { verdict: 'ok', value: text } : { verdict: 'unrecognized', reason: 'no_results_found' };

describe('fetchResults', () => {
  it('is content with the cheaper tier', async () => {
    const { results, tiers, asked } = await run([end('http', 'ok', 'results')], known);
    expect([results.verdict, results.value, tiers]).toEqual(['ok', 'results', ['http']]);
    expect(asked[0]).toMatchObject({ purpose: 'record', sessionId: 'r' });
  });

  it.each<[string, FetchOutcome]>([
    ['a script wall', end('http', 'script_wall', 'shell')],
    ['a block', end('http', 'blocked', 'captcha')],
    ['a question of consent', end('http', 'consent', 'question')],
    ['a page that no parser knows', end('http', 'ok', 'other')],
  ])('asks the browser after %s', async (_name, first) => {
    const { results, tiers } = await run([first, end('browser', 'ok', 'results')], known);
    expect([results.verdict, tiers]).toEqual(['ok', ['http', 'browser']]);
  });

  it('says what the last tier met', async () => {
    const { results } = await run([end('http', 'blocked', 'captcha'), end('browser', 'ok', 'other')], known);
    expect([results.verdict, results.reason]).toEqual(['unrecognized', 'no_results_found']);
  });

  it('lets the first word stand where there is no browser', async () => {
    const { results } = await run([end('http', 'blocked', 'captcha'), end('browser', 'internal_error')], known);
    expect(results.verdict).toBe('blocked');
  });

  it.each<Verdict>(['target_5xx', 'dns_error', 'not_found', 'page_timeout'])(
    'does not ask again after %s',
    async (verdict) => {
      const { results, tiers } = await run([end('http', verdict)], known);
      expect([results.verdict, tiers]).toEqual([verdict, ['http']]);
    },
  );
});

describe('headersOf', () => {
  const asked = { url: 'http://e.test/', headers: {}, cookies: {}, deviceType: 'desktop' as const };

  it.each([
    ['desktop', undefined, undefined],
    ['mobile', '?1', /Mobile/],
    ['tablet', '?0', /Android(?!.*Mobile)/],
  ] as const)('presents a %s', (deviceType, hint, agent) => {
    const headers = headersOf({ ...asked, deviceType });
    expect(headers['sec-ch-ua-mobile']).toBe(hint);
    if (agent) expect(headers['user-agent']).toMatch(agent);
    else expect(headers['user-agent']).toBeUndefined();
  });

  it('gives headers and cookies of the request', () => {
    const headers = headersOf({ ...asked, headers: { 'accept-language': 'pt-br' }, cookies: { a: '1', b: '2' } });
    expect(headers).toEqual({ 'accept-language': 'pt-br', cookie: 'a=1; b=2' });
  });
});
