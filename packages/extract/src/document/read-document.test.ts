import { describe, expect, it } from '@jest/globals';
import type { Verdict } from '@quarry/contracts';
import { convertPage } from '../page/convert-page.js';
import type { ConversionRequest } from '../page/page-content.js';
import { judge } from '../verdict/judge.js';
import { SHAPE_LIMITS } from '../verdict/page-shape.js';
import { readDocument, type FetchedDocument } from './read-document.js';

const URL = 'https://site.example/page';
const REQUEST: ConversionRequest = { formats: ['html', 'text', 'markdown', 'json'], links: true, emails: true };
const OK: ReadonlySet<Verdict> = new Set(['ok']);
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
    expect(judgement).toEqual({ verdict: 'ok' });
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
    expect(readDocument(documentOf(ARTICLE))).not.toHaveProperty('content');
  });

  it('decodes, and says of which encoding', () => {
    const bytes = Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]);
    const { text, encoding } = readDocument(documentOf('', { bytes, contentType: 'text/html; charset=shift_jis' }));
    expect({ text, encoding }).toEqual({ text: 'テスト', encoding: 'shift_jis' });
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const picture = readDocument(documentOf('', { bytes: png, contentType: undefined }));
    expect(picture).toEqual({ judgement: { verdict: 'ok' }, mediaType: 'image/png' });
  });

  it('takes a redirect that leads nowhere for no page', () => {
    const reading = readDocument(documentOf(ARTICLE, { statusCode: 304 }), { request: REQUEST, verdicts: OK });
    expect(reading.judgement).toEqual({ verdict: 'target_5xx', reason: 'redirect_without_location' });
    expect(reading).not.toHaveProperty('content');
  });
});
