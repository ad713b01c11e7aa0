import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  docxPart,
  docxParts,
  epubParts,
  odtParts,
  type Parts,
  pptxParts,
  shapeOf,
  statedZip,
  xlsxParts,
  zipOf,
} from '@quarry/testkit/office-files';
import { watchProcessor } from '@quarry/testkit/processor-time';
import fc from 'fast-check';
import type { ConversionRequest, PageContent } from '../source/page-content.js';
import { DEFAULT_ARCHIVE_LIMITS } from './archive/open-archive.js';
import { convertOffice } from './convert-office.js';

const TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  epub: 'application/epub+zip',
};
type Kind = keyof typeof TYPES;
const KINDS = Object.keys(TYPES) as Kind[];

const ALL = { formats: ['html', 'text', 'markdown', 'json'], links: true, emails: true } as const;
const convert = (kind: Kind, bytes: Uint8Array, wish: Partial<ConversionRequest> = {}): Promise<PageContent> =>
  convertOffice(
    { bytes, url: 'https://a.example/x', mediaType: TYPES[kind] },
    { formats: ['text'], links: false, emails: false, ...wish },
  );

const SLIDE = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const W = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const ROW = (...values: (number | string)[]): string =>
  `<row>${values.map((value) => `<c t="str"><v>${value}</v></c>`).join('')}</row>`;
const sheet = (rows: string): Parts => xlsxParts([{ name: 'S', rows }]);

const PARTS: Readonly<Record<Kind, Parts>> = {
  docx: docxParts(W('words')),
  xlsx: sheet(ROW('words')),
  pptx: pptxParts([{ shapes: shapeOf(SLIDE('words')) }]),
  odt: odtParts('<text:p>words</text:p>'),
  epub: epubParts(['<p>words</p>']),
};
const MAIN: Readonly<Record<Kind, string>> = {
  docx: 'word/document.xml',
  xlsx: 'xl/workbook.xml',
  pptx: 'ppt/presentation.xml',
  odt: 'content.xml',
  epub: 'OEBPS/book.opf',
};
const without = (parts: Parts, name: string): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([one]) => one !== name));

/** Writes into both headers of every entry: at `offset` of the local one, two bytes further in the list. */
const patched = (zip: Uint8Array, offset: number, value: number, size: 2 | 4): Uint8Array => {
  const bytes = Buffer.from(zip);
  const write = (at: number): unknown => (size === 2 ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value, at));
  for (const [signature, shift] of [
    ['PK\x03\x04', 0],
    ['PK\x01\x02', 2],
  ] as const) {
    for (let at = bytes.indexOf(signature, 0, 'latin1'); at >= 0; at = bytes.indexOf(signature, at + 4, 'latin1')) {
      write(at + offset + shift);
    }
  }
  return bytes;
};
const FLAGS = 6;
const UNPACKED_SIZE = 22;

