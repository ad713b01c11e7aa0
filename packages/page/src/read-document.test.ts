import { describe, expect, it } from '@jest/globals';
import type { Verdict } from '@quarry/contracts';
import { convertPage } from './convert/convert-page.js';
import type { ConversionRequest } from './source/page-content.js';
import { judge, SHAPE_LIMITS, type FetchedDocument } from '@quarry/verdict';
import { readDocument } from './read-document.js';

const URL = 'https://site.example/page';
const REQUEST: ConversionRequest = { formats: ['html', 'text', 'markdown', 'json'], links: true, emails: true };
const OK: ReadonlySet<Verdict> = new Set(['ok', 'empty']);
const ARTICLE = `<!doctype html><title>Slate</title><h1>Slate</h1><p>${'Carts carry <b>stone</b> to the <a href="/r">river</a>. '.repeat(30)}</p>`;
const CHALLENGE = '<title>Just a moment...</title><div id="challenge-error-text"></div>';

const documentOf = (text: string, given: Partial<FetchedDocument> = {}): FetchedDocument => ({
  purpose: 'page',
  requestedUrl: URL,
  url: URL,
  statusCode: 200,
  headers: {},
  tier: 'http',
  isRedirected: false,
  bytes: Buffer.from(text),
  contentType: 'text/html; charset=utf-8',
  ...given,
});

describe('readDocument', () => {
  it.each([
    ['an article', ARTICLE],
    [
      'a page with more elements than its verdict looks at',
      ARTICLE + '<p>x <i>y</i></p>'.repeat(SHAPE_LIMITS.maxNodes),
    ],
    ['a page longer than its verdict looks at', ARTICLE + ' word'.repeat(SHAPE_LIMITS.maxChars / 4)],
    ['no markup at all', 'plain'],
    ['nothing', ''],
  ])('converts as a page that is parsed for that alone, and judges so: %s', (_name, text) => {
    const document = documentOf(text);
    const { judgement, mediaType, content } = readDocument(document, { request: REQUEST, verdicts: OK });
    const bodyBytes = document.bytes.byteLength;
    expect(judgement).toEqual(judge({ ...document, text, mediaType, bodyBytes }));
    expect(judgement).toEqual({ verdict: text === '' ? 'empty' : 'ok' });
    expect(content).toEqual(convertPage({ text, url: URL, mediaType: 'text/html' }, REQUEST));
  });

  it('converts data as data', () => {
    const { judgement, content } = readDocument(documentOf('{"a": 1}', { contentType: 'application/json' }), {
      request: REQUEST,
      verdicts: OK,
    });
    expect(judgement.verdict).toBe('ok');
    expect(content?.json).toEqual({ a: 1 });
  });

  it('makes nothing of a page whose verdict is none of those', () => {
    const reading = readDocument(documentOf(CHALLENGE), { request: REQUEST, verdicts: OK });
    expect(reading).toMatchObject({ judgement: { verdict: 'blocked' }, text: CHALLENGE });
    expect(reading).not.toHaveProperty('content');
  });
});
