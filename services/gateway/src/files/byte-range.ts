import type { ByteRange } from '@quarry/files';

export type RangeReading =
  | { readonly kind: 'whole' }
  | { readonly kind: 'unsatisfiable' }
  | { readonly kind: 'part'; readonly range: ByteRange };

const WHOLE: RangeReading = { kind: 'whole' };
const UNSATISFIABLE: RangeReading = { kind: 'unsatisfiable' };
const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** One byte range of a file. Several ranges and other units are ignored, as HTTP allows: the whole file is sent. */
export const readByteRange = (header: string | undefined, sizeBytes: number): RangeReading => {
  const [, first = '', last = ''] = SINGLE_RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return WHOLE;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? UNSATISFIABLE : { kind: 'part', range: { start: sizeBytes - length, end: sizeBytes - 1 } };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return WHOLE;
  if (start >= sizeBytes) return UNSATISFIABLE;
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return { kind: 'part', range: { start, end } };
};
