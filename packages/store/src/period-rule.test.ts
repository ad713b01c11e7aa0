import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_PERIODS_PER_ROLL, periodBounds, periodIndexAt, periodsFromJournal } from './period-rule.js';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 1, 28, 23, 59, 59, 999);

describe('periods', () => {
  it('are half-open, of equal length and without gaps, whatever the calendar does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat({ max: 500 }), (periodDays, index) => {
        const { startMs, endMs } = periodBounds(START_MS, periodDays, index);
        expect(endMs - startMs).toBe(periodDays * DAY_MS);
        expect(periodBounds(START_MS, periodDays, index + 1).startMs).toBe(endMs);
        expect(periodIndexAt(START_MS, periodDays, startMs, 0)).toBe(index);
        expect(periodIndexAt(START_MS, periodDays, endMs - 1, 0)).toBe(index);
        expect(periodIndexAt(START_MS, periodDays, endMs, 0)).toBe(index + 1);
      }),
    );
  });

  it('never go back', () => {
    expect(periodIndexAt(START_MS, 30, START_MS, 4)).toBe(4);
    expect(periodIndexAt(START_MS, 30, START_MS - DAY_MS, 0)).toBe(0);
  });

  it('roll up to the bound and refuse a clock that is further ahead', () => {
    const atBound = START_MS + MAX_PERIODS_PER_ROLL * DAY_MS;
    expect(periodIndexAt(START_MS, 1, atBound, 0)).toBe(MAX_PERIODS_PER_ROLL);
    expect(() => periodIndexAt(START_MS, 1, atBound + DAY_MS, 0)).toThrow('check it');
    expect(periodIndexAt(START_MS, 1, atBound + DAY_MS, 1)).toBe(MAX_PERIODS_PER_ROLL + 1);
  });

  it('follow from the journal alone', () => {
    const plan = { creditsPerPeriod: 100, periodDays: 7, renew: true };
    const periods = periodsFromJournal({ id: 'acme', plan, createdAtMs: START_MS }, [
      { periodIndex: 1, kind: 'grant', credits: 100 },
      { periodIndex: 0, kind: 'grant', credits: 120 },
      { periodIndex: 0, kind: 'hold', credits: 50 },
      { periodIndex: 0, kind: 'settle', credits: 20 },
      { periodIndex: 0, kind: 'release', credits: 25 },
      { periodIndex: 0, kind: 'expire', credits: 95 },
    ]);
    expect(periods).toEqual([
      { ...amounts(120, 20, 5, 95, 0), accountId: 'acme', index: 0, startMs: START_MS, endMs: START_MS + 7 * DAY_MS },
      {
        ...amounts(100, 0, 0, 0, 100),
        accountId: 'acme',
        index: 1,
        startMs: START_MS + 7 * DAY_MS,
        endMs: START_MS + 14 * DAY_MS,
      },
    ]);
  });
});

const amounts = (granted: number, charged: number, held: number, expired: number, available: number) => ({
  granted,
  charged,
  held,
  expired,
  available,
});
