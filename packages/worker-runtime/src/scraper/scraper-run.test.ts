import { describe, expect, it } from '@jest/globals';
import type { Verdict } from '@quarry/contracts';
import type { FetchOutcome, FetchRequest, ProxyType } from '@quarry/egress';
import type { ScrapedDocument, Scraper, ScraperReading } from '@quarry/scrapers/scraper';
import type { RequestRow } from '@quarry/store';
import { createContinuation } from './continuation.js';
import { createScraperRun } from './scraper-run.js';

const URL_ASKED = 'http://t.test/asked';
const PICTURE = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`;

const row: RequestRow = {
  ...{ id: 'request-1', accountId: 'account-1', operation: 'lodging/search', params: { keyword: 'x' } },
  ...{ contractVersion: 1, state: 'open', attempt: 1, heldCredits: 10, chargedCredits: 0, periodIndex: 0 },
  ...{ createdAtMs: 0, deadlineAtMs: 1_900_000_000_000 },
};

const served = (verdict: Verdict, text?: string, more: Partial<FetchOutcome> = {}): FetchOutcome => ({
  ...{ verdict, tier: 'http', proxyType: 'datacenter', attempts: 1 },
  ...(text === undefined
    ? {}
    : {
        page: {
          ...{ url: 'http://t.test/final', statusCode: 200, statusText: 'OK', headers: {}, mediaType: 'text/html' },
          ...{ body: Buffer.from(text), text },
        },
      }),
  ...more,
});

interface Scene {
  readonly scraper?: Partial<Scraper>;
  readonly exits?: readonly ProxyType[];
  readonly read?: (documents: readonly ScrapedDocument[]) => ScraperReading;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly origin?: string;
}

const found = (documents: readonly ScrapedDocument[]): ScraperReading => ({
  outcome: 'ok',
  page: documents[0]?.step ?? '',
  result: { results: [{ title: 'a', thumbnail: PICTURE }] },
});

const run = async (outcomes: readonly FetchOutcome[], scene: Scene = {}) => {
  const { scraper: given, exits = [], read = found, params = row.params, origin } = scene;
  const stored = new Map<string, string>();
  const requests: FetchRequest[] = [];
  const scraper: Scraper = {
    id: 'lodging/search',
    isRecord: true,
    begin: () => ({ step: 'first', url: URL_ASKED }),
    read: (_params, documents) => read(documents),
    ...given,
  };
  const execute = createScraperRun({
    scraper,
    reader: {
      run: async ({ params, documents, options }) => ({
        outcome: 'done',
        value: scraper.read(params, documents, options),
      }),
      close: async () => undefined,
    },
    continuation: createContinuation({ operation: { id: scraper.id }, plan: undefined, seals: undefined }),
    exits: new Set(exits),
    report: () => undefined,
    origin,
  });
  const outcome = await execute(
    { ...row, params },
    {
      signal: new AbortController().signal,
      claimContent: async () => null,
      fetcher: {
        fetch: async (request) => {
          requests.push(request);
          return outcomes[requests.length - 1] ?? served('internal_error', undefined, { tier: request.tier });
        },
        close: async () => undefined,
      },
      putFile: async (name, body) => {
        stored.set(name, body.toString());
        return `http://files.test/${name}`;
      },
      putBundle: async (name, parts) => parts.map((_part, index) => `http://files.test/${name}-${index}`),
    },
  );
  return { outcome, stored, requests };
};

describe('a record', () => {
  it('is stored with the page that it was read from, and named by the page’s address', async () => {
    const { outcome, stored } = await run([served('ok', '<p>page')]);
    expect(outcome).toEqual({
      ...{ verdict: 'ok', tier: 'http', statusCode: 200 },
      metadata: { url: 'http://t.test/final', html: 'http://files.test/document.html' },
      result: { results: [{ title: 'a', thumbnail: PICTURE }] },
    });
    expect([...stored]).toEqual([['document.html', '<p>page']]);
  });

  it('of several documents keeps all of them for a reparse', async () => {
    const { stored } = await run([served('ok', '{"a":1}'), served('ok', '<p>two')], {
      read: (documents) =>
        documents.length === 1
          ? { outcome: 'ask', request: { step: 'second', url: 'http://t.test/second' } }
          : found(documents),
    });
    expect([...stored.keys()].sort()).toEqual(['document.json', 'documents.json']);
    expect(JSON.parse(stored.get('documents.json') ?? '')).toMatchObject([{ step: 'first' }, { step: 'second' }]);
  });

  it('says which parts it had to do without', async () => {
    const read = (): ScraperReading => ({ outcome: 'ok', page: 'first', result: {}, leftOut: ['more'] });
    expect((await run([served('ok', '<p>page')], { read })).outcome).toMatchObject({
      verdict: 'ok',
      leftOut: ['more'],
    });
  });

  it('that the target says is gone is not found', async () => {
    const { outcome } = await run([served('not_found', 'gone')]);
    expect(outcome).toEqual({ verdict: 'not_found', tier: 'http', statusCode: 200 });
  });

  it('has the picture of its page where a browser showed it', async () => {
    const shown = served('ok', '<p>page', { tier: 'browser' });
    const browser = { ...shown, ...(shown.page ? { page: { ...shown.page, preview: Buffer.from('p') } } : {}) };
    const { outcome } = await run([served('script_wall'), browser]);
    expect(outcome.metadata).toMatchObject({ preview: 'http://files.test/preview.webp' });
  });
});

