import { describe, expect, it } from '@jest/globals';
import { EMPTY_DOCUMENT, judgeDocument, type FetchedDocument } from './judge-document.js';

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

  it.each(['text/html', 'image/png', 'application/octet-stream', undefined])(
    'takes no bytes for an empty text, with a warning: %s',
    (contentType) => {
      const reading = judgeDocument(documentOf('', { contentType }));
      expect(reading).toMatchObject({ judgement: { verdict: 'empty' }, text: '', warnings: [EMPTY_DOCUMENT] });
      expect(reading.mediaType).toMatch(/^text\//);
    },
  );

  it('warns about bytes that contradict their declared charset', () => {
    const bytes = Buffer.from('<p>caf\xe9 cr\xe8me', 'latin1');
    const { text, encoding, warnings } = judgeDocument(documentOf('', { bytes }));
    expect({ text, encoding, warnings }).toEqual({
      text: '<p>café crème',
      encoding: 'windows-1252',
      warnings: ['charset_mismatch'],
    });
    expect(judgeDocument(documentOf(ARTICLE))).not.toHaveProperty('warnings');
  });

  it('takes a redirect that leads nowhere for no page', () => {
    const reading = judgeDocument(documentOf(ARTICLE, { statusCode: 304 }));
    const nowhere = { verdict: 'target_5xx', reason: 'redirect_without_location' };
    expect(reading.judgement).toEqual(nowhere);
    expect(judgeDocument(documentOf('', { statusCode: 304 })).judgement).toEqual(nowhere);
  });
});
