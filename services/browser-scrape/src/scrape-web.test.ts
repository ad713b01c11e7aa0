import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Verdict, WebScrapeParams } from '@quarry/contracts';
import type { Tier } from '@quarry/egress';
import type { OperationContext, OperationOutcome } from '@quarry/worker-runtime';
import type { RequestRow } from '@quarry/store';
import sharp from 'sharp';
import { createExtractFields, type ExtractFields } from './extract-fields.js';
import { createExtractPage, type ExtractPage } from './extract-page.js';
import type { ConvertResult, PageConverter } from './page-converter.js';
import type { PageReading } from './page-reading.js';
import { createScrapeWeb, MAX_FREE_DOCUMENT_BYTES } from './scrape-web.js';
import { binaryPage, htmlPage, scriptedFetcher, type TierOutcome } from '../test/scripted-fetcher.js';
import { webParams } from '../test/web-params.js';

const PAGE = '<h1>Slate</h1>';
const CONVERTED: ConvertResult = { outcome: 'converted', content: { markdown: '# Slate' } };

let stored: Map<string, Parameters<OperationContext['putFile']>[1]>;
let conversions: Parameters<PageConverter['convert']>[];

beforeEach(() => {
  stored = new Map();
  conversions = [];
});

const rowOf = (params: WebScrapeParams): RequestRow => ({
  id: 'request-1',
  accountId: 'account-1',
  operation: 'scrape/web',
  params,
  contractVersion: 1,
  state: 'open',
  attempt: 1,
  heldCredits: 15,
  chargedCredits: 0,
  periodIndex: 0,
  createdAtMs: 0,
  deadlineAtMs: 1_900_000_000_000,
});

interface Scene {
  readonly answers: Partial<Record<Tier, TierOutcome>>;
  readonly params?: Partial<WebScrapeParams>;
  readonly converted?: ConvertResult;
  readonly signal?: AbortSignal;
  readonly reading?: PageReading;
  readonly extractFields?: ExtractFields;
}

/** The scripted fetcher reads nothing. */
const NO_READING: PageReading = {
  readDocument: () => Promise.reject(new Error('nothing is read')),
  convertedOf: () => undefined,
};

const extractWith = (
  converter: Pick<PageConverter, 'convert'>,
  extractFields: ExtractFields = createExtractFields({ report: () => undefined }),
): ExtractPage => createExtractPage({ converter, extractFields });

const noBundles = async (): Promise<never> => {
  throw new Error('pages have no bundles');
};

const scrape = async ({
  answers,
  params,
  converted = CONVERTED,
  signal,
  reading = NO_READING,
  extractFields,
}: Scene): Promise<OperationOutcome> => {
  const convert: PageConverter['convert'] = async (...given) => {
    conversions.push(given);
    return converted;
  };
  return createScrapeWeb(extractWith({ convert }, extractFields), () => reading)(rowOf(webParams(params)), {
    ...{ signal: signal ?? new AbortController().signal, claimContent: async () => null },
    fetcher: scriptedFetcher(answers),
    putFile: async (name, body) => {
      stored.set(name, body);
      return `http://files.test/${name}`;
    },
    putBundle: noBundles,
  });
};

const ok = (given: Parameters<typeof htmlPage>[1] = {}): TierOutcome => ({
  verdict: 'ok',
  page: htmlPage(PAGE, given),
});

describe('the tier that a page is priced by', () => {
  it('is the browser where HTTP was tried in vain', async () => {
    const outcome = await scrape({ answers: { http: { verdict: 'blocked', reason: 'challenge' }, browser: ok() } });
    expect(outcome).toMatchObject({ verdict: 'ok', tier: 'browser' });
  });

  it('is HTTP for the page as served', async () => {
    const outcome = await scrape({
      answers: { http: { verdict: 'script_wall', reason: 'empty_app_shell', page: htmlPage(PAGE) } },
      params: { jsRendering: false },
    });
    expect(outcome).toMatchObject({ verdict: 'ok', tier: 'http', result: { rendered: false } });
  });

  it('does not matter for a page the target did not have, which is returned all the same', async () => {
    const outcome = await scrape({
      answers: {
        http: {
          verdict: 'target_4xx',
          reason: 'http_404',
          page: htmlPage(PAGE, { statusCode: 404, statusText: 'Not Found' }),
        },
      },
    });
    expect(outcome).toMatchObject({
      verdict: 'target_4xx',
      result: { statusCode: 404, statusText: 'Not Found', markdown: '# Slate' },
    });
    expect([...stored.keys()]).toEqual(['document.html']);
  });
});

