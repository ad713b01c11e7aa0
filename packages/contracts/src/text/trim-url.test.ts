import { describe, expect, it } from '@jest/globals';
import { trimUrl } from './trim-url.js';

describe('trimUrl', () => {
  it.each([
    [' https://a.example/b ', 'https://a.example/b'],
    ['\t\r\n\u0000\u001f https://a.example/\u0000 \n', 'https://a.example/'],
    ['ht\ntps://a.exa\tmple/b\r\nc', 'https://a.example/bc'],
    ['https://a.example/b c', 'https://a.example/b c'],
    ['\u00a0https://a.example/\u2028', '\u00a0https://a.example/\u2028'],
    ['https://a.example/\u0001b', 'https://a.example/\u0001b'],
    [' \n\t ', ''],
    ['', ''],
  ])('makes %j to %j', (sent, trimmed) => {
    expect(trimUrl(sent)).toBe(trimmed);
    expect(trimUrl(trimmed)).toBe(trimmed);
    // It is the same URL to a browser.
    expect(URL.parse(trimmed)?.href).toBe(URL.parse(sent)?.href);
  });
});
