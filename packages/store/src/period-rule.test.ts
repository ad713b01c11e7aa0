import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  MAX_PERIODS_PER_ROLL,
  periodAfter,
  periodIndexAt,
  periodsFromJournal,
  type JournalTotal,
} from './period-rule.js';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 1, 28, 23, 59, 59, 999);
/** Before the first period. */
const NEW = { index: -1, endMs: START_MS };

describe('periods', () => {
  it('are half-open and without gaps, whatever the calendar does and however their length was changed', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(lengths, fc.nat({ max: 500 }), (days, later) => {
        let last = { index: -1, endMs: START_MS };
        for (const periodDays of days) {
          const { startMs, endMs } = periodAfter(last.endMs, periodDays);
          expect([startMs, endMs - startMs]).toEqual([last.endMs, periodDays * DAY_MS]);
          expect(periodIndexAt(last, periodDays, startMs)).toBe(last.index + 1);
          expect(periodIndexAt(last, periodDays, endMs - 1)).toBe(last.index + 1);
          expect(periodIndexAt(last, periodDays, endMs)).toBe(last.index + 2);
          expect(periodIndexAt(last, periodDays, startMs + later * periodDays * DAY_MS)).toBe(last.index + 1 + later);
          last = { index: last.index + 1, endMs };
        }
      }),
    );
  });

  it('never go back', () => {
    expect(periodIndexAt({ index: 4, endMs: START_MS + DAY_MS }, 30, START_MS)).toBe(4);
    expect(periodIndexAt(NEW, 30, START_MS - 90 * DAY_MS)).toBe(0);
  });

  it('roll up to the bound and refuse a clock that is further ahead', () => {
    const atBound = START_MS + MAX_PERIODS_PER_ROLL * DAY_MS;
    expect(periodIndexAt(NEW, 1, atBound)).toBe(MAX_PERIODS_PER_ROLL);
    expect(() => periodIndexAt(NEW, 1, atBound + DAY_MS)).toThrow('check it');
    const second = { index: 1, endMs: START_MS + 2 * DAY_MS };
    expect(periodIndexAt(second, 1, atBound + DAY_MS)).toBe(MAX_PERIODS_PER_ROLL + 1);
  });

  it('have the credits that follow from the journal alone', () => {
    const totals: JournalTotal[] = [
      { periodIndex: 1, kind: 'grant', credits: 100 },
      { periodIndex: 0, kind: 'grant', credits: 120 },
      { periodIndex: 0, kind: 'hold', credits: 50 },
      { periodIndex: 0, kind: 'settle', credits: 20 },
      { periodIndex: 0, kind: 'release', credits: 25 },
      { periodIndex: 0, kind: 'expire', credits: 95 },
    ];
    const written = [
      { index: 0, ...periodAfter(START_MS, 7) },
      { index: 1, ...periodAfter(START_MS + 7 * DAY_MS, 7) },
    ];
    expect(periodsFromJournal('acme', totals, written)).toEqual([
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