describe('the answer', () => {
  it('describes the page and carries what was made of it', async () => {
    const page = htmlPage(PAGE, { url: 'http://site.test/final', headers: { 'x-target': 'yes' } });
    const outcome = await scrape({ answers: { http: { verdict: 'ok', page } }, params: { jsRendering: false } });
    expect(outcome).toEqual({
      ...{ verdict: 'ok', tier: 'http', statusCode: 200 },
      metadata: { url: 'http://site.test/page', html: 'http://files.test/document.html' },
      result: {
        statusCode: 200,
        statusText: 'OK',
        url: 'http://site.test/final',
        rendered: false,
        headers: { 'x-target': 'yes' },
        markdown: '# Slate',
      },
    });
  });

  it('names the target that was asked, wherever it led', async () => {
    const outcome = await scrape({ answers: { http: ok({ url: 'http://site.test/final' }) } });
    expect(outcome).toMatchObject({
      metadata: { url: 'http://site.test/page' },
      result: { url: 'http://site.test/final' },
    });
  });

  it('says that a browser served', async () => {
    const outcome = await scrape({ answers: { browser: ok() }, params: { jsRendering: true } });
    expect(outcome.result).toMatchObject({ rendered: true });
  });

  it('asks the converter for what the parameters say', async () => {
    await scrape({
      answers: { http: ok({ url: 'http://site.test/final' }) },
      params: { outputFormat: ['markdown', 'json'], extractLinks: true, extractEmails: true },
    });
    expect(conversions).toHaveLength(1);
    expect(conversions[0]?.slice(0, 2)).toEqual([
      { text: PAGE, url: 'http://site.test/final', mediaType: 'text/html' },
      expect.objectContaining({ formats: ['markdown', 'json'], links: true, emails: true, onlyMainContent: false }),
    ]);
  });

  it('hands every filter and rule to the converter', async () => {
    const asked = {
      includeOnlyTags: ['main'],
      excludeTags: ['nav'],
      removeBase64Images: true,
      onlyMainContent: true,
      extractRules: { title: 'h1' },
      aiExtractRules: { price: { type: 'number' } },
    } as const;
    await scrape({ answers: { http: ok() }, params: { ...asked, includeOnlyTags: ['main'], excludeTags: ['nav'] } });
    expect(conversions[0]?.[1]).toMatchObject(asked);
  });

  it('hands documents without text over as bytes', async () => {
    await scrape({ answers: { http: { verdict: 'ok', page: binaryPage('application/pdf') } } });
    expect(conversions[0]?.[0]).toEqual({
      bytes: Buffer.from('bytes'),
      url: 'http://site.test/page',
      mediaType: 'application/pdf',
    });
    expect([...stored.keys()]).toEqual(['document.pdf']);
  });

  it('is what was made of the page when it was judged, and nothing is converted again', async () => {
    const body = Buffer.from(PAGE);
    const made: ConvertResult = { outcome: 'converted', content: { markdown: '# At once' } };
    const reading: PageReading = { ...NO_READING, convertedOf: (of) => (of === body ? made : undefined) };
    const { result } = await scrape({ answers: { http: ok({ body }) }, reading });
    expect(result).toMatchObject({ markdown: '# At once' });
    expect(conversions).toEqual([]);
  });

  it('is the html by default', async () => {
    await scrape({ answers: { http: ok() } });
    expect(conversions[0]?.[1]).toMatchObject({ formats: ['html'], links: false, emails: false });
  });
});

describe('the warnings', () => {
  const warningsOf = async (outcome: TierOutcome, made: readonly 'main_content_not_found'[] = []) => {
    const converted: ConvertResult = { outcome: 'converted', content: { markdown: 'x', warnings: [...made] } };
    return (await scrape({ answers: { http: outcome }, converted })).result?.['warnings'];
  };

  it('are those of the fetch and of the conversion', async () => {
    const warned: TierOutcome = { ...ok(), warnings: ['charset_mismatch'] };
    expect(await warningsOf(warned)).toEqual(['charset_mismatch']);
    expect(await warningsOf(warned, ['main_content_not_found'])).toEqual([
      'charset_mismatch',
      'main_content_not_found',
    ]);
    expect(await warningsOf(ok(), ['main_content_not_found'])).toEqual(['main_content_not_found']);
  });

  it('are absent where there are none', async () =>
    expect((await scrape({ answers: { http: ok() } })).result).not.toHaveProperty('warnings'));
});

