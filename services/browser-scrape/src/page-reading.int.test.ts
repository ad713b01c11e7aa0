import { afterAll, describe, expect, it } from '@jest/globals';
import type { ReadDocument } from '@quarry/egress';
import type { FetchedDocument } from '@quarry/verdict';
import { MAX_CONVERT_HEAP_MB } from '@quarry/worker-runtime';
import { createPageConverter, type ConvertResult, type PageConverterOptions } from './page-converter.js';
import { createPageReading } from './page-reading.js';
import { webParams } from '../test/web-params.js';
import { MIN_WRITTEN_CHARS } from './written-content.js';

const URL = 'http://site.test/page';
const ARTICLE = `<h1>Schiefer über Grün</h1><p>${'Carts carry stone to the river. '.repeat(40)}</p>`;
const CHALLENGE = '<title>Just a moment...</title><div id="challenge-error-text"></div>';
const SHELL = '<body><div id="root"></div><script src="/app.js"></script></body>';
const running = new AbortController().signal;
const params = webParams({ outputFormat: ['markdown'] });

const open = (options: Partial<PageConverterOptions> = {}) =>
  createPageConverter({ threads: 1, heapMb: MAX_CONVERT_HEAP_MB, ...options });
const shared = open();
afterAll(() => shared.close());

interface Read {
  readonly read: ReadDocument;
  readonly converted: ConvertResult | undefined;
}

const readWith = async (
  bytes: Uint8Array,
  {
    given = params,
    converter = shared,
    ...changes
  }: Partial<FetchedDocument> & { given?: typeof params; converter?: typeof shared } = {},
): Promise<Read> => {
  const reading = createPageReading({ converter })(given);
  const evidence = { purpose: 'page', requestedUrl: URL, url: URL, statusCode: 200, headers: {} } as const;
  const document = {
    ...evidence,
    tier: 'http',
    isRedirected: false,
    bytes,
    contentType: 'text/html',
    ...changes,
  } as const;
  const read = await reading.readDocument(document, running);
  return { read, converted: reading.convertedOf(read.body) };
};

const markdownOf = (converted: ConvertResult | undefined): string | Uint8Array | undefined =>
  converted?.outcome === 'converted' ? converted.content.markdown : undefined;

describe('a document that is read in a thread', () => {
  it('is judged and converted at once, and its body stays where it is the text as UTF-8', async () => {
    const bytes = Buffer.from(ARTICLE);
    const { read, converted } = await readWith(bytes);
    expect(read).toMatchObject({ judgement: { verdict: 'ok' }, mediaType: 'text/html' });
    expect(read.body).toBe(bytes);
    expect(read).not.toHaveProperty('text');
    expect(markdownOf(converted)).toContain('# Schiefer über Grün');
  });

  it.each([
    ['latin letters', Buffer.from(ARTICLE, 'latin1'), 'text/html; charset=iso-8859-1'],
    ['two bytes a letter', Buffer.from(`\ufeff${ARTICLE}`, 'utf16le'), 'text/html'],
    ['a mark of its order', Buffer.from(`\ufeff${ARTICLE}`), 'text/html'],
  ])('has the text as its body where it came as %s', async (_name, bytes, contentType) => {
    const { read, converted } = await readWith(bytes, { contentType });
    expect(Buffer.from(read.body).toString()).toBe(ARTICLE);
    expect(markdownOf(converted)).toContain('# Schiefer über Grün');
  });

  it('is the text of ASCII bytes only where their encoding is like ASCII', async () => {
    const bytes = Buffer.from('<p>+AOk-~ \x1b$B3+\x1b(B</p>');
    const japanese = await readWith(bytes, { contentType: 'text/html; charset=iso-2022-jp' });
    expect(Buffer.from(japanese.read.body).toString()).toContain('開');
    expect((await readWith(bytes, { contentType: 'text/html; charset=windows-1252' })).read.body).toBe(bytes);
  });

  it('is not converted where it is a block', async () => {
    const { read, converted } = await readWith(Buffer.from(CHALLENGE));
    expect(read.judgement.verdict).toBe('blocked');
    expect(converted).toBeUndefined();
  });

  it('is converted as served where it asks for scripts and nobody may run them', async () => {
    const shell = await readWith(Buffer.from(SHELL), { given: webParams({ jsRendering: false }) });
    expect([shell.read.judgement.verdict, shell.converted?.outcome]).toEqual(['script_wall', 'converted']);
    expect((await readWith(Buffer.from(SHELL))).converted).toBeUndefined();
  });

  it('is converted as bytes where it is no text', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const { read, converted } = await readWith(png, { contentType: 'image/png' });
    expect([read.mediaType, read.body]).toEqual(['image/png', png]);
    expect(converted?.outcome).toBe('converted');
  });

  it('has what is large written as JSON, whoever read it', async () => {
    const page = `<p>${'Grün '.repeat(MIN_WRITTEN_CHARS)}</p>`;
    const { read, converted } = await readWith(Buffer.from(page, 'latin1'), {
      given: webParams({ outputFormat: ['html'] }),
      contentType: 'text/html; charset=iso-8859-1',
    });
    const input = { bytes: read.body, url: URL, mediaType: read.mediaType };
    const later = await shared.convert(input, { formats: ['html'], links: false, emails: false }, running);
    for (const one of [converted, later]) {
      const bytes = one?.outcome === 'converted' ? one.content.content : undefined;
      expect(JSON.parse(new TextDecoder().decode(bytes as Uint8Array))).toBe(page);
    }
  });

  it('can be converted later from its body', async () => {
    const { read } = await readWith(Buffer.from(`${CHALLENGE}Grün`));
    const input = { bytes: read.body, url: URL, mediaType: read.mediaType };
    const later = await shared.convert(input, { formats: ['markdown'], links: false, emails: false }, running);
    expect(markdownOf(later)).toContain('Grün');
  });
});

describe('a document that no thread can convert', () => {
  const taskFile = new globalThis.URL('../test/probe-task.ts', import.meta.url);

  it.each([
    ['time', 'stall', { timeoutMs: 3_000 }],
    ['memory', 'hoard', { heapMb: 24 }],
  ] as const)('is judged all the same (%s)', async (limit, word, bounds) => {
    const converter = open({ taskFile, ...bounds });
    const page = Buffer.from(`${word} ${ARTICLE}`);
    const { read, converted } = await readWith(page, { converter });
    expect(read).toMatchObject({ judgement: { verdict: 'ok' }, body: page });
    expect(converted).toEqual({ outcome: 'too_heavy', limit });
    const block = await readWith(Buffer.from(`${word} ${CHALLENGE}`), { converter });
    expect(block.read.judgement.verdict).toBe('blocked');
    expect(block.converted).toBeUndefined();
    await converter.close();
  });
});
