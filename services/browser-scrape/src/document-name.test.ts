import { describe, expect, it } from '@jest/globals';
import { contentTypeOf } from '@quarry/files';
import { documentName } from './document-name.js';

describe('the file name of a fetched document', () => {
  it.each([
    ['text/html', 'document.html'],
    ['application/xhtml+xml', 'document.html'],
    ['application/json', 'document.json'],
    ['text/plain', 'document.txt'],
    ['text/markdown', 'document.md'],
    ['text/csv', 'document.csv'],
    ['application/pdf', 'document.pdf'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'document.docx'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'document.xlsx'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'document.pptx'],
    ['application/vnd.oasis.opendocument.text', 'document.odt'],
    ['application/epub+zip', 'document.epub'],
    ['image/jpeg', 'document.jpeg'],
    ['image/png', 'document.png'],
    ['image/webp', 'document.webp'],
  ])('%s: %s', (mediaType, name) => {
    expect(documentName(mediaType)).toBe(name);
  });

  it('is served as the type that it was stored for', () => {
    for (const kind of ['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation']) {
      const type = `application/vnd.openxmlformats-officedocument.${kind}`;
      expect(contentTypeOf(documentName(type))).toBe(type);
    }
    for (const type of ['application/pdf', 'application/vnd.oasis.opendocument.text', 'application/epub+zip']) {
      expect(contentTypeOf(documentName(type))).toBe(type);
    }
  });

  it.each(['image/svg+xml', 'application/javascript', 'text/javascript', 'application/x-msdownload', '', '../x'])(
    'stores %j as bytes that nothing runs',
    (mediaType) => {
      expect(documentName(mediaType)).toBe('document.bin');
      expect(contentTypeOf(documentName(mediaType))).toBe('application/octet-stream');
    },
  );

  it('takes no name from the prototype of its table', () => {
    for (const name of ['constructor', '__proto__', 'toString']) expect(documentName(name)).toBe('document.bin');
  });
});
