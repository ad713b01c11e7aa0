import { describe, expect, it } from '@jest/globals';
import { docxParts, zipOf } from '@quarry/testkit/office-files';
import type { FileKey } from '@quarry/files';
import type { OperationOutcome } from '@quarry/worker-runtime';
import type { RequestRow } from '@quarry/store';
import type { ExtractPage, Extraction } from './extract-page.js';
import { createReparse } from './reparse.js';
import { scriptedFetcher } from '../test/scripted-fetcher.js';
import { webParams } from '../test/web-params.js';

const ORIGIN = 'origin-1';
const FETCHED = {
  statusCode: 200,
  statusText: 'OK',
  url: 'https://a.example/final',
  rendered: false,
  headers: { 'content-type': 'text/html; charset=windows-1252' },
};
const ANSWER = {
  requestMetadata: {
    id: ORIGIN,
    status: 'ok',
    url: 'https://a.example/',
    html: 'https://files.example/a/o/document-1.html',
  },
  ...FETCHED,
  markdown: 'as it was made then',
};

const row = (id: string, given: Partial<RequestRow>): RequestRow => ({
  id,
  accountId: 'account-1',
  operation: 'scrape/web',
  params: {},
  contractVersion: 1,
  state: 'ok',
  attempt: 1,
  heldCredits: 0,
  chargedCredits: 0,
  periodIndex: 0,
  createdAtMs: 0,
  deadlineAtMs: 1_900_000_000_000,
  ...given,
});

const ITEM = { jobId: 'job-1', index: 0, site: 'a.example', query: {} };

interface Scene {
  readonly answer?: object | null;
  readonly document?: Uint8Array | null;
  readonly accountId?: string;
  readonly extraction?: Extraction;
  /** The document is of an item of a batch. */
  readonly isItem?: boolean;
  /** In place of the parameters of then. */
  readonly params?: object;
}

const EXTRACTED: Extraction = { outcome: 'extracted', content: { markdown: '# Today' } };

const reparse = async ({ answer = ANSWER, document = Buffer.from('<h1>Größe'), ...scene }: Scene = {}) => {
  const origin = row(ORIGIN, {
    accountId: scene.accountId ?? 'account-1',
    params: webParams({ outputFormat: ['markdown'] }),
    ...(answer === null ? {} : { answerName: 'result-1.json' }),
  });
  const asked: Parameters<ExtractPage>[] = [];
  const run = createReparse({
    requests: { get: async (id) => (id === ORIGIN && !scene.isItem ? origin : null) },
    items: { get: async (id) => (id === ORIGIN && scene.isItem ? { ...origin, ...ITEM } : null) },
    files: {
      read: async ({ name }: FileKey) =>
        name === 'result-1.json' ? Buffer.from(JSON.stringify(answer)) : document && Buffer.from(document),
    },
    extractPage: async (...given) => {
      asked.push(given);
      return scene.extraction ?? EXTRACTED;
    },
    maxFileBytes: 1_000_000,
  });
  const outcome: OperationOutcome = await run(row('again-1', { params: { requestId: ORIGIN, params: scene.params } }), {
    signal: new AbortController().signal,
    claimContent: async () => null,
    fetcher: scriptedFetcher({}),
    putFile: async () => 'unused',
    putBundle: async () => [],
  });
  return { outcome, asked };
};

