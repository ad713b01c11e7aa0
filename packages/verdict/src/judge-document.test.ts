import { describe, expect, it } from '@jest/globals';
import { judgeDocument, type FetchedDocument } from './judge-document.js';

const URL = 'https://site.example/page';
const ARTICLE = `<!doctype html><title>Slate</title><h1>Slate</h1><p>${'Carts carry stone to the river. '.repeat(30)}</p>`;

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

describe('judgeDocument', () => {
  it('decodes, and says of which encoding', () => {
    const bytes = Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]);
    const { text, encoding } = judgeDocument(documentOf('', { bytes, contentType: 'text/html; charset=shift_jis' }));
    expect({ text, encoding }).toEqual({ text: 'テスト', encoding: 'shift_jis' });
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const picture = judgeDocument(documentOf('', { bytes: png, contentType: undefined }));
    expect(picture).toEqual({ judgement: { verdict: 'ok' }, mediaType: 'image/png' });
  });

  it('takes a redirect that leads nowhere for no page', () => {
    const reading = judgeDocument(documentOf(ARTICLE, { statusCode: 304 }));
    expect(reading.judgement).toEqual({ verdict: 'target_5xx', reason: 'redirect_without_location' });
  });
});
