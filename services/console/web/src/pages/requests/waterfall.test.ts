import { describe, expect, it } from '@jest/globals';
import { waterfallOf } from './waterfall.js';

describe('waterfallOf', () => {
  it('puts the stages one after another, and what is left at the end', () => {
    expect(waterfallOf({ queueMs: 10, fetchMs: 100, readMs: 20, totalMs: 150 })).toEqual({
      stages: [
        { name: 'queue', fromMs: 0, durationMs: 10 },
        { name: 'fetch', fromMs: 10, durationMs: 100 },
        { name: 'read', fromMs: 110, durationMs: 20 },
        { name: 'other', fromMs: 130, durationMs: 20 },
      ],
      totalMs: 150,
      ticks: [0, 50, 100, 150],
    });
  });

  it('is as long as its stages where the total is less or not known', () => {
    expect(waterfallOf({ queueMs: 0, fetchMs: 7, totalMs: 5 })).toMatchObject({ totalMs: 7, stages: [{}, {}] });
    expect(waterfallOf({ queueMs: 40 })).toMatchObject({ totalMs: 40, stages: [{ name: 'queue' }] });
    expect(waterfallOf({})).toBeUndefined();
    expect(waterfallOf({ totalMs: 50 })).toBeUndefined();
  });

  it.each([1, 3, 99, 101, 12_345, 300_000])('has a few round ticks for %i ms', (totalMs) => {
    const { ticks = [] } = waterfallOf({ queueMs: totalMs }) ?? {};
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(7);
    expect(ticks[0]).toBe(0);
    for (const tick of ticks) expect([Number.isInteger(tick), tick <= totalMs]).toEqual([true, true]);
  });
});
