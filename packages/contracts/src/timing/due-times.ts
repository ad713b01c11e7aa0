import { Cron } from 'croner';

export { MAX_INTERVAL_SECONDS, MIN_INTERVAL_SECONDS, SHOWN_NEXT_RUNS } from './timing-bounds.js';

/** When a schedule runs. */
export interface Timing {
  /** Five fields, in `timeZone`. Either this or `intervalSeconds`. */
  readonly cron?: string | undefined;
  readonly intervalSeconds?: number | undefined;
  readonly timeZone: string;
  /** When the schedule was made, where intervals are counted from: run n is due n intervals later, n >= 1. */
  readonly anchorMs: number;
}

/**
 * Due times in epoch milliseconds. In a time zone that puts its clocks forward, a time of day that a date lacks is due at once
 * after the gap; one that a date has twice is due the first time, unless the expression is due every hour or more often.
 */
export interface DueTimes {
  /** The first after this time; undefined if there is none, as of February 31. */
  after(ms: number): number | undefined;
  /** The newest from `fromMs` to `toMs`, both included, oldest first, at most `limit`. */
  newest(fromMs: number, toMs: number, limit: number): readonly number[];
}

const ofCron = (expression: string, timezone: string): DueTimes => {
  const cron = new Cron(expression, { mode: '5-part', paused: true, timezone });
  return {
    after: (ms) => cron.nextRun(new Date(ms))?.getTime(),
    newest: (fromMs, toMs, limit) => {
      // Those before a time do not include it.
      const found = cron.previousRuns(limit, new Date(toMs + 1_000)).map((date) => date.getTime());
      return found.filter((ms) => ms >= fromMs && ms <= toMs).sort((a, b) => a - b);
    },
  };
};

const ofInterval = (intervalMs: number, anchorMs: number): DueTimes => {
  const countTo = (ms: number): number => Math.max(0, Math.floor((ms - anchorMs) / intervalMs));
  const at = (index: number): number => anchorMs + index * intervalMs;
  return {
    after: (ms) => at(countTo(ms) + 1),
    newest: (fromMs, toMs, limit) => {
      const last = countTo(toMs);
      const first = Math.max(1, Math.ceil((fromMs - anchorMs) / intervalMs), last - limit + 1);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => at(first + index));
    },
  };
};

export const dueTimesOf = ({ cron, intervalSeconds = 0, timeZone, anchorMs }: Timing): DueTimes =>
  cron === undefined ? ofInterval(intervalSeconds * 1_000, anchorMs) : ofCron(cron, timeZone);

/** Why this is no cron expression that is ever due; undefined if it is one. Ends the sentence "cron ...". */
export const judgeCron = (expression: string, timeZone: string, nowMs: number): string | undefined => {
  try {
    if (ofCron(expression, timeZone).after(nowMs) !== undefined) return undefined;
    return 'is never due. Write a day that the month has.';
  } catch {
    return 'must be a cron expression of five fields, such as 0 8 * * 1-5: minute, hour, day of month, month, day of week.';
  }
};

/** Due times one after the other from `firstMs`, which is one, at most `count`. */
export const comingTimes = (timing: Timing, firstMs: number | undefined, count: number): readonly number[] => {
  const times = dueTimesOf(timing);
  const found: number[] = [];
  for (let next = firstMs; next !== undefined && found.length < count; next = times.after(next)) found.push(next);
  return found;
};
