import { describe, expect, it } from '@jest/globals';
import { operationById, validateParams } from '@quarry/contracts';
import { COMPAT_CALLS, COMPAT_PREFIXES, compatError } from './index.js';
import type { Body } from './compat-call.js';

const read = (path: string, body: Body) => {
  const call = COMPAT_CALLS.find((one) => one.path === path);
  if (!call) throw new Error(`no call ${path}`);
  return call.read(body);
};

/** The parameters, checked by the contract. */
const paramsOf = (path: string, body: Body): Record<string, unknown> => {
  const reading = read(path, body);
  if (!reading.ok) throw new Error(reading.message);
  const operation = operationById(reading.operation);
  if (!operation) throw new Error('no operation');
  const checked = validateParams(operation, reading.input);
  if (!checked.ok) throw new Error(JSON.stringify(checked.violations));
  return checked.params;
};
const messageOf = (path: string, body: Body): string => {
  const reading = read(path, body);
  return reading.ok ? 'read' : reading.message;
};
const written = (path: string, body: Body, answer: Body): Body => {
  const reading = read(path, body);
  return reading.ok ? reading.write(answer) : {};
};

const SCRAPE = '/v2/scrape';
const MAP = '/v2/map';
const SEARCH = '/v2/search';
const url = 'https://example.com/';

it('the calls are under a prefix of theirs', () => {
  expect(COMPAT_CALLS.every(({ path }) => COMPAT_PREFIXES.some((prefix) => path.startsWith(prefix)))).toBe(true);
});

describe('a page', () => {
  it('is read as markdown of its main content unless stated, and with its facts', () => {
    expect(paramsOf(SCRAPE, { url, origin: 'a-client' })).toMatchObject({
      ...{ url, outputFormat: ['markdown', 'json'], onlyMainContent: true, removeBase64Images: true },
      ...{ extractLinks: false, screenshot: false },
    });
  });

  it('is read as the call states', () => {
    const body = {
      url,
      formats: ['html', 'links', { type: 'screenshot', fullPage: true, quality: 60 }],
      ...{ onlyMainContent: false, includeTags: ['main'], excludeTags: ['nav'], headers: { 'x-a': 'b' } },
      ...{ waitFor: 500, timeout: 20_000, maxAge: 90_500, proxy: 'stealth', location: { country: 'de' } },
      ...{ blockAds: false, removeBase64Images: false, mobile: false, skipTlsVerification: false, fastMode: true },
    };
    expect(paramsOf(SCRAPE, body)).toMatchObject({
      outputFormat: ['html', 'json'],
      ...{ extractLinks: true, screenshot: { fullPage: true, quality: 60 } },
      ...{ onlyMainContent: false, includeOnlyTags: ['main'], excludeTags: ['nav'], headers: { 'x-a': 'b' } },
      ...{ wait: 500, timeout: 20_000, maxAge: 90, proxyType: 'residential', proxyCountry: 'DE' },
      ...{ blockAds: false, removeBase64Images: false },
    });
  });

  it('is as served with rawHtml, whatever else the client sends by itself', () => {
    const body = { url, formats: ['rawHtml'], onlyMainContent: true, removeBase64Images: true, includeTags: ['p'] };
    const params = paramsOf(SCRAPE, body);
    expect(params).toMatchObject({ outputFormat: ['html', 'json'], onlyMainContent: false, removeBase64Images: false });
    expect(params).not.toHaveProperty('includeOnlyTags');
  });

  it.each([
    [{ formats: ['summary'] }, /format summary.*markdown/],
    [{ formats: [{ type: 'json', prompt: 'x' }] }, /format json/],
    [{ formats: 'markdown' }, /must be a list/],
    [{ formats: ['markdown', 'rawHtml'] }, /rawHtml beside/],
    [{ actions: [{ type: 'click' }] }, /does not support actions/],
    [{ mobile: true }, /does not support mobile/],
    [{ location: { country: 'US', languages: ['en'] } }, /location with more than a country/],
    [{ proxy: 'moon' }, /proxy must be one of/],
  ])('is refused with %j, which there is nothing for', (more, message) => {
    expect(messageOf(SCRAPE, { url, ...more })).toMatch(message);
  });

  it('is written as the clients read it, without what it does not state', () => {
    const answer = {
      requestMetadata: { id: 'r', status: 'ok', title: 'T', creditsCharged: 1 },
      ...{ statusCode: 200, url: 'https://example.com/x', headers: { 'content-type': 'text/html' }, markdown: '# T' },
      ...{ json: { description: 'D', openGraph: { title: 'O' } }, warnings: ['empty_document'] },
    };
    expect(written(SCRAPE, { url }, answer)).toEqual({
      success: true,
      data: {
        markdown: '# T',
        warning: 'empty_document',
        metadata: {
          ...{ title: 'T', description: 'D', ogTitle: 'O', sourceURL: url, url: 'https://example.com/x' },
          ...{ statusCode: 200, contentType: 'text/html', scrapeId: 'r', creditsUsed: 1 },
        },
      },
    });
  });
});