describe('a page of no bytes', () => {
  it('is an answer, also where a picture of it was asked for', async () => {
    const page = htmlPage('', { statusCode: 204, mediaType: 'text/plain' });
    const empty: TierOutcome = { verdict: 'empty', warnings: ['empty_document'], page };
    const outcome = await scrape({ answers: { browser: empty }, params: { screenshot: true } });
    expect(outcome).toMatchObject({
      ...{ verdict: 'empty', tier: 'browser', statusCode: 204 },
      result: { statusCode: 204, warnings: ['empty_document'] },
    });
  });
});

describe('a 4xx of the target', () => {
  const gone: TierOutcome = { verdict: 'target_4xx', reason: 'http_410', page: htmlPage(PAGE, { statusCode: 410 }) };

  it('is an error where the caller asks that it be one', async () => {
    const outcome = await scrape({ answers: { http: gone }, params: { failOn4xx: true } });
    expect(outcome).toEqual({
      ...{ verdict: 'target_status', tier: 'http', reason: 'http_410', statusCode: 410 },
      message: expect.stringContaining('status 410'),
    });
    expect(stored.size + conversions.length).toBe(0);
  });

  it('concerns no other page', async () =>
    expect(await scrape({ answers: { http: ok() }, params: { failOn4xx: true } })).toMatchObject({ verdict: 'ok' }));
});

describe('a target that limits its rate', () => {
  it('is told, with the time that it asks to wait', async () => {
    const page = htmlPage(PAGE, { statusCode: 429 });
    const http: TierOutcome = { verdict: 'rate_limited', reason: 'http_429', retryAfterSeconds: 90, page };
    expect(await scrape({ answers: { http } })).toEqual({
      ...{ verdict: 'rate_limited', tier: 'http', reason: 'http_429', statusCode: 429, retryAfterSeconds: 90 },
    });
  });
});