describe.each(KINDS)('%s', (kind) => {
  const zip = zipOf(PARTS[kind]);
  const refusal = (reason: string): PageContent => ({ unsupported: `${TYPES[kind]} ${reason}` });

  it('is read as it is', async () => {
    expect((await convert(kind, zip)).text).toContain('words');
  });

  it('has exactly the keys that were asked', async () => {
    expect(Object.keys(await convert(kind, zip, { formats: [] }))).toEqual([]);
    expect(Object.keys(await convert(kind, zip, { formats: ['json'] }))).toEqual(['json']);
    expect(Object.keys(await convert(kind, zip, { formats: [], links: true }))).toEqual(['links']);
  });

  it.each([
    ['no bytes', new Uint8Array(), 'damaged'],
    ['half a file', zip.subarray(0, zip.length >> 1), 'damaged'],
    ['something else', Buffer.from('hello world'), 'damaged'],
    ['an old document', Buffer.from('\xd0\xcf\x11\xe0 WordDocument', 'latin1'), 'damaged'],
    ['no main part', zipOf(without(PARTS[kind], MAIN[kind])), 'damaged'],
    ['an empty main part', zipOf({ ...PARTS[kind], [MAIN[kind]]: '' }), 'damaged'],
    ['sizes that are larger than claimed', patched(zip, UNPACKED_SIZE, 20, 4), 'damaged'],
    ['a size of 4 GB', patched(zip, UNPACKED_SIZE, 0xfffffff0, 4), 'too large when unpacked'],
    ['locked entries', patched(zip, FLAGS, 1, 2), 'encrypted'],
    [
      'a locked container',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')]),
      'encrypted',
    ],
  ])('%s: unsupported', async (_name, bytes, reason) => {
    expect(await convert(kind, bytes, ALL)).toEqual(refusal(reason));
  });

  it('of mangled bytes ends in an answer', async () => {
    const asText = Object.entries(PARTS[kind]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        fc.nat(asText.length - 1),
        async (changes, index) => {
          const mangle = (bytes: Uint8Array): Uint8Array => {
            const copy = Uint8Array.from(bytes);
            for (const [at, value] of changes) copy[at % copy.length] = value;
            return copy;
          };
          const [name = '', part = ''] = asText[index] ?? [];
          const inside = zipOf({ ...PARTS[kind], [name]: mangle(Buffer.from(part)) });
          for (const bytes of [mangle(zip), inside]) {
            const content = await convert(kind, bytes, ALL);
            expect(content.unsupported ?? content.text).toEqual(expect.any(String));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what is locked by its own format', () => {
  it('an OpenDocument text', async () => {
    const manifest =
      '<m:manifest xmlns:m="x"><m:file-entry><m:encryption-data m:checksum="x"/></m:file-entry></m:manifest>';
    const bytes = statedZip({ ...PARTS.odt, 'META-INF/manifest.xml': manifest });
    expect(await convert('odt', bytes)).toEqual({ unsupported: `${TYPES.odt} encrypted` });
  });

  it('a book, except one whose fonts alone are', async () => {
    const locked = (algorithm: string): Uint8Array =>
      statedZip({
        ...PARTS.epub,
        'META-INF/encryption.xml': `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`,
      });
    const text = locked('http://www.w3.org/2001/04/xmlenc#aes128-cbc');
    expect(await convert('epub', text)).toEqual({ unsupported: `${TYPES.epub} encrypted` });
    expect((await convert('epub', locked('http://www.idpf.org/2008/embedding'))).text).toContain('words');
  });

  it('a document without any text', async () => {
    expect(await convert('docx', zipOf(docxParts(W(' '))))).toEqual({ unsupported: `${TYPES.docx} without text` });
    expect((await convert('pptx', zipOf(pptxParts([{ shapes: '' }])))).unsupported).toBe(`${TYPES.pptx} without text`);
  });
});

describe('bounds of unpacking', () => {
  const { maxEntries, maxEntryBytes } = DEFAULT_ARCHIVE_LIMITS;

  it('maxEntries', async () => {
    const entries = (count: number): Parts =>
      Object.fromEntries(Array.from({ length: count }, (_one, index) => [`x/${index}`, '']));
    const own = Object.keys(PARTS.docx).length;
    const most = zipOf({ ...entries(maxEntries - own), ...PARTS.docx }, { level: 0 });
    expect((await convert('docx', most)).text).toBe('words');
    const more = zipOf({ ...entries(maxEntries - own + 1), ...PARTS.docx }, { level: 0 });
    expect((await convert('docx', more)).unsupported).toBe(`${TYPES.docx} with too many parts`);
  });

  it('maxEntryBytes', async () => {
    const bytes = zipOf({ ...PARTS.docx, 'word/document.xml': Buffer.alloc(maxEntryBytes + 1, 0x20) }, { level: 1 });
    expect((await convert('docx', bytes)).unsupported).toBe(`${TYPES.docx} too large when unpacked`);
  });

  it('archives inside, and parts that are not read, are not unpacked', async () => {
    const bomb = zipOf({ bomb: Buffer.alloc(maxEntryBytes, 0) }, { level: 1 });
    const parts = { ...PARTS.docx, 'word/embeddings/a.docx': bomb, 'word/media/a.png': Buffer.alloc(1_000) };
    const claimed = Buffer.from(zipOf(parts));
    const at = claimed.lastIndexOf('word/media/a.png');
    claimed.writeUInt32LE(0xfffffff0, at - 46 + 24);
    expect((await convert('docx', claimed)).text).toBe('words');
  });
});

describe('bounds of reading', () => {
  const hits = async (
    kind: Kind,
    parts: Parts,
    limits: ConversionRequest['limits'],
  ): Promise<(readonly string[] | string | undefined)[]> => {
    const { text, limitsHit } = await convert(kind, zipOf(parts), { limits: limits ?? {} });
    return [text, limitsHit];
  };

  it('maxOfficeChars', async () => {
    const parts = docxParts(W('first') + W('second'));
    expect(await hits('docx', parts, { maxOfficeChars: 15 })).toEqual(['first', ['maxOfficeChars']]);
    const strings = {
      ...xlsxParts(
        [{ name: 'S', rows: '<row><c t="s"><v>0</v></c></row>'.repeat(2_000) }],
        `<si><t>${'x'.repeat(30_000)}</t></si>`,
      ),
    };
    const [text, limitsHit] = await hits('xlsx', strings, {});
    expect(limitsHit).toEqual(['maxOfficeChars']);
    expect(text?.length).toBeLessThan(9_000_000);
  });

  it('maxOfficeCells, empty cells between others included', async () => {
    expect(await hits('xlsx', sheet(ROW(1, 2) + ROW(3, 4)), { maxOfficeCells: 3 })).toEqual([
      'S\n\n1\t2',
      ['maxOfficeCells'],
    ]);
    const diagonal = Array.from({ length: 2_000 }, (_one, index) => {
      const name = [...(index + 676).toString(26)].map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 26)));
      return `<row r="${index + 1}"><c r="${name.join('')}${index + 1}"><v>1</v></c></row>`;
    });
    expect((await hits('xlsx', sheet(diagonal.join('')), {}))[1]).toEqual(['maxOfficeCells']);
    const cells = '<w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc>'.repeat(9);
    expect((await hits('docx', docxParts(`<w:tbl><w:tr>${cells}</w:tr></w:tbl>`), { maxOfficeCells: 5 }))[1]).toEqual([
      'maxOfficeCells',
    ]);
  });

  it('maxOfficeRows, maxOfficeSlides, maxOfficeChapters', async () => {
    expect(await hits('xlsx', sheet(ROW(1, 2) + ROW(3, 4)), { maxOfficeRows: 1 })).toEqual([
      'S\n\n1\t2',
      ['maxOfficeRows'],
    ]);
    const slides = pptxParts(['one', 'two'].map((text) => ({ shapes: shapeOf(SLIDE(text), 'title') })));
    expect(await hits('pptx', slides, { maxOfficeSlides: 1 })).toEqual(['one', ['maxOfficeSlides']]);
    const chapters = epubParts(['<p>one</p>', '<p>two</p>']);
    expect(await hits('epub', chapters, { maxOfficeChapters: 1 })).toEqual(['one', ['maxOfficeChapters']]);
  });

  it.each(KINDS)('maxOfficeMs ends the reading of %s', async (kind) => {
    expect(await convert(kind, zipOf(PARTS[kind]), { limits: { maxOfficeMs: 0 } })).toEqual({
      unsupported: `${TYPES[kind]} too costly to read`,
    });
  });
});

describe('hostile parts', () => {
  const TIME_LIMIT_MS = 20_000;
  const DOCTYPE = `<!DOCTYPE x [<!ENTITY a "expanded"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;

  it.each(KINDS)('entities in %s are never expanded', async (kind) => {
    const parts = Object.fromEntries(
      Object.entries(PARTS[kind]).map(([name, part]) => [
        name,
        String(part)
          .replace(/<(?=[a-z])/i, `${DOCTYPE}<`)
          .replace('words', 'words &a;&b;&f;'),
      ]),
    );
    const { text } = await convert(kind, zipOf({ ...parts, ...(parts['mimetype'] ? { mimetype: 'x' } : {}) }));
    expect(text).toContain('words &a;&b;&f;');
    expect(text).not.toMatch(/expanded|root:|ENTITY/);
  });

  const nested = (open: string, close: string, inner: string, count = 30_000): string =>
    open.repeat(count) + inner + close.repeat(count);

  it.each<[string, Kind, () => Parts, string?]>([
    ['deep tables', 'docx', () => docxParts(nested('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', W('x')))],
    [
      'deep fields',
      'docx',
      () => docxParts(`<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(50_000)}</w:p>${W('x')}`),
    ],
    [
      'many lists',
      'docx',
      () =>
        docxParts(
          Array.from(
            { length: 20_000 },
            (_one, index) =>
              `<w:p><w:pPr><w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="${index}"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
          ).join(''),
        ),
    ],
    [
      'styles based on one another',
      'docx',
      () => ({
        ...docxParts(W('x'), [['s', 'styles', 'styles.xml']]),
        'word/styles.xml': docxPart(
          'styles',
          Array.from(
            { length: 20_000 },
            (_one, index) => `<w:style w:styleId="${index}"><w:basedOn w:val="${(index + 1) % 20_000}"/></w:style>`,
          ).join(''),
        ),
      }),
    ],
    ['sheets without an end', 'xlsx', () => sheet(`${ROW('x')}${'<sheetData '.repeat(400_000)}`)],
    ['one row of a million cells', 'xlsx', () => sheet(`<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`), '1\t1'],
    ['deep groups', 'pptx', () => pptxParts([{ shapes: nested('<p:grpSp>', '</p:grpSp>', '') + shapeOf(SLIDE('x')) }])],
    [
      'deep lists',
      'odt',
      () => odtParts(nested('<text:list><text:list-item>', '</text:list-item></text:list>', '<text:p>x</text:p>')),
    ],
    [
      'repeated cells',
      'odt',
      () =>
        odtParts(
          `<table:table>${'<table:table-row><table:table-cell table:number-columns-repeated="1000000000"><text:p>x</text:p></table:table-cell></table:table-row>'.repeat(5_000)}</table:table>`,
        ),
    ],
    ['spaces by the billion', 'odt', () => odtParts('<text:p>x<text:s text:c="1000000000"/></text:p>')],
    ['deep elements', 'epub', () => epubParts([nested('<div><b>', '</b></div>', 'x')])],
    ['document types', 'epub', () => epubParts([`x${'<!DOCTYPE['.repeat(200_000)}`])],
    [
      'noise',
      'docx',
      () => ({
        ...PARTS.docx,
        'word/styles.xml': randomBytes(1_000_000),
        'word/document.xml': `<w:document><w:body>${W('x')}${'<'.repeat(500_000)}`,
      }),
    ],
  ])('%s in %s end in an answer', async (name, kind, make, shown = 'x') => {
    const usedMs = watchProcessor();
    const content = await convert(kind, zipOf(make(), { level: 1 }), ALL);
    // What is deeper than a tree may be is not found.
    const isTooDeep = content.unsupported === `${TYPES[kind]} too costly to read`;
    expect(isTooDeep || content.text).toEqual(/^deep (?:tables|lists)$/.test(name) || expect.stringContaining(shown));
    expect(usedMs()).toBeLessThan(TIME_LIMIT_MS);
  });
});
