import { describe, expect, it } from '@jest/globals';
import { isMostlyBroken, LOOKED_AT_CHARS } from './broken-text.js';

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const isBroken = (text: string, bytes = bytesOf('')): boolean => isMostlyBroken(text, bytes);

describe('isMostlyBroken', () => {
  it('compares lost characters with those outside of ASCII that were kept', () => {
    expect(isBroken('plain')).toBe(false);
    expect(isBroken('a \ufffd b')).toBe(true);
    expect(isBroken('é \ufffd b')).toBe(false);
    expect(isBroken('é \ufffd \ufffd b')).toBe(true);
  });

  it('does not count the last character, which may be cut off', () => {
    expect(isBroken('a \ufffd')).toBe(false);
    expect(isBroken('a \ufffd \ufffd')).toBe(true);
  });

  it('does not count what the document had lost before', () => {
    const own = bytesOf('\xef\xbf\xbd \xe9 x');
    expect(isBroken('\ufffd \ufffd x', own)).toBe(false);
    expect(isBroken('\ufffd \ufffd x', bytesOf('\xe9 \xe9 x'))).toBe(true);
    expect(isBroken('\ufffd \ufffd x', bytesOf('\xef\xbf\xbe \xef x'))).toBe(true);
  });

  it('looks at a part of a long text', () => {
    const padding = 'a'.repeat(LOOKED_AT_CHARS);
    expect(isBroken(`${padding}\ufffd b`)).toBe(false);
    expect(isBroken(`\ufffd b${padding}`)).toBe(true);
  });
});
