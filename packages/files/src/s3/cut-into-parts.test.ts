import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FileTooLargeError } from '../file-key.js';
import { cutIntoParts, PART_BYTES } from './cut-into-parts.js';

const lengthsOf = async (body: Uint8Array | string | Readable, maxBytes = 10 * PART_BYTES): Promise<number[]> => {
  const lengths: number[] = [];
  for await (const part of cutIntoParts(body, maxBytes)) lengths.push(part.byteLength);
  return lengths;
};

describe('cutIntoParts', () => {
  it.each([
    [0, []],
    [1, [1]],
    [PART_BYTES, [PART_BYTES]],
    [2 * PART_BYTES + 3, [PART_BYTES, PART_BYTES, 3]],
  ])('cuts %i bytes', async (sizeBytes, expected) => {
    const body = Buffer.alloc(sizeBytes);
    expect(await lengthsOf(body)).toEqual(expected);
    expect(await lengthsOf(Readable.from(sizeBytes === 0 ? [] : [body]))).toEqual(expected);
  });

  it('keeps every byte in its order, whatever the pieces', async () => {
    const sizes = fc.array(fc.nat(3 * 1_048_576), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sizes, async (sizeList) => {
        const pieces = sizeList.map((sizeBytes, index) => Buffer.alloc(sizeBytes, index + 1));
        const parts: Buffer[] = [];
        for await (const part of cutIntoParts(Readable.from(pieces), 100_000_000)) parts.push(part);
        expect(Buffer.concat(parts).equals(Buffer.concat(pieces))).toBe(true);
        expect(parts.slice(0, -1).every((part) => part.byteLength === PART_BYTES)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('holds no more than a part of a stream of many tiny pieces', async () => {
    const piece = Buffer.from('x');
    const tiny = Readable.from(
      (function* () {
        for (let count = 0; count < 300_000; count += 1) yield piece;
      })(),
    );
    expect(await lengthsOf(tiny)).toEqual([300_000]);
  });

  it('does not hand out a room twice', async () => {
    const parts = cutIntoParts(Readable.from([Buffer.alloc(PART_BYTES, 1), Buffer.alloc(9, 2)]), 10 * PART_BYTES);
    const rooms: Buffer[] = [];
    for await (const part of parts) rooms.push(part);
    expect([rooms[0]?.at(0), rooms[0]?.at(-1), rooms[1]?.at(0)]).toEqual([1, 1, 2]);
  });

  it.each([
    ['bytes', Buffer.alloc(11)],
    ['text', 'ü'.repeat(6)],
    ['a stream', Readable.from(['123456', '78901'])],
  ])('refuses %s past the bound', async (_kind, body) => {
    await expect(lengthsOf(body, 10)).rejects.toBeInstanceOf(FileTooLargeError);
  });
});