describe('parsing again what is stored', () => {
  it('converts the stored document by the parameters of then, and keeps what was told of the fetch', async () => {
    const { outcome, asked } = await reparse();
    expect(asked[0]?.[0]).toMatchObject({ url: 'https://a.example/final', mediaType: 'text/html', text: '<h1>Größe' });
    expect(asked[0]?.[1]).toMatchObject({ outputFormat: ['markdown'] });
    expect(outcome).toEqual({
      verdict: 'ok',
      metadata: { url: 'https://a.example/', html: 'https://files.example/a/o/document-1.html' },
      result: { ...FETCHED, markdown: '# Today' },
    });
  });

  it('keeps the warnings of the fetch, and makes those of the conversion again', async () => {
    const warningsOf = async (warnings: readonly string[], made?: 'main_content_not_found') => {
      const content = { markdown: 'x', ...(made ? { warnings: [made] } : {}) };
      const { outcome } = await reparse({
        answer: { ...ANSWER, warnings },
        extraction: { outcome: 'extracted', content },
      });
      return outcome.result?.['warnings'];
    };
    expect(await warningsOf(['charset_mismatch', 'main_content_not_found'])).toEqual(['charset_mismatch']);
    expect(await warningsOf(['charset_mismatch'], 'main_content_not_found')).toEqual([
      'charset_mismatch',
      'main_content_not_found',
    ]);
    expect(await warningsOf(['main_content_not_found'])).toBeUndefined();
  });

  it('takes the parameters of the reparse in place of those of then', async () => {
    const { asked } = await reparse({ params: { outputFormat: ['text'], onlyMainContent: true } });
    expect(asked[0]?.[1]).toMatchObject({ outputFormat: ['text'], onlyMainContent: true, blockAds: true });
  });

  it('converts the document of an item of a batch', async () => {
    expect((await reparse({ isItem: true })).outcome).toEqual((await reparse()).outcome);
    expect((await reparse({ isItem: true, accountId: 'account-2' })).outcome).toMatchObject({ verdict: 'not_found' });
  });

  it('hands a PDF over as bytes', async () => {
    const answer = {
      ...ANSWER,
      headers: { 'content-type': 'application/pdf' },
      requestMetadata: { ...ANSWER.requestMetadata, html: 'https://files.example/a/o/document-1.pdf' },
    };
    const { asked } = await reparse({ answer, document: Buffer.from('%PDF-1.7') });
    expect(asked[0]?.[0]).toMatchObject({ mediaType: 'application/pdf' });
    expect(asked[0]?.[0].text).toBeUndefined();
  });

  it('hands an office document over by what its bytes are', async () => {
    const answer = {
      ...ANSWER,
      headers: { 'content-type': 'application/octet-stream' },
      requestMetadata: { ...ANSWER.requestMetadata, html: 'https://files.example/a/o/document-1.docx' },
    };
    const { asked } = await reparse({ answer, document: zipOf(docxParts('')) });
    expect(asked[0]?.[0]).toMatchObject({
      mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    });
    expect(asked[0]?.[0].text).toBeUndefined();
  });

  it.each([
    ['a feed, which is stored without an extension of its own', 'application/rss+xml', 'document.bin', false],
    ['data that the browser brought as it was served', 'application/json', 'document.json', true],
  ])('reads %s', async (_name, mediaType, name, rendered) => {
    const html = `https://files.example/a/o/${name}`;
    const answer = {
      ...ANSWER,
      rendered,
      headers: { 'content-type': mediaType },
      requestMetadata: { ...ANSWER.requestMetadata, html },
    };
    const { asked } = await reparse({ answer, document: Buffer.from('{"a":"<b>x</b>"}') });
    expect(asked[0]?.[0]).toMatchObject({ mediaType, text: '{"a":"<b>x</b>"}' });
  });

  it('fails where the document can no longer be made an answer of', async () => {
    const extraction: Extraction = { outcome: 'refused', verdict: 'too_large', reason: 'conversion_time' };
    const { outcome } = await reparse({ extraction });
    expect(outcome).toEqual({ verdict: 'too_large', reason: 'conversion_time' });
  });

  it.each<[string, Scene]>([
    ['answer', { answer: null }],
    ['document', { document: null }],
    ['request of the same account', { accountId: 'account-2' }],
  ])('finds nothing without its %s', async (_name, scene) => {
    const { outcome, asked } = await reparse(scene);
    expect(outcome).toMatchObject({ verdict: 'not_found' });
    expect(asked).toEqual([]);
  });
});
