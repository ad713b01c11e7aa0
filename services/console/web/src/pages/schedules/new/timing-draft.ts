import {
  comingTimes,
  dueTimesOf,
  judgeCron,
  MAX_INTERVAL_SECONDS,
  MIN_INTERVAL_SECONDS,
  SHOWN_NEXT_RUNS,
} from '@quarry/contracts/due-times';

export const UNITS = { minutes: 60, hours: 3_600, days: 86_400 } as const;
export type Unit = keyof typeof UNITS;

/** What the form of a schedule's timing holds. */
export interface TimingDraft {
  readonly kind: 'cron' | 'interval';
  readonly cron: string;
  /** Number of units between two runs, as typed. */
  readonly every: string;
  readonly unit: Unit;
  readonly timeZone: string;
}

/** What the API takes of it. */
export type Timing =
  | { readonly cron: string; readonly timeZone: string }
  | { readonly intervalSeconds: number; readonly timeZone: string };

export type ReadTiming = { readonly timing: Timing; readonly nextMs: readonly number[] } | { readonly fault: string };

const INTERVAL_FAULT = 'Must be an integer, from one minute to one year.';

const readInterval = ({ every, unit, timeZone }: TimingDraft, nowMs: number): ReadTiming => {
  const intervalSeconds = /^\d{1,9}$/.test(every.trim()) ? Number(every) * UNITS[unit] : 0;
  if (intervalSeconds < MIN_INTERVAL_SECONDS || intervalSeconds > MAX_INTERVAL_SECONDS)
    return { fault: INTERVAL_FAULT };
  const firstMs = nowMs + intervalSeconds * 1_000;
  const nextMs = comingTimes({ intervalSeconds, timeZone, anchorMs: nowMs }, firstMs, SHOWN_NEXT_RUNS);
  return { timing: { intervalSeconds, timeZone }, nextMs };
};

/** When a schedule will run, or what is wrong with what was typed. An interval is counted from `nowMs`. */
export const readTiming = (draft: TimingDraft, nowMs: number): ReadTiming => {
  if (draft.kind === 'interval') return readInterval(draft, nowMs);
  const { timeZone } = draft;
  const cron = draft.cron.trim();
  const unfit = judgeCron(cron, timeZone, nowMs);
  if (unfit !== undefined) return { fault: `This ${unfit}` };
  const timing = { cron, timeZone, anchorMs: nowMs };
  return { timing: { cron, timeZone }, nextMs: comingTimes(timing, dueTimesOf(timing).after(nowMs), SHOWN_NEXT_RUNS) };
};

/** Expressions to begin with. */
export const CRONS: readonly { readonly cron: string; readonly label: string }[] = [
  { cron: '0 * * * *', label: 'Every hour' },
  { cron: '0 8 * * *', label: 'Every day at 8:00' },
  { cron: '0 8 * * 1-5', label: 'On weekdays at 8:00' },
  { cron: '0 8 * * 1', label: 'On Mondays at 8:00' },
  { cron: '0 8 1 * *', label: 'On the first of the month at 8:00' },
];

/** The time zones that the browser knows, and the names that it leaves out. */
export const timeZones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
