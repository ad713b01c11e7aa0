import { MAX_CAUGHT_UP_RUNS } from '@quarry/contracts';
import { MISSED_AFTER_MS } from '../bounds.js';
import { dueTimesOf } from '@quarry/contracts/due-times';
import type { ScheduleData } from './schedule-data.js';

export interface TakenDue {
  readonly data: ScheduleData;
  /** Due times of which nothing will run, as they were missed; a bounded number of the newest. */
  readonly missed: readonly number[];
}

/** Which of the due times run, by the schedule's policy. What is due in time while another run waits or runs is missed, too. */
const chooseRuns = (
  { missedRuns, waiting, open }: ScheduleData,
  due: readonly number[],
  nowMs: number,
): readonly number[] => {
  if (missedRuns === 'runAll') return due;
  const isBusy = open !== undefined || waiting.length > 0;
  const late = due.filter((ms) => nowMs - ms > MISSED_AFTER_MS);
  const inTime = isBusy ? [] : due.slice(late.length);
  const isCaughtUp = missedRuns === 'skip' || waiting.length > 0 || inTime.length > 0;
  return isCaughtUp ? inTime : late.slice(-1);
};

/**
 * Moves what is due by now to the waiting runs. Of one schedule at most `MAX_CAUGHT_UP_RUNS` wait, the newest; the rest counts as
 * missed.
 */
export const takeDue = (data: ScheduleData, nowMs: number): TakenDue => {
  const { nextDueMs, isPaused, waiting } = data;
  if (isPaused || nextDueMs === undefined || nextDueMs > nowMs) return { data, missed: [] };
  const times = dueTimesOf(data.timing);
  const found = times.newest(nextDueMs, nowMs, MAX_CAUGHT_UP_RUNS);
  // Rules of a time zone may have changed since the time was computed: it was promised.
  const due = found.length > 0 ? found : [nextDueMs];
  const all = [...waiting, ...chooseRuns(data, due, nowMs)];
  const kept = all.slice(-MAX_CAUGHT_UP_RUNS);
  const missed = [...waiting, ...due].filter((ms) => !kept.includes(ms));
  return { data: { ...data, waiting: kept, nextDueMs: times.after(nowMs) }, missed };
};

/** When the schedule has to be looked at again; undefined: not before it is resumed. */
export const wakeAtMs = (data: ScheduleData, nowMs: number, lookAgainMs: number): number | undefined => {
  if (data.open !== undefined)
    return Math.min(nowMs + lookAgainMs, data.isPaused ? Infinity : (data.nextDueMs ?? Infinity));
  if (data.isPaused) return undefined;
  return data.waiting.length > 0 ? nowMs : data.nextDueMs;
};
