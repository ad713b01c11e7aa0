import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  BROWSER_SHARE,
  CONVERT_SHARE,
  MAX_AUTOMATIC_CONTEXTS,
  MAX_AUTOMATIC_SLOTS,
  MAX_BROWSER_BYTES,
  MAX_CONVERT_HEAP_MB,
  MIN_CONVERT_HEAP_MB,
  PAUSE_SHARE,
  planMemory,
  RESUME_SHARE,
} from './memory-plan.js';

const MIB = 1_048_576;
const GIB = 1024 * MIB;

describe('planMemory', () => {
  it('gives everything its bound where there is plenty', () => {
    expect(planMemory({ limitBytes: 32 * GIB, convertThreads: 3 })).toEqual({
      slots: MAX_AUTOMATIC_SLOTS,
      contexts: MAX_AUTOMATIC_CONTEXTS,
      browserBytes: MAX_BROWSER_BYTES,
      convertHeapMb: MAX_CONVERT_HEAP_MB,
      pauseBytes: Math.floor(32 * GIB * PAUSE_SHARE),
      resumeBytes: Math.floor(32 * GIB * RESUME_SHARE),
    });
  });

  it('divides a container of 1 GiB', () => {
    expect(planMemory({ limitBytes: GIB, convertThreads: 1 })).toEqual({
      slots: 8,
      contexts: 1,
      browserBytes: Math.floor(GIB * BROWSER_SHARE),
      convertHeapMb: Math.floor(1024 * CONVERT_SHARE),
      pauseBytes: Math.floor(GIB * PAUSE_SHARE),
      resumeBytes: Math.floor(GIB * RESUME_SHARE),
    });
  });

  it('still runs one of each where there is next to nothing', () => {
    const plan = planMemory({ limitBytes: 64 * MIB, convertThreads: 4 });
    expect(plan).toMatchObject({ slots: 1, contexts: 1, convertHeapMb: MIN_CONVERT_HEAP_MB });
  });

  it('leaves the word to the operator', () => {
    const plan = planMemory({ limitBytes: 64 * MIB, convertThreads: 4, slots: 100, contexts: 64 });
    expect(plan).toMatchObject({ slots: 100, contexts: 64 });
  });

  it('grows with the limit, and new jobs resume below where they pause', () => {
    const limit = fc.integer({ min: 1, max: 256 * GIB });
    fc.assert(
      fc.property(limit, limit, fc.integer({ min: 1, max: 64 }), (one, other, convertThreads) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((limitBytes) =>
          planMemory({ limitBytes, convertThreads }),
        );
        for (const key of ['slots', 'contexts', 'browserBytes', 'convertHeapMb', 'pauseBytes'] as const) {
          expect(more?.[key]).toBeGreaterThanOrEqual(less?.[key] ?? Number.NaN);
        }
        expect(less?.slots).toBeGreaterThanOrEqual(1);
        expect(less?.contexts).toBeGreaterThanOrEqual(1);
        expect(less?.resumeBytes).toBeLessThanOrEqual(less?.pauseBytes ?? Number.NaN);
        expect(more?.pauseBytes).toBeLessThanOrEqual(Math.max(one, other));
      }),
    );
  });
});
