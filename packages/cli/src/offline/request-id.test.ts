import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { offlineRequestId } from './request-id.js';

describe('offlineRequestId', () => {
  it('is a valid UUID, the same for the same input', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (parts) => {
        expect(z.uuid().safeParse(offlineRequestId(parts)).success).toBe(true);
        expect(offlineRequestId(parts)).toBe(offlineRequestId([...parts]));
      }),
    );
  });

  it('tells apart where one part ends and the next begins', () => {
    expect(offlineRequestId(['ab', 'c'])).not.toBe(offlineRequestId(['a', 'bc']));
    expect(offlineRequestId([Buffer.from('a')])).toBe(offlineRequestId(['a']));
  });
});