describe('a map', () => {
  it('is asked and written in the words of the clients', () => {
    const body = { url, search: 'docs', limit: 5, includeSubdomains: false, sitemap: 'only', timeout: 5_000 };
    expect(paramsOf(MAP, body)).toMatchObject(body);
    const links = [{ url: `${url}a?x=1`, title: 'A', lastmod: '2026' }, { url: `${url}a?x=2` }];
    const answer = { requestMetadata: { id: 'r' }, links };
    expect(written(MAP, { url }, answer)['links']).toEqual([
      { url: `${url}a?x=1`, title: 'A' },
      { url: `${url}a?x=2` },
    ]);
    expect(written(MAP, { url, ignoreQueryParameters: true }, answer)).toEqual({
      ...{ success: true, id: 'r', links: [{ url: `${url}a`, title: 'A' }] },
    });
    expect(messageOf(MAP, { url, location: { country: 'US' } })).toMatch(/location/);
  });
});

describe('a search', () => {
  it('is one of the web unless stated, with domains and country as the engine takes them', () => {
    const body = { query: 'slate', country: 'DE', tbs: 'qdr:w', includeDomains: ['a.example', 'b.example'], excludeDomains: ['c.example'] }; // oxfmt-ignore
    expect(paramsOf(SEARCH, body)).toMatchObject({
      q: 'slate (site:a.example OR site:b.example) -site:c.example',
      ...{ gl: 'de', tbs: 'qdr:w', num: 10 },
    });
    const rows = Array.from({ length: 9 }, (_, at) => ({ position: at + 1, title: `T${at}`, link: `u${at}`, snippet: 's' })); // oxfmt-ignore
    const { data } = written(SEARCH, { query: 'slate' }, { organicResults: rows }) as { data: { web: object[] } };
    expect([data.web.length, data.web[0]]).toEqual([5, { url: 'u0', title: 'T0', description: 's', position: 1 }]);
  });

  it('may be one of images', () => {
    const body = { query: 'slate', sources: [{ type: 'images' }], limit: 1 };
    expect(read(SEARCH, body)).toMatchObject({ ok: true, operation: 'enginea/images' });
    const rows = [{ position: 1, title: 'T', link: 'u', original: 'i', originalWidth: 4, originalHeight: 3 }];
    expect(written(SEARCH, body, { imagesResults: [...rows, ...rows] })).toEqual({
      ...{ success: true, data: { images: [{ url: 'u', title: 'T', imageUrl: 'i', imageWidth: 4, imageHeight: 3, position: 1 }] } }, // oxfmt-ignore
    });
  });

  it.each([
    [{ sources: ['web', 'images'] }, /one source/],
    [{ sources: ['news'] }, /one source/],
    [{ scrapeOptions: { formats: ['markdown'] } }, /does not support scrapeOptions/],
    [{ limit: 101 }, /limit must be/],
  ])('is refused with %j', (more, message) => expect(messageOf(SEARCH, { query: 'q', ...more })).toMatch(message));
});

describe('an error', () => {
  const body = {
    requestMetadata: { id: 'r', status: 'error' },
    status: 'error',
    message: 'No.',
    retryable: false,
  } as const;

  it.each([
    ['unauthorized', 401],
    ['credits_exhausted', 402],
    ['validation_failed', 400],
    ['target_blocked', 500],
    ['deadline_exceeded', 408],
    ['overloaded', 503],
  ] as const)('%s has the status %d, by which clients choose its class', (error, statusCode) => {
    expect(compatError({ ...body, error })).toEqual({
      statusCode,
      body: { success: false, error: 'No.', code: error },
    });
  });

  it('names a few of many faults, as the caller sent them', () => {
    const errors = Array.from({ length: 30 }, (_, at) => ({
      field: `requests.${at}.url`,
      rule: 'url' as const,
      message: `requests.${at}.url must be an address.`,
    }));
    const { error } = compatError({ ...body, error: 'validation_failed', errors }).body;
    expect(error).toMatch(/^No\. urls\.0: urls\.0 must .* urls\.19: .* And 10 more\.$/);
  });

  it('says what is wrong with each parameter', () => {
    const errors = [{ field: 'url', rule: 'required', message: 'is required.' }];
    expect(compatError({ ...body, error: 'validation_failed', errors }).body['error']).toBe('No. url: is required.');
  });
});