describe('the stored documents', () => {
  it.each([
    ['text/html', 'document.html'],
    ['application/json', 'document.json'],
    ['text/plain', 'document.txt'],
    ['text/css', 'document.bin'],
  ])('%s is stored as %s', async (mediaType, name) => {
    const outcome = await scrape({ answers: { http: ok({ mediaType }) } });
    expect([...stored.keys()]).toEqual([name]);
    expect(outcome.metadata).toEqual({ url: 'http://site.test/page', html: `http://files.test/${name}` });
  });

  it('are the text as decoded, not the bytes of the target', async () => {
    const page = htmlPage('<p>こんにちは</p>', { body: Buffer.from('\x82\xb1', 'latin1') });
    await scrape({ answers: { http: { verdict: 'ok', page } } });
    expect(stored.get('document.html')).toBe('<p>こんにちは</p>');
  });

  it('have the screenshot and its preview beside them', async () => {
    const screenshot = await sharp({ create: { width: 1_280, height: 2_000, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const outcome = await scrape({ answers: { browser: ok({ screenshot }) }, params: { screenshot: true } });
    expect([...stored.keys()].sort()).toEqual(['document.html', 'preview.webp', 'screenshot.jpeg']);
    expect(stored.get('screenshot.jpeg')).toBe(screenshot);
    const preview = stored.get('preview.webp') as Uint8Array;
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp', width: 640 });
    expect(outcome).toMatchObject({
      metadata: { html: 'http://files.test/document.html', preview: 'http://files.test/preview.webp' },
      result: { screenshot: 'http://files.test/screenshot.jpeg' },
    });
  });
});

describe('what cannot be answered', () => {
  it.each(['blocked', 'target_5xx', 'dns_error', 'forbidden', 'too_large'] as const)(
    '%s is free and stores nothing',
    async (verdict: Verdict) => {
      const outcome = await scrape({
        answers: { http: { verdict, reason: 'why', page: htmlPage(PAGE) } },
        params: { jsRendering: false },
      });
      expect(outcome).toEqual({ verdict, tier: 'http', reason: 'why', statusCode: 200 });
      expect(stored.size + conversions.length).toBe(0);
    },
  );

  it('is a step of a scenario that failed, and says which', async () => {
    const outcome = await scrape({
      answers: {
        browser: {
          verdict: 'scenario_failed',
          reason: 'no_element',
          message: 'step 2 (click): no element matched "#x"',
        },
      },
      params: { jsScenario: [{ wait: 1 }, { click: '#x' }] },
    });
    expect(outcome).toMatchObject({
      verdict: 'scenario_failed',
      message: 'step 2 (click): no element matched "#x"',
    });
  });

  it('is a document without text', async () => {
    const page = binaryPage('application/zip');
    const converted: ConvertResult = { outcome: 'converted', content: { unsupported: 'application/zip' } };
    const outcome = await scrape({ answers: { http: { verdict: 'ok', page } }, converted });
    expect(outcome).toEqual({ verdict: 'unsupported', tier: 'http', reason: 'application/zip', statusCode: 200 });
    expect(stored.size).toBe(0);
  });

  it.each(['application/json', 'text/plain', 'application/xml'])(
    'is a document of which no screenshot could be taken: %s',
    async (mediaType) => {
      const outcome = await scrape({ answers: { browser: ok({ mediaType }) }, params: { screenshot: true } });
      expect(outcome).toEqual({
        ...{ verdict: 'unsupported', tier: 'browser', statusCode: 200 },
        reason: `no_screenshot_of_${mediaType}`,
        message: `No screenshot could be taken of the target's response: status 200, ${mediaType}, ${PAGE.length} bytes.`,
      });
      expect(stored.size + conversions.length).toBe(0);
    },
  );

  it('is no page that the target does not have, screenshot or not', async () => {
    const page = htmlPage('{}', { mediaType: 'application/json', statusCode: 404 });
    const outcome = await scrape({
      answers: { browser: { verdict: 'target_4xx', reason: 'http_404', page } },
      params: { screenshot: true },
    });
    expect(outcome).toMatchObject({ verdict: 'target_4xx', result: { statusCode: 404 } });
  });

  it('has no fields of a model unless it is paid for', async () => {
    const asked: boolean[] = [];
    const extractFields: ExtractFields = async ({ isCharged }) => {
      asked.push(isCharged);
      return { aiResponse: {}, aiExtraction: { extractor: 'embedded' } };
    };
    const params = { aiExtractRules: { price: { type: 'number' } } } as const;
    const missing: TierOutcome = { verdict: 'target_4xx', page: htmlPage('<p>gone</p>', { statusCode: 404 }) };
    await scrape({ answers: { http: missing }, params, extractFields });
    await scrape({ answers: { http: ok() }, params, extractFields });
    expect(asked).toEqual([false, true]);
  });

  it('is a page of an error that is larger than what is free may be: nothing of it is kept', async () => {
    const body = 'x'.repeat(MAX_FREE_DOCUMENT_BYTES + 1);
    const missing: TierOutcome = { verdict: 'target_4xx', page: htmlPage(body, { statusCode: 404 }) };
    const outcome = await scrape({ answers: { http: missing } });
    expect(outcome).toMatchObject({ verdict: 'too_large', reason: 'free_document_too_large' });
    expect(stored.size).toBe(0);
    const paid = await scrape({ answers: { http: { verdict: 'ok', page: htmlPage(body) } } });
    expect(paid).toMatchObject({ verdict: 'ok' });
  });

  it('is a text that nothing of what was asked can be made of', async () => {
    const converted: ConvertResult = { outcome: 'converted', content: { unsupported: 'text/css' } };
    const outcome = await scrape({ answers: { http: ok({ mediaType: 'text/css' }) }, converted });
    expect(outcome).toMatchObject({ verdict: 'unsupported', reason: 'text/css' });
    expect(stored.size).toBe(0);
  });

  it.each(['time', 'memory'] as const)('is a page too heavy to convert (%s)', async (limit) => {
    const outcome = await scrape({ answers: { http: ok() }, converted: { outcome: 'too_heavy', limit } });
    expect(outcome).toMatchObject({ verdict: 'too_large', reason: `conversion_${limit}` });
    expect(stored.size).toBe(0);
  });

  it('is a job that was aborted while it was fetched', async () => {
    const stop = new AbortController();
    stop.abort('draining');
    await expect(scrape({ answers: { http: ok() }, signal: stop.signal })).rejects.toBe('draining');
    expect(stored.size + conversions.length).toBe(0);
  });
});
