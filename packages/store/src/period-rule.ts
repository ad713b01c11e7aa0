import { StoreError } from './store-error.js';
import type { LedgerEntryKind, Period } from './port.js';

const DAY_MS = 86_400_000;

/** Most periods one account may be behind; more than this is a wrong clock, not an idle account. */
export const MAX_PERIODS_PER_ROLL = 10_000;

export interface PeriodBounds {
  readonly startMs: number;
  readonly endMs: number;
}

/** The last period that an account has; of a new one index -1, which ended when the account was made. */
export interface LastPeriod {
  readonly index: number;
  readonly endMs: number;
}

/** Half-open bounds of a period, which begins where the one before it has ended. */
export const periodAfter = (endMs: number, periodDays: number): PeriodBounds => ({
  startMs: endMs,
  endMs: endMs + periodDays * DAY_MS,
});

/**
 * The period that contains `nowMs`, when all after the last one have that length. Never before the last one: a clock that steps
 * back does not reopen a period.
 */
export const periodIndexAt = (last: LastPeriod, periodDays: number, nowMs: number): number => {
  const fromIndex = Math.max(last.index, 0);
  const index = Math.max(fromIndex, last.index + 1 + Math.floor((nowMs - last.endMs) / (periodDays * DAY_MS)));
  if (index - fromIndex > MAX_PERIODS_PER_ROLL) {
    throw new StoreError('engine_failed', `The clock is ${index - fromIndex} periods ahead of the account; check it.`);
  }
  return index;
};

/** Sum of one kind of journal entries in one period. */
export interface JournalTotal {
  readonly periodIndex: number;
  readonly kind: LedgerEntryKind;
  readonly credits: number;
}

/** Of a period that the journal has and that is not written. */
const NO_BOUNDS: PeriodBounds = { startMs: 0, endMs: 0 };

/**
 * The credits of periods computed from the journal alone; every period has an opening grant, of 0 credits if nothing was granted.
 * Their bounds, which the journal does not have, are those that were written.
 */
export const periodsFromJournal = (
  accountId: string,
  totals: readonly JournalTotal[],
  written: readonly (PeriodBounds & Pick<Period, 'index'>)[],
): Period[] => {
  const bounds = new Map(written.map(({ index, startMs, endMs }) => [index, { startMs, endMs }]));
  const sums = new Map<number, Record<LedgerEntryKind, number>>();
  for (const { periodIndex, kind, credits } of totals) {
    const sum = sums.get(periodIndex) ?? { grant: 0, hold: 0, settle: 0, release: 0, expire: 0 };
    sum[kind] += credits;
    sums.set(periodIndex, sum);
  }
  return [...sums.entries()]
    .sort(([left], [right]) => left - right)
    .map(([index, sum]) => ({
      accountId,
      index,
      ...(bounds.get(index) ?? NO_BOUNDS),
      granted: sum.grant,
      charged: sum.settle,
      held: sum.hold - sum.settle - sum.release,
      expired: sum.expire,
      available: sum.grant - sum.hold + sum.release - sum.expire,
    }));
};
