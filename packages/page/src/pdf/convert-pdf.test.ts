import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { ConversionRequest, PageContent } from '../source/page-content.js';
import { convertPdf } from './convert-pdf.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

const stream = (content: string | Buffer, entries = ''): Buffer => {
  const body = typeof content === 'string' ? bytesOf(content) : content;
  return Buffer.concat([bytesOf(`<< /Length ${body.length} ${entries} >>\nstream\n`), body, bytesOf('\nendstream')]);
};

/** A document of numbered objects, the first one its catalogue, with a table of where they stand unless it is to be damaged. */
const pdf = (objects: readonly (string | Buffer)[], trailer = '', hasTable = true): Buffer => {
  const parts: Buffer[] = [bytesOf('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const push = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach((object, index) => {
    offsets.push(length);
    push(bytesOf(`${index + 1} 0 obj\n`));
    push(typeof object === 'string' ? bytesOf(object) : object);
    push(bytesOf('\nendobj\n'));
  });
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  if (hasTable) push(bytesOf(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  push(
    bytesOf(
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${hasTable ? start : 0}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** Lines of text, each `[size, y, text]`. */
type Line = readonly [size: number, y: number, text: string];
const show = (lines: readonly Line[]): string =>
  lines.map(([size, y, text]) => `BT /F1 ${size} Tf 50 ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`).join('\n');

interface Extras {
  readonly annotations?: string;
  readonly trailer?: string;
  readonly more?: readonly string[];
  readonly hasTable?: boolean;
  readonly pack?: (content: string) => Buffer;
}

const documentOf = (pages: readonly (readonly Line[])[], extras: Extras = {}): Buffer => {
  const kids = pages.map((_page, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = pages.flatMap((lines, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> ${extras.annotations ?? ''} >>`,
    extras.pack ? extras.pack(show(lines)) : stream(show(lines)),
  ]);
  return pdf(
    [
      '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      FONT,
      ...objects,
      ...(extras.more ?? []),
    ],
    extras.trailer,
    extras.hasTable,
  );
};

const ALL = { formats: ['html', 'text', 'markdown', 'json'], links: true, emails: true } as const;
const convert = (bytes: Uint8Array, wish: Partial<ConversionRequest> = {}): Promise<PageContent> =>
  convertPdf({ bytes, url: 'https://a.example/file.pdf' }, { formats: ['text'], links: false, emails: false, ...wish });

const LONG = 'A line of running text that goes on as far as the right edge of the page,';
const REPORT: readonly (readonly Line[])[] = [
  [
    [24, 740, 'Report <1>'],
    [12, 700, LONG],
    [12, 686, 'and ends on the next one.'],
    [16, 650, 'Contact'],
    [12, 620, 'jo@example.com'],
    [12, 606, 'https://b.example/x.'],
  ],
  [[12, 740, 'Second page']],
];

describe('a document with a text layer', () => {
  it('gives every format what it shows', async () => {
    const bytes = documentOf(REPORT, {
      annotations:
        '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://c.example/y) >> >> << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (mailto:ann@example.com) >> >>]',
      trailer: '/Info << /Title (The report) /Author (Ann) >>',
    });
    const content = await convert(bytes, { ...ALL, extractRules: { heading: 'h2', title: 'title', none: 'table' } });
    const text = `Report <1>\n\n${LONG} and ends on the next one.\n\nContact\n\njo@example.com\nhttps://b.example/x.\n\nSecond page`;
    expect(content.text).toBe(text);
    expect(content.markdown).toMatch(/^# Report \\?<1>\n\nA line/);
    expect(content.markdown).toContain('\n\n## Contact\n\n');
    expect(content.content).toContain('<title>The report</title>');
    expect(content.content).toContain('<h1>Report &lt;1&gt;</h1>');
    expect(content.json).toEqual({ title: 'The report', author: 'Ann', language: 'en', pages: 2, text });
    expect(content.links).toEqual(['https://c.example/y', 'https://b.example/x']);
    expect(content.emails).toEqual(['ann@example.com', 'jo@example.com']);
    expect(content.extractedData).toEqual({ heading: 'Contact', title: 'The report', none: null });
    expect(Object.keys(content).sort()).toEqual(
      ['content', 'emails', 'extractedData', 'json', 'links', 'markdown', 'text'].sort(),
    );
  });

  it('has exactly the keys that were asked', async () => {
    const bytes = documentOf(REPORT);
    expect(Object.keys(await convert(bytes, { formats: [] }))).toEqual([]);
    expect(Object.keys(await convert(bytes, { formats: ['json'] }))).toEqual(['json']);
    expect(Object.keys(await convert(bytes, { formats: [], links: true }))).toEqual(['links']);
  });

  it('is read in its packed forms', async () => {
    const packed = (content: string): Buffer => stream(deflateSync(bytesOf(content)), '/Filter /FlateDecode');
    const hex = (content: string): Buffer =>
      stream(`${deflateSync(bytesOf(content)).toString('hex')}>`, '/Filter [/ASCIIHexDecode /FlateDecode]');
    expect((await convert(documentOf(REPORT, { pack: packed }))).text).toContain('Second page');
    expect((await convert(documentOf(REPORT, { pack: hex }))).text).toContain('Second page');
  });

  it('is read without its table too', async () => {
    expect((await convert(documentOf(REPORT, { hasTable: false }))).text).toContain('Second page');
  });

  it('leaves the bytes that it was given as they were', async () => {
    const bytes = documentOf(REPORT);
    const before = Buffer.from(bytes);
    await convert(bytes);
    expect(Buffer.from(bytes).equals(before)).toBe(true);
  });
});

describe('what nothing can be made of', () => {
  const drawing = pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    stream('0 0 9 9 re f'),
  ]);
  const locked = documentOf(REPORT, {
    trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}> /P -4 >> /ID [<00> <00>]`,
  });

  it.each([
    ['a scan', drawing, 'application/pdf without text'],
    ['a locked one', locked, 'application/pdf encrypted'],
    ['half a file', documentOf(REPORT).subarray(0, 60), 'application/pdf damaged'],
    ['no bytes', Buffer.alloc(0), 'application/pdf damaged'],
    ['something else', bytesOf('hello world'), 'application/pdf damaged'],
    ['a disguise', documentOf(REPORT, { more: ['<< /#46ilter /X >>'] }), 'application/pdf with disguised names'],
  ])('%s', async (_name, bytes, unsupported) => {
    expect(await convert(bytes, ALL)).toEqual({ unsupported });
  });
});

describe('bounds', () => {
  const TIME_LIMIT_MS = 25_000;
  const zeros = (megabytes: number): Buffer => deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 0x20), { level: 9 });
  const flate =
    (content: Buffer): (() => Buffer) =>
    () =>
      stream(content, '/Filter /FlateDecode');
  const TOO_LARGE = { unsupported: 'application/pdf too large when unpacked' };

  it.each([
    ['200 MB in one stream', flate(zeros(200))],
    ['packed twice', () => stream(deflateSync(zeros(200)), '/Filter [/FlateDecode /FlateDecode]')],
    ['in hexadecimal digits', () => stream(`${zeros(100).toString('hex')}>`, '/Filter [/AHx /Fl]')],
    ['in another coding', () => stream(Buffer.alloc(100_000, 0x81), '/Filter /LZWDecode')],
    ['in a coding named elsewhere', () => stream(Buffer.alloc(100_000, 0x81), '/Filter 9 0 R')],
  ])('%s is not unpacked', async (_name, pack) => {
    const usedMs = watchProcessor();
    expect(await convert(documentOf([[]], { pack }), ALL)).toEqual(TOO_LARGE);
    expect(usedMs()).toBeLessThan(TIME_LIMIT_MS);
  });

  it('end at maxPdfPages, maxPdfChars and maxPdfMs', async () => {
    const bytes = documentOf(REPORT);
    const pages = await convert(bytes, { limits: { maxPdfPages: 1 } });
    expect(pages.text).toContain('Contact');
    expect(pages.text).not.toContain('Second page');
    expect(pages.limitsHit).toEqual(['maxPdfPages']);
    const chars = await convert(bytes, { limits: { maxPdfChars: 30 } });
    expect(chars).toEqual({ text: 'Report <1>', limitsHit: ['maxPdfChars'] });
    expect(await convert(bytes, { limits: { maxPdfMs: 0 } })).toEqual({
      unsupported: 'application/pdf too costly to read',
    });
  });

  it.each([
    [
      'a deep tree of pages',
      () => {
        const depth = 20_000;
        const nodes = Array.from(
          { length: depth },
          (_value, index) => `<< /Type /Pages /Kids [${index + 3} 0 R] /Count 1 >>`,
        );
        return pdf(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, '<< /Type /Page /MediaBox [0 0 9 9] >>']);
      },
    ],
    ['a tree in itself', () => pdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 5 >>'])],
    [
      'a billion pages',
      () => pdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 1000000000 >>']),
    ],
    ['nested lists', () => pdf([`<< /Type /Catalog /Pages 2 0 R /X ${'['.repeat(100_000)} >>`])],
  ])('%s ends in an answer', async (_name, make) => {
    const usedMs = watchProcessor();
    expect((await convert(make(), ALL)).unsupported).toMatch(/^application\/pdf (?:damaged|without text)$/);
    expect(usedMs()).toBeLessThan(TIME_LIMIT_MS);
  });
});
