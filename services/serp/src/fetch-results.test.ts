import { describe, expect, it } from '@jest/globals';
import type { FetchOutcome, FetchRequest } from '@quarry/egress';
import type { Verdict } from '@quarry/contracts';
import { fetchPlanOf, type FetchPlan } from './fetch-plan.js';
import { fetchResults, headersOf, type ReadDocument } from './fetch-results.js';
import type { EngineRequest } from '@quarry/extract/engines';
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

const ASKED = { url: 'http://e.test/search?q=x', headers: {}, cookies: {}, deviceType: 'desktop' as const };

const run = async (
  ends: readonly FetchOutcome[],
  read: (text: string) => ReadDocument<string>,
  { plan = fetchPlanOf('enginea/serp'), asked = ASKED }: { plan?: FetchPlan; asked?: EngineRequest } = {},
) => {
  const requests: FetchRequest[] = [];
  const fetcher = {
    fetch: (request: FetchRequest) => {
      requests.push(request);
      return Promise.resolve(ends[requests.length - 1] ?? end('browser', 'internal_error'));
    },
    close: () => Promise.resolve(),
  };
  const job = { plan, choice: createTierChoice(plan.tiers), asked, sessionId: 'r', deadlineAtMs: Date.now() + 60_000 };
  const results = await fetchResults(fetcher, job, (text) => Promise.resolve(read(text)), new AbortController().signal);
  return {
    results,
    requests,
    tiers: requests.map(({ tier }) => tier),
    ways: requests.map(({ tier, sessionId }) => `${tier} ${sessionId ?? ''}`),
  };
};

const known = (text: string): ReadDocument<string> =>
  text === 'results' ? { verdict: 'ok', value: text } : { verdict: 'unrecognized', reason: 'no_results_found' };

describe('fetchResults', () => {
  it('is content with the cheaper tier', async () => {
    const { results, tiers, requests } = await run([end('http', 'ok', 'results')], known);
    expect([results.verdict, results.value, tiers]).toEqual(['ok', 'results', ['http']]);
    expect(requests[0]).toMatchObject({ purpose: 'record', sessionId: 'r' });
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

describe('an exit', () => {
  const PLAN = fetchPlanOf('engineb/serp');
  const read = (text: string): ReadDocument<string> => {
    if (text === 'nothing') return { verdict: 'ok', value: text, doubt: 'no_results' };
    if (text === 'few') return { verdict: 'ok', value: text, doubt: 'trimmed' };
    return text === 'question' ? { verdict: 'blocked', reason: 'captcha' } : { verdict: 'ok', value: text };
  };
  const page = (text: string, tier: 'http' | 'browser' = 'http') => end(tier, 'ok', text);
  const ask = (ends: readonly FetchOutcome[], plan = PLAN) => run(ends, read, { plan });

  it('that says there is nothing is not believed before another says so', async () => {
    const { results, ways, requests } = await ask([page('nothing'), page('results')]);
    expect([results.value, results.sessionId, ways]).toEqual(['results', 'r.1', ['http r', 'http r.1']]);
    expect(requests.map(({ leftSessions }) => leftSessions)).toEqual([undefined, ['r']]);
    const again = await ask([page('nothing'), page('nothing')]);
    expect([again.results.value, again.ways]).toEqual(['nothing', ['http r', 'http r.1']]);
  });

  it('is believed where the doubt is only a hint, or none of the plan', async () => {
    expect((await ask([page('few')])).ways).toEqual(['http r']);
    expect((await ask([page('nothing')], fetchPlanOf('enginea/serp'))).ways).toEqual(['http r']);
  });

  it('that nobody confirms gives no answer', async () => {
    const { results, ways } = await ask([
      page('nothing'),
      page('question'),
      page('question'),
      page('question', 'browser'),
    ]);
    expect([results.verdict, results.value]).toEqual(['blocked', undefined]);
    expect(ways).toEqual(['http r', 'http r.1', 'http r.2', 'browser r.2']);
  });

  it('that only the parser saw refuse is left once, then the next tier asks', async () => {
    expect((await ask([page('question'), page('results')])).ways).toEqual(['http r', 'http r.1']);
    const { ways } = await ask([page('question'), page('question'), page('results', 'browser')]);
    expect(ways).toEqual(['http r', 'http r.1', 'browser r.1']);
  });

  it('that egress has left already is not left again', async () => {
    const { ways } = await ask([end('http', 'blocked', 'captcha'), page('results', 'browser')]);
    expect(ways).toEqual(['http r', 'browser r']);
  });
});

describe('a plan that begins with the browser', () => {
  const plan = fetchPlanOf('enginea/ai-mode');

  it('lets the page be filled', async () => {
    const { requests } = await run([end('browser', 'ok', 'results')], known, { plan });
    expect(requests).toMatchObject([
      { tier: 'browser', jsScenario: [{ evaluate: plan.untilFilled }], blockResources: true },
    ]);
  });

  it('makes do without one', async () => {
    const { results, tiers } = await run([end('browser', 'internal_error'), end('http', 'ok', 'results')], known, {
      plan,
    });
    expect([results.verdict, tiers]).toEqual(['ok', ['browser', 'http']]);
  });
});

describe('what is asked', () => {
  it('is the form, the device and the place of the request, by every tier', async () => {
    const asked = { ...ASKED, method: 'POST', body: 'q=x', deviceType: 'mobile' } as const;
    const { requests } = await run([end('http', 'blocked'), end('browser', 'ok', 'results')], known, { asked });
    for (const request of requests) expect(request).toMatchObject({ method: 'POST', body: 'q=x', device: 'mobile' });
    expect(requests).toHaveLength(2);
    expect((await run([end('http', 'ok', 'results')], known)).requests[0]).not.toHaveProperty('method');
  });

  it('has headers and cookies of the request', () => {
    const headers = headersOf({ ...ASKED, headers: { 'accept-language': 'pt-br' }, cookies: { a: '1', b: '2' } });
    expect(headers).toEqual({ 'accept-language': 'pt-br', cookie: 'a=1; b=2' });
  });
});
