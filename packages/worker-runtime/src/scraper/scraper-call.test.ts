import { describe, expect, it } from '@jest/globals';
import type { Verdict } from '@quarry/contracts';
import type { FetchOutcome, FetchRequest, Tier } from '@quarry/egress';
import { MAX_STEPS, type PageRequest, type ScrapedDocument, type ScraperReading } from '@quarry/scrapers/scraper';
import { callScraper, type ScraperCall, type ScraperEnd, type ScraperJob } from './scraper-call.js';

const FOUND: ScraperReading = { outcome: 'ok', result: { found: true }, page: 'first' };
const UNKNOWN: ScraperReading = { outcome: 'unrecognized', reason: 'strange' };

const ask = (step: string): ScraperReading => ({ outcome: 'ask', request: { step, url: `http://s.test/${step}` } });

const answer = (tier: Tier, verdict: Verdict, text?: string): FetchOutcome => ({
  tier,
  verdict,
  proxyType: 'datacenter',
  attempts: 1,
  ...(text === undefined
    ? {}
    : {
        page: {
          ...{ url: 'http://s.test/end', statusCode: 200, statusText: 'OK', headers: {}, mediaType: 'text/html' },
          ...{ body: Buffer.from(text), text },
        },
      }),
});

interface Ran {
  readonly end: ScraperEnd;
  readonly ways: readonly string[];
  readonly requests: readonly FetchRequest[];
  readonly seen: readonly (readonly ScrapedDocument[])[];
}

const run = async (
  answers: readonly FetchOutcome[],
  read: (documents: readonly ScrapedDocument[]) => Awaited<ReturnType<ScraperCall['read']>>,
  { asked = {}, ...given }: Partial<ScraperJob> & { readonly asked?: Partial<PageRequest> } = {},
): Promise<Ran> => {
  const requests: FetchRequest[] = [];
  const seen: (readonly ScrapedDocument[])[] = [];
  const fetcher = {
    fetch: (request: FetchRequest) => {
      requests.push(request);
      return Promise.resolve(answers[requests.length - 1] ?? answer(request.tier, 'internal_error'));
    },
    close: () => Promise.resolve(),
  };
  const call: ScraperCall = {
    begin: () => ({
      ...{ step: 'first', url: 'http://s.test/first', cookies: { a: '1', b: '2' }, headers: { accept: 'x' } },
      ...asked,
    }),
    read: (documents) => {
      seen.push(documents);
      return Promise.resolve(read(documents));
    },
  };
  const plan = { tiers: ['http', 'browser'] as const };
  const job = { plan, options: {}, sessionId: 'r', deadlineAtMs: Date.now() + 60_000, ...given };
  const end = await callScraper(fetcher, call, job, new AbortController().signal);
  return { end, requests, seen, ways: requests.map(({ tier, url }) => `${tier} ${new URL(url).pathname}`) };
};

