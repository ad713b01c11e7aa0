import { describe, expect, it } from '@jest/globals';
import { VERDICT_NAMES, verdictRule, type Verdict } from '@quarry/contracts';
import type { FetchOutcome, FetchRequest } from '../port.js';
import { ExitTrail } from './exit-trail.js';
import { fetchByPlan, type FetchPlan, type PageReading } from './fetch-by-plan.js';

const CHEAP_FIRST: FetchPlan = { tiers: ['http', 'browser'] };

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

const run = async (
  ends: readonly FetchOutcome[],
  read?: (text: string) => PageReading<string>,
  plan: FetchPlan = CHEAP_FIRST,
) => {
  const requests: FetchRequest[] = [];
  const fetcher = {
    fetch: (request: FetchRequest) => {
      requests.push(request);
      return Promise.resolve(ends[requests.length - 1] ?? end('browser', 'internal_error'));
    },
    close: () => Promise.resolve(),
  };
  const exits = new ExitTrail('r');
  const readOutcome = async ({ verdict, page: shown }: FetchOutcome): Promise<PageReading<string>> =>
    verdict === 'ok' && shown ? (read?.(shown.text ?? '') ?? { verdict }) : { verdict };
  const planned = {
    ...{ plan, exits, requestBy: () => ({ url: 'http://e.test/', purpose: 'record', deadlineAtMs: 1 }) as const },
    ...(read ? { read: readOutcome } : {}),
  };
  const results = await fetchByPlan(fetcher, planned, new AbortController().signal);
  return {
    ...{ results, requests, exits },
    tiers: requests.map(({ tier }) => tier),
    ways: requests.map(({ tier, sessionId }) => `${tier} ${sessionId ?? ''}`),
  };
};

const known = (text: string): PageReading<string> =>
  text === 'results' ? { verdict: 'ok', value: text } : { verdict: 'unrecognized', reason: 'no_results_found' };

describe('a plan', () => {
  it('is content with the cheaper tier', async () => {
    const { results, tiers, requests } = await run([end('http', 'ok', 'results')], known);
    expect([results.verdict, results.value, tiers]).toEqual(['ok', 'results', ['http']]);
    expect(requests[0]).toMatchObject({ purpose: 'record', sessionId: 'r' });
    expect(requests[0]?.leftSessions).toBeUndefined();
  });

  it.each(VERDICT_NAMES)(
    'goes on after %s where the verdict table says that another tier may see the page',
    async (verdict) => {
      const { results, tiers } = await run([end('http', verdict, 'x'), end('browser', 'ok', 'results')]);
      const goesOn = verdictRule(verdict).retries.includes('other_tier');
      expect(tiers).toEqual(goesOn ? ['http', 'browser'] : ['http']);
      expect([results.verdict, results.earlier.map((outcome) => outcome.verdict)]).toEqual(
        goesOn ? ['ok', [verdict]] : [verdict, []],
      );
    },
  );

  it('goes on after a page that its reader does not know', async () => {
    const { results, tiers } = await run([end('http', 'ok', 'other'), end('browser', 'ok', 'results')], known);
    expect([results.verdict, tiers]).toEqual(['ok', ['http', 'browser']]);
  });

  it('says what the last tier met', async () => {
    const { results } = await run([end('http', 'blocked', 'captcha'), end('browser', 'ok', 'other')], known);
    expect([results.verdict, results.reason]).toEqual(['unrecognized', 'no_results_found']);
  });

  it('lets the first word stand where there is no browser', async () => {
    const { results } = await run([end('http', 'blocked', 'captcha'), end('browser', 'internal_error')], known);
    expect([results.verdict, results.earlier]).toEqual(['blocked', []]);
  });

  it('makes do without the browser that it begins with', async () => {
    const plan: FetchPlan = { tiers: ['browser', 'http'] };
    const { results, tiers } = await run([end('browser', 'internal_error'), end('http', 'ok', 'results')], known, plan);
    expect([results.verdict, tiers]).toEqual(['ok', ['browser', 'http']]);
  });

  it('has a tier', async () => {
    await expect(run([], known, { tiers: [] })).rejects.toThrow('no tier');
  });
});

describe('an exit', () => {
  const PLAN: FetchPlan = { tiers: ['http', 'browser'], doubts: new Set(['no_results']) };
  const read = (text: string): PageReading<string> => {
    if (text === 'nothing') return { verdict: 'ok', value: text, doubt: 'no_results' };
    if (text === 'few') return { verdict: 'ok', value: text, doubt: 'trimmed' };
    return text === 'question' ? { verdict: 'blocked', reason: 'captcha' } : { verdict: 'ok', value: text };
  };
  const shown = (text: string, tier: 'http' | 'browser' = 'http') => end(tier, 'ok', text);
  const ask = (ends: readonly FetchOutcome[], plan = PLAN) => run(ends, read, plan);

  it('that says there is nothing is not believed before another says so', async () => {
    const { results, ways, requests, exits } = await ask([shown('nothing'), shown('results')]);
    expect([results.value, exits.sessionId, ways]).toEqual(['results', 'r.1', ['http r', 'http r.1']]);
    expect(requests.map(({ leftSessions }) => leftSessions)).toEqual([undefined, ['r']]);
    const again = await ask([shown('nothing'), shown('nothing')]);
    expect([again.results.value, again.ways]).toEqual(['nothing', ['http r', 'http r.1']]);
  });

  it('is believed where the doubt is only a hint, or none of the plan', async () => {
    expect((await ask([shown('few')])).ways).toEqual(['http r']);
    expect((await ask([shown('nothing')], CHEAP_FIRST)).ways).toEqual(['http r']);
  });

  it('that nobody confirms gives no answer', async () => {
    const { results, ways } = await ask([
      shown('nothing'),
      shown('question'),
      shown('question'),
      shown('question', 'browser'),
    ]);
    expect([results.verdict, results.value]).toEqual(['blocked', undefined]);
    expect(ways).toEqual(['http r', 'http r.1', 'http r.2', 'browser r.2']);
  });

  it('that only the reader saw refuse is left once, then the next tier asks', async () => {
    expect((await ask([shown('question'), shown('results')])).ways).toEqual(['http r', 'http r.1']);
    const { ways } = await ask([shown('question'), shown('question'), shown('results', 'browser')]);
    expect(ways).toEqual(['http r', 'http r.1', 'browser r.1']);
  });

  it('that egress has left already is not left again', async () => {
    const { ways } = await ask([end('http', 'blocked', 'captcha'), shown('results', 'browser')]);
    expect(ways).toEqual(['http r', 'browser r']);
  });
});
