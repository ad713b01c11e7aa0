import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeShiftJis } from './encode-shift-jis.js';

const decode = (bytes: Uint8Array): string => new TextDecoder('shift_jis', { fatal: true }).decode(bytes);

describe('encodeShiftJis', () => {
  it('writes ASCII as one byte and kana and kanji as two', () => {
    expect(encodeShiftJis('A石あ').toString('hex')).toBe('4190ce82a0');
  });

  it('is read back by the platform’s decoder', () => {
    const character = fc.constantFrom(...'abc <>&"=/0123456789あいうえおアイウエオ灯台石切場営業時間、。「」ー');
    fc.assert(
      fc.property(fc.array(character), (characters) => {
        const text = characters.join('');
        expect(decode(encodeShiftJis(text))).toBe(text);
      }),
    );
  });

  it('refuses what the charset does not have', () => {
    expect(() => encodeShiftJis('한')).toThrow('Shift_JIS has no 한');
  });
});