describe('a scraper', () => {
  it('is asked by plain HTTP, with what the request has, by one exit', async () => {
    const { end, requests } = await run([answer('http', 'ok', 'page')], () => FOUND);
    expect(end).toMatchObject({ verdict: 'ok', tier: 'http', reading: FOUND, documents: [{ text: 'page' }] });
    expect(requests).toEqual([
      expect.objectContaining({
        ...{ tier: 'http', purpose: 'record', sessionId: 'r', url: 'http://s.test/first' },
        headers: { accept: 'x', cookie: 'a=1; b=2' },
      }),
    ]);
  });

  it.each<readonly [string, FetchOutcome, ScraperReading]>([
    ['a wall of scripts', answer('http', 'script_wall'), FOUND],
    ['a block', answer('http', 'blocked'), FOUND],
    ['a page that nobody knows', answer('http', 'ok', 'strange'), UNKNOWN],
  ])('is asked by the browser after %s', async (_name, first, reading) => {
    const { end, ways } = await run([first, answer('browser', 'ok', 'page')], ([document]) =>
      document && 'text' in document && document.text === 'page' ? FOUND : reading,
    );
    expect([end.verdict, ways]).toEqual(['ok', ['http /first', 'browser /first']]);
  });

  it('leaves an exit that only its reader saw refused, then asks the next tier', async () => {
    const captcha = answer('http', 'ok', 'captcha');
    const { end, requests } = await run([captcha, captcha, answer('browser', 'ok', 'page')], ([document]) =>
      document && 'text' in document && document.text === 'page' ? FOUND : { outcome: 'blocked', reason: 'captcha' },
    );
    expect(end).toMatchObject({ verdict: 'ok', sessionId: 'r.1' });
    expect(requests.map(({ tier, sessionId, leftSessions }) => [tier, sessionId, leftSessions])).toEqual([
      ['http', 'r', undefined],
      ['http', 'r.1', ['r']],
      ['browser', 'r.1', ['r']],
    ]);
  });

  it.each<readonly [string, FetchOutcome, string]>([
    ['that is gone', answer('http', 'not_found', 'gone'), 'not_found'],
    ['that is down', answer('http', 'target_5xx'), 'target_5xx'],
    ['that refuses the request without a word', answer('http', 'target_4xx'), 'target_4xx'],
  ])('%s is not asked again', async (_name, first, verdict) => {
    const { end, ways } = await run([first], () => FOUND);
    expect([end.verdict, ways[0]]).toEqual([verdict, 'http /first']);
  });

  it('says gone when its reader says so', async () => {
    const { end, ways } = await run([answer('http', 'ok', 'x')], () => ({ outcome: 'not_found', reason: 'delisted' }));
    expect(end).toMatchObject({ verdict: 'not_found', reason: 'delisted' });
    expect(ways).toHaveLength(1);
  });

  it('has a picture of its page where a browser showed it', async () => {
    const { page, ...shown } = answer('browser', 'ok', 'page');
    const preview = Buffer.from('picture');
    const browser = { ...shown, ...(page ? { page: { ...page, preview } } : {}) };
    const { end, requests } = await run([answer('http', 'script_wall'), browser], () => FOUND);
    expect(end).toMatchObject({ verdict: 'ok', tier: 'browser', preview });
    expect(requests.map((request) => request.preview)).toEqual([undefined, true]);
    expect((await run([answer('http', 'ok', 'page')], () => FOUND)).end).toMatchObject({ preview: undefined });
  });

  it('stands by what plain HTTP said where there is no browser, and shows the page', async () => {
    const { end } = await run([answer('http', 'ok', 'strange')], () => UNKNOWN);
    expect(end).toMatchObject({
      verdict: 'unrecognized',
      reason: 'strange',
      tier: 'http',
      outcome: { page: { text: 'strange' } },
    });
  });

  it('is asked step by step, and all that came is read', async () => {
    const { end, ways, seen } = await run([answer('http', 'ok', 'one'), answer('http', 'ok', 'two')], ({ length }) =>
      length === 1 ? ask('second') : FOUND,
    );
    expect(ways).toEqual(['http /first', 'http /second']);
    expect(seen.at(-1)).toMatchObject([
      { step: 'first', text: 'one' },
      { step: 'second', text: 'two' },
    ]);
    expect(end).toMatchObject({ verdict: 'ok', documents: [{}, {}] });
  });

  it.each([
    ['can be had without it', FOUND, 'ok'],
    ['cannot', UNKNOWN, 'page_timeout'],
  ] as const)('may fail a later step where the answer %s', async (_name, reading, verdict) => {
    const { end, seen } = await run([answer('http', 'ok', 'one'), answer('http', 'page_timeout')], ({ length }) =>
      length === 1 ? ask('second') : reading,
    );
    expect(end.verdict).toBe(verdict);
    expect(seen.at(-1)?.[1]).toEqual({ step: 'second', failed: 'page_timeout' });
  });

  it('does without a later document that no tier can read, where its reader can', async () => {
    const otherwise = { outcome: 'ok', result: { found: 'less' }, page: 'first', leftOut: ['more'] } as const;
    const read = (documents: readonly ScrapedDocument[]): ScraperReading =>
      documents.length === 1 ? ask('second') : { outcome: 'blocked', reason: 'captcha', otherwise };
    const captcha = [
      answer('http', 'ok', 'captcha'),
      answer('http', 'ok', 'captcha'),
      answer('browser', 'ok', 'captcha'),
    ];
    const { end, ways } = await run([answer('http', 'ok', 'one'), ...captcha], read);
    expect(ways).toEqual(['http /first', 'http /second', 'http /second', 'browser /second']);
    expect(end).toMatchObject({
      verdict: 'ok',
      reading: otherwise,
      documents: [
        { step: 'first', text: 'one' },
        { step: 'second', failed: 'blocked', reason: 'captcha' },
      ],
    });
    const got = await run(
      [answer('http', 'ok', 'one'), answer('http', 'blocked'), answer('browser', 'ok', 'two')],
      (documents) => {
        const last = documents.at(-1);
        return last && 'text' in last && last.text === 'two' ? FOUND : read(documents);
      },
    );
    expect(got.end).toMatchObject({ verdict: 'ok', reading: FOUND });
  });

  it(`is asked for ${MAX_STEPS} documents at most`, async () => {
    const pages = Array.from({ length: MAX_STEPS + 2 }, () => answer('http', 'ok', 'page'));
    const { end, requests } = await run(pages, ({ length }) => ask(`step${length}`));
    expect([end.verdict, requests.length]).toEqual(['internal_error', MAX_STEPS]);
  });

  it('is too large where its documents are too heavy to read', async () => {
    const { end } = await run([answer('http', 'ok', 'x')], () => ({ outcome: 'too_heavy', limit: 'time' }));
    expect(end).toMatchObject({ verdict: 'too_large', reason: 'parse_time' });
  });

  it('sends its form, its device and what fills the page, by every tier', async () => {
    const asked = { method: 'POST', body: 'q=x', deviceType: 'mobile' } as const;
    const answers = [answer('http', 'blocked'), answer('browser', 'ok', 'page')];
    const { requests } = await run(answers, () => FOUND, { asked, untilFilled: 'await x' });
    for (const request of requests) expect(request).toMatchObject({ method: 'POST', body: 'q=x', device: 'mobile' });
    expect(requests.map(({ jsScenario }) => jsScenario)).toEqual([undefined, [{ evaluate: 'await x' }]]);
    expect((await run([answer('http', 'ok', 'page')], () => FOUND)).requests[0]?.method).toBeUndefined();
  });

  it('hands its reader the address that was asked for beside that of the page', async () => {
    const { seen } = await run([answer('http', 'ok', 'page')], () => FOUND, { asked: { offset: 10 } });
    expect(seen[0]).toEqual([
      { step: 'first', text: 'page', url: 'http://s.test/end', askedUrl: 'http://s.test/first', offset: 10 },
    ]);
  });

  it('asks for a doubtful page once more by another exit', async () => {
    const plan = { tiers: ['http'] as const, doubts: new Set(['no_results']) };
    const answers = [answer('http', 'ok', 'nothing'), answer('http', 'ok', 'page')];
    const read = ([document]: readonly ScrapedDocument[]): ScraperReading =>
      document && 'text' in document && document.text === 'page' ? FOUND : { ...FOUND, doubt: 'no_results' };
    const { end, requests } = await run(answers, read, { plan });
    expect(end).toMatchObject({ verdict: 'ok', reading: FOUND, sessionId: 'r.1' });
    expect(requests).toHaveLength(2);
  });
});
