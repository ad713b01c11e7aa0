import { describe, expect, it } from '@jest/globals';
import { MAX_CAUGHT_UP_RUNS, type MissedRuns } from '@quarry/contracts';
import { MISSED_AFTER_MS } from '../bounds.js';
import type { ScheduleData } from './schedule-data.js';
import { takeDue, wakeAtMs } from './take-due.js';

const HOUR_MS = 3_600_000;
/** Due every full hour from the first on. */
const schedule = (changed: Partial<ScheduleData> = {}): ScheduleData => ({
  timing: { intervalSeconds: 3_600, timeZone: 'UTC', anchorMs: 0 },
  target: { type: 'operation', operation: 'scrape/web', text: '{}', isSealed: false },
  missedRuns: 'runOnce',
  ...{ isPaused: false, nextDueMs: HOUR_MS, waiting: [], runs: [] },
  ...changed,
});
const OPEN = { dueMs: HOUR_MS, workId: 'w', openedAtMs: HOUR_MS, isStarted: true };
const hours = (found: readonly number[]): number[] => found.map((ms) => ms / HOUR_MS);
const take = (changed: Partial<ScheduleData>, nowMs: number) => {
  const { data, missed } = takeDue(schedule(changed), nowMs);
  return { waiting: hours(data.waiting), missed: hours(missed), next: (data.nextDueMs ?? 0) / HOUR_MS };
};

describe('what is due', () => {
  it('runs in time, and nothing before', () => {
    expect(take({}, HOUR_MS - 1)).toEqual({ waiting: [], missed: [], next: 1 });
    expect(take({}, HOUR_MS)).toEqual({ waiting: [1], missed: [], next: 2 });
    expect(take({ missedRuns: 'skip' }, HOUR_MS + MISSED_AFTER_MS)).toEqual({ waiting: [1], missed: [], next: 2 });
  });

  it.each<[MissedRuns, number[], number[]]>([
    ['skip', [], [1, 2, 3]],
    ['runOnce', [3], [1, 2]],
    ['runAll', [1, 2, 3], []],
  ])('and was missed: %s', (missedRuns, waiting, missed) => {
    expect(take({ missedRuns }, 3 * HOUR_MS + MISSED_AFTER_MS + 1)).toEqual({ waiting, missed, next: 4 });
  });

  it.each<[MissedRuns, number[], number[]]>([
    ['skip', [3], [1, 2]],
    ['runOnce', [3], [1, 2]],
    ['runAll', [1, 2, 3], []],
  ])('and was missed, but for the last: %s', (missedRuns, waiting, missed) => {
    expect(take({ missedRuns }, 3 * HOUR_MS)).toEqual({ waiting, missed, next: 4 });
  });

  it(`runs ${MAX_CAUGHT_UP_RUNS} times at most, the newest`, () => {
    const { waiting, next } = take({ missedRuns: 'runAll' }, 1_000 * HOUR_MS + HOUR_MS / 2);
    expect(waiting).toEqual(Array.from({ length: MAX_CAUGHT_UP_RUNS }, (_, index) => 991 + index));
    expect(next).toBe(1_001);
    const more = take({ missedRuns: 'runAll', waiting: [HOUR_MS], nextDueMs: 2 * HOUR_MS }, 11 * HOUR_MS);
    expect(more).toMatchObject({ waiting: Array.from({ length: 10 }, (_, index) => 2 + index), missed: [1] });
  });

  it.each<[MissedRuns, number[], number[]]>([
    ['skip', [], [2]],
    ['runOnce', [], [2]],
    ['runAll', [2], []],
  ])('while a run before it has not ended: %s', (missedRuns, waiting, missed) => {
    expect(take({ missedRuns, open: OPEN, nextDueMs: 2 * HOUR_MS }, 2 * HOUR_MS)).toMatchObject({ waiting, missed });
  });

  it('and was missed after a run that the service died in runs once', () => {
    const died = { open: OPEN, nextDueMs: 2 * HOUR_MS };
    expect(take(died, 4 * HOUR_MS + MISSED_AFTER_MS + 1)).toEqual({ waiting: [4], missed: [2, 3], next: 5 });
  });

  it('runs at the time that was promised, though the rules of its zone have changed since', () => {
    expect(take({ nextDueMs: 1.5 * HOUR_MS }, 1.5 * HOUR_MS)).toEqual({ waiting: [1.5], missed: [], next: 2 });
  });

  it('does not run while it is paused, or when there is no next time', () => {
    expect(take({ isPaused: true }, 9 * HOUR_MS)).toMatchObject({ waiting: [], missed: [] });
    expect(take({ nextDueMs: undefined }, 9 * HOUR_MS)).toMatchObject({ waiting: [], missed: [] });
  });
});

describe('wakeAtMs', () => {
  it.each<[string, Partial<ScheduleData>, number | undefined]>([
    ['at the next due time', {}, HOUR_MS],
    ['at once when a run waits', { waiting: [1] }, 50],
    ['when an open run is looked at', { open: OPEN }, 57],
    ['when it is due before that', { open: OPEN, nextDueMs: 53 }, 53],
    ['for an open run of a paused one', { open: OPEN, isPaused: true, nextDueMs: 53 }, 57],
    ['never while it is paused', { isPaused: true }, undefined],
    ['never after its last time', { nextDueMs: undefined }, undefined],
  ])('%s', (_, changed, expected) => {
    expect(wakeAtMs(schedule(changed), 50, 7)).toBe(expected);
  });
});
