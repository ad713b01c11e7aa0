import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonText } from './json-text.js';

const written = (text: string): string => Buffer.from(jsonText(Buffer.from(text))).toString('utf8');

describe('a text as JSON from its bytes', () => {
  it('is what JSON.stringify makes of each character', () => {
    const text = `${Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).join('')}\u2028\ufeff\u{1f600}`;
    expect(written(text)).toBe(JSON.stringify(text));
    expect(written('')).toBe('""');
  });

  it('is that of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(written(text)).toBe(JSON.stringify(text));
      }),
    );
  });
});
