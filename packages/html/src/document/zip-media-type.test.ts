import { describe, expect, it } from '@jest/globals';
import { docxParts, epubParts, odtParts, pptxParts, statedZip, xlsxParts, zipOf } from '@quarry/testkit/office-files';
import { sniffMediaType } from './media-type.js';
import { zipMediaType } from './zip-media-type.js';

const OPEN = 'application/vnd.openxmlformats-officedocument';
const DOCX = `${OPEN}.wordprocessingml.document`;
const XLSX = `${OPEN}.spreadsheetml.sheet`;
const PPTX = `${OPEN}.presentationml.presentation`;
const ODT = 'application/vnd.oasis.opendocument.text';
const EPUB = 'application/epub+zip';

const docx = zipOf(docxParts(''));
const FILES: [string, Uint8Array, string | undefined][] = [
  ['a document', docx, DOCX],
  ['a workbook', zipOf(xlsxParts([])), XLSX],
  ['a presentation', zipOf(pptxParts([])), PPTX],
  ['an OpenDocument text', statedZip(odtParts('')), ODT],
  ['a book', statedZip(epubParts([])), EPUB],
  ['a book that does not state its type first', zipOf({ x: '', ...epubParts([]) }), EPUB],
  ['a template', statedZip({ mimetype: `${ODT}-template`, x: '' }), undefined],
  ['another archive', zipOf({ 'word/other.xml': '', 'x/word/document.xml': '' }), undefined],
  ['half a file', docx.subarray(0, docx.length >> 1), undefined],
  ['an empty archive', zipOf({}), undefined],
  ['no archive', Buffer.from('PK'), undefined],
  ['a comment at the end', Buffer.concat([docx.subarray(0, -2), Buffer.from('\x05\0hello')]), DOCX],
];

describe('a zip archive', () => {
  it.each(FILES)('%s is told by its entries', (_name, bytes, expected) => {
    expect(zipMediaType(bytes)).toBe(expected);
  });

  it('is looked into by its first 1000 entries', () => {
    const many = (count: number) =>
      zipOf({
        ...Object.fromEntries(Array.from({ length: count }, (_one, index) => [`${index}x`, ''])),
        ...docxParts(''),
      });
    expect(zipMediaType(many(900))).toBe(DOCX);
    expect(zipMediaType(many(1_000))).toBeUndefined();
  });

  it('of mangled bytes ends in an answer', () => {
    for (let at = 0; at < docx.length; at += 1) {
      const bytes = Uint8Array.from(docx);
      bytes[at] = 0xff;
      expect([DOCX, undefined]).toContain(zipMediaType(bytes));
    }
  });

  it.each([
    'application/octet-stream',
    'application/zip',
    'application/x-zip-compressed',
    'application/msword',
    'application/vnd.ms-word.document.macroEnabled.12',
    XLSX,
    'text/plain',
    '',
  ])('is what its entries say, declared as %j', (declared) => {
    expect(sniffMediaType(docx, declared)).toBe(DOCX);
  });

  it('stays what it was called where its entries say nothing, or its type is one of another kind', () => {
    const other = zipOf({ x: '' });
    expect(sniffMediaType(other, 'application/octet-stream')).toBe('application/zip');
    expect(sniffMediaType(other, DOCX)).toBe(DOCX);
    expect(sniffMediaType(docx, 'application/java-archive')).toBe('application/java-archive');
    expect(sniffMediaType(Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), 'application/msword')).toBe('application/msword');
  });
});
