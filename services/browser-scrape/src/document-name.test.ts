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
    ['image/jpeg', 'document.jpeg'],
    ['image/png', 'document.png'],
    ['image/webp', 'document.webp'],
  ])('%s: %s', (mediaType, name) => {
    expect(documentName(mediaType)).toBe(name);
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
