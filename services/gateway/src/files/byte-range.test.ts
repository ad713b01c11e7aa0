import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readByteRange } from './byte-range.js';

const part = (start: number, end: number) => ({ kind: 'part', range: { start, end } });

describe('readByteRange', () => {
  it.each([
    ['bytes=0-4', part(0, 4)],
    ['bytes=5-', part(5, 9)],
    ['bytes=-3', part(7, 9)],
    ['bytes=-99', part(0, 9)],
    ['bytes=8-99', part(8, 9)],
    ['bytes=9-9', part(9, 9)],
    ['bytes=10-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=4-2', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['bytes=0-1,3-4', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    ['bytes=a-b', { kind: 'whole' }],
    [undefined, { kind: 'whole' }],
  ])('reads %s of ten bytes', (header, expected) => {
    expect(readByteRange(header, 10)).toEqual(expected);
  });

  it('has no range in an empty file', () => {
    expect(readByteRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
    expect(readByteRange('bytes=-1', 0)).toEqual({ kind: 'unsatisfiable' });
  });

  it('never leaves the file, whatever the numbers', () => {
    const number = fc.option(fc.nat(40), { nil: undefined });
    fc.assert(
      fc.property(number, number, fc.nat(30), (first, last, sizeBytes) => {
        const reading = readByteRange(`bytes=${first ?? ''}-${last ?? ''}`, sizeBytes);
        if (reading.kind !== 'part') return;
        const { start, end } = reading.range;
        expect(0 <= start && start <= end && end < sizeBytes).toBe(true);
      }),
    );
  });
});