describe('a search', () => {
  const search: Scene['scraper'] = { isRecord: false };

  it('has the pictures of its page as files', async () => {
    const { outcome } = await run([served('ok', '<p>page')], { scraper: search });
    expect(outcome.result).toEqual({ results: [{ title: 'a', thumbnail: 'http://files.test/thumbnails.bundle-0' }] });
  });

  it('is named by the address that its reading names', async () => {
    const read = (documents: readonly ScrapedDocument[]): ScraperReading => {
      const reading = found(documents);
      return reading.outcome === 'ok' ? { ...reading, url: URL_ASKED } : reading;
    };
    expect((await run([served('ok', 'x')], { scraper: search, read })).outcome.metadata).toMatchObject({
      url: URL_ASKED,
    });
  });

  it('is not recognised where the target has no page for it, and not found where its parser says so', async () => {
    expect((await run([served('not_found', 'gone')], { scraper: search })).outcome).toMatchObject({
      verdict: 'unrecognized',
      page: { name: 'page.html', body: 'gone' },
    });
    const none: ScraperReading = { outcome: 'not_found', reason: 'no_results' };
    const { outcome } = await run([served('ok', 'none')], { scraper: search, read: () => none });
    expect(outcome).toMatchObject({ verdict: 'not_found', reason: 'no_results' });
    expect(outcome.message).toContain('no results');
  });
});

describe('what cannot be read', () => {
  const unknown: ScraperReading = { outcome: 'unrecognized', reason: 'strange' };

  it.each([
    ['page.html', '<p>strange'],
    ['page.json', '{"strange": true}'],
  ])('is kept as %s', async (name, body) => {
    const { outcome } = await run([served('ok', body)], {
      scraper: { plan: { tiers: ['http'] } },
      read: () => unknown,
    });
    const told = { verdict: 'unrecognized', reason: 'strange', tier: 'http', statusCode: 200 };
    expect(outcome).toEqual({ ...told, page: { name, body } });
  });

  it.each<[Verdict, Verdict]>([
    ['target_4xx', 'unrecognized'],
    ['empty', 'unrecognized'],
    ['rate_limited', 'rate_limited'],
    ['ok', 'unrecognized'],
    ['scenario_failed', 'page_timeout'],
    ['target_5xx', 'target_5xx'],
  ])('ends after %s as %s, with the message of its own verdict alone', async (verdict, expected) => {
    const { outcome } = await run([served(verdict, undefined, { message: 'told' })]);
    expect(outcome.verdict).toBe(expected);
    expect(outcome.message).toBe(verdict === expected ? 'told' : undefined);
  });
});

describe('a target without an address in DNS', () => {
  it.each([
    ['engineb/serp', 'The host of the second search engine (engineb) has no public address in DNS.', 'ORIGIN_ENGINEB'],
    ['lodging/search', '(lodging) has no public address in DNS.', 'ORIGIN_LODGING'],
  ])('of %s is named', async (id, named, setting) => {
    const { outcome } = await run([served('dns_error'), served('dns_error')], { scraper: { id } });
    expect(outcome).toMatchObject({ verdict: 'dns_error', message: expect.stringContaining(named) });
    expect(outcome.message).toContain(setting);
  });

  const ofCaller = { scraper: { id: 'storeplatform/collections' }, params: { url: 'https://no-such-store.example' } };
  const noHost = served('dns_error', undefined, { message: 'Check its spelling.' });

  it('is the caller’s own where its url names the host', async () => {
    const { outcome } = await run([noHost, noHost], ofCaller);
    expect(outcome).toMatchObject({ verdict: 'dns_error', message: 'Check its spelling.' });
  });

  it.each([
    ['the deployment has set the origin', { ...ofCaller, origin: 'http://store.test' }, 'ORIGIN_STOREPLATFORM'],
    [
      'the url is on the target',
      { scraper: { id: 'lodging/place' }, params: { url: 'https://www.booking.com/hotel/pt/example.html' } },
      'ORIGIN_LODGING',
    ],
  ])('is of the deployment where %s', async (_case, scene, setting) => {
    const { outcome } = await run([noHost, noHost], scene);
    expect(outcome.message).toContain(setting);
  });
});

describe('parameters', () => {
  it('are completed before the first request, for the request and the reading', async () => {
    const seen: unknown[] = [];
    const { outcome } = await run([served('ok', 'x')], {
      scraper: {
        complete: async (params) => ({ ...params, place: 'here' }),
        begin: (params) => {
          seen.push(params);
          return { step: 'first', url: URL_ASKED };
        },
      },
    });
    expect(outcome.verdict).toBe('ok');
    expect(seen).toEqual([{ keyword: 'x', place: 'here' }]);
  });
});

describe('the exit', () => {
  it.each<[readonly ProxyType[], ProxyType | undefined]>([
    [['datacenter', 'residential'], 'residential'],
    [['datacenter'], undefined],
  ])('of a guarded target, where there are %j, is %s', async (exits, expected) => {
    const plan = { tiers: ['http'], preferredExit: 'residential' } as const;
    const { requests } = await run([served('ok', 'x')], { scraper: { plan }, exits });
    expect(requests.map(({ proxyType }) => proxyType)).toEqual([expected]);
  });
});
