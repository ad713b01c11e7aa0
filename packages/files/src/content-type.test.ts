import { describe, expect, it } from '@jest/globals';
import { contentTypeOf } from './content-type.js';

describe('contentTypeOf', () => {
  it.each([
    ['result.json', 'application/json; charset=utf-8'],
    ['items.ndjson', 'application/x-ndjson; charset=utf-8'],
    ['page.html', 'text/html; charset=utf-8'],
    ['PAGE.HTML', 'text/html; charset=utf-8'],
    ['page.md', 'text/markdown; charset=utf-8'],
    ['page.txt', 'text/plain; charset=utf-8'],
    ['items.csv', 'text/csv; charset=utf-8'],
    ['shot.jpeg', 'image/jpeg'],
    ['shot.png', 'image/png'],
    ['shot.webp', 'image/webp'],
    ['page.pdf', 'application/pdf'],
    ['page.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['page.epub', 'application/epub+zip'],
    ['page.docm', 'application/octet-stream'],
    ['thumbs.bin', 'application/octet-stream'],
    ['page.html.bin', 'application/octet-stream'],
    ['page.svg', 'application/octet-stream'],
    ['json', 'application/octet-stream'],
    ['a.constructor', 'application/octet-stream'],
    ['a.__proto__', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('%s is %s', (name, type) => {
    expect(contentTypeOf(name)).toBe(type);
  });
});
