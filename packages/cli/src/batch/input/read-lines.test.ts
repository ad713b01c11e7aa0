import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readLines, type InputLine } from './read-lines.js';

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const linesOf = async (bytes: Uint8Array, size = 3, maxLineBytes?: number): Promise<InputLine[]> => {
  const lines: InputLine[] = [];
  for await (const line of readLines(pieces(bytes, size), maxLineBytes)) lines.push(line);
  return lines;
};

describe('readLines', () => {
  it('gives the lines of any text, whatever its pieces', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\uFEFF]/g, ''))),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 9 }),
        async (texts, separator, size) => {
          const lines = await linesOf(Buffer.from(texts.map((text) => text + separator).join('')), size);
          expect(lines).toEqual(texts.map((text, index) => ({ number: index + 1, text })));
        },
      ),
      { numRuns: 50 },
    ));

  it('takes a last line without a break, and no line after the last break', async () => {
    expect(await linesOf(Buffer.from('a\n\nb'))).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: '' },
      { number: 3, text: 'b' },
    ]);
    expect(await linesOf(Buffer.from(''))).toEqual([]);
  });

  it('drops the mark that some editors begin with, at the beginning alone', async () => {
    expect(await linesOf(Buffer.from('\uFEFFa\n\uFEFFb'))).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: '\uFEFFb' },
    ]);
  });

  it('tells a line that is too long or no UTF-8, and goes on after it', async () => {
    const bytes = Buffer.concat([Buffer.from('12345\n123456\n'), Buffer.from([0xff, 0x0a]), Buffer.from('ok')]);
    expect(await linesOf(bytes, 4, 5)).toEqual([
      { number: 1, text: '12345' },
      { number: 2, problem: 'is longer than 5 bytes' },
      { number: 3, problem: 'is not UTF-8' },
      { number: 4, text: 'ok' },
    ]);
  });
});
