import { describe, expect, it } from '@jest/globals';
import { excessOf, MAX_RENDERER_CPU_MS, RENDERER_CPU_SHARE } from './renderer-bounds.js';

const BOUNDS = { maxBytes: 1_000, maxCpuMs: MAX_RENDERER_CPU_MS, cpuShare: RENDERER_CPU_SHARE };
const renderer = (taken: { ownBytes?: number; cpuMs?: number; ageMs?: number }) => ({
  pid: 1,
  ownBytes: 0,
  cpuMs: 0,
  ageMs: 0,
  ...taken,
});

describe('a renderer', () => {
  it('may have its memory and no more', () => {
    expect(excessOf(renderer({ ownBytes: 1_000 }), BOUNDS)).toBeUndefined();
    expect(excessOf(renderer({ ownBytes: 1_001 }), BOUNDS)).toBe('memory');
  });

  it.each([
    ['one loop', 1, 40_000],
    ['two loops', 2, 30_000 / 1.75],
    ['half of a processor', 0.5, 120_000],
  ])('that takes %s is ended in its time', (_name, share, endsAtMs) => {
    const at = (ageMs: number) => excessOf(renderer({ cpuMs: share * ageMs, ageMs }), BOUNDS);
    expect(at(endsAtMs - 1)).toBeUndefined();
    expect(at(endsAtMs + 1)).toBe('cpu');
  });

  it('that takes a quarter of a processor stays, however long', () => {
    expect(excessOf(renderer({ cpuMs: 75_000, ageMs: 300_000 }), BOUNDS)).toBeUndefined();
  });
});
