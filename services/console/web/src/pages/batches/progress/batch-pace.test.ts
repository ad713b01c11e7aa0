import { describe, expect, it } from '@jest/globals';
import { formatPace, paceOf, withSample, type PaceSample } from './batch-pace.js';

const sample = (seconds: number, ended: number): PaceSample => ({ atMs: seconds * 1_000, ended });

describe('the pace of a batch', () => {
  it('is that of the last minute', () => {
    let samples: readonly PaceSample[] = [];
    for (let second = 0; second <= 120; second += 2)
      samples = withSample(samples, sample(second, second < 60 ? 0 : (second - 60) * 5));
    expect(paceOf(samples, 100)).toEqual({ perSecond: 5, leftMs: 20_000 });
    expect(samples.length).toBeLessThanOrEqual(60);
  });

  it('is not known at first, and has no end while nothing ends', () => {
    expect(paceOf([], 5)).toBeUndefined();
    expect(paceOf([sample(1, 0)], 5)).toBeUndefined();
    expect(paceOf([sample(1, 3), sample(3, 3)], 5)).toEqual({ perSecond: 0, leftMs: undefined });
  });

  it('passes over samples of the same moment', () => {
    const once = withSample([], sample(1, 0));
    expect(withSample(once, { atMs: 1_200, ended: 9 })).toBe(once);
  });

  it.each([
    [312.4, '312/s'],
    [4.24, '4.2/s'],
    [0.3, '18/min'],
    [0, '0/min'],
  ])('%d is %s', (perSecond, text) => {
    expect(formatPace(perSecond)).toBe(text);
  });
});
