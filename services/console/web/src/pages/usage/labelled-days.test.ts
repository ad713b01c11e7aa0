import { describe, expect, it } from '@jest/globals';
import { labelledDays } from './labelled-days.js';

describe('labelledDays', () => {
  it('names every day where there is place', () => {
    expect(labelledDays(7, 900)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it.each([
    [30, 900],
    [90, 320],
    [30, 0],
    [1, 10],
  ])('of %d days in %d px: the last one, evenly before it, in order', (count, width) => {
    const days = labelledDays(count, width);
    expect(days.at(-1)).toBe(count - 1);
    expect(days[0]).toBeGreaterThanOrEqual(0);
    const steps = new Set(days.slice(1).map((day, index) => day - (days[index] ?? 0)));
    expect(steps.size).toBeLessThanOrEqual(1);
    expect((days.length - 1) * 68).toBeLessThanOrEqual(Math.max(width, 68));
  });
});
