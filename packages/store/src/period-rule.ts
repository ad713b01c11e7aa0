import { StoreError } from './store-error.js';
import type { Account, LedgerEntryKind, Period } from './port.js';

const DAY_MS = 86_400_000;

/** Most periods one account may be behind; more than this is a wrong clock, not an idle account. */
export const MAX_PERIODS_PER_ROLL = 10_000;

export interface PeriodBounds {
  readonly startMs: number;
  readonly endMs: number;
}

/** Half-open bounds of an account's period; the first begins with the account. */
export const periodBounds = (createdAtMs: number, periodDays: number, index: number): PeriodBounds => {
  const lengthMs = periodDays * DAY_MS;
  return { startMs: createdAtMs + index * lengthMs, endMs: createdAtMs + (index + 1) * lengthMs };
};

/** The period that contains `nowMs`. Never before `fromIndex`: a clock that steps back does not reopen a period. */
export const periodIndexAt = (createdAtMs: number, periodDays: number, nowMs: number, fromIndex: number): number => {
  const index = Math.max(fromIndex, Math.floor((nowMs - createdAtMs) / (periodDays * DAY_MS)));
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

/** The periods computed from the journal alone; every period has an opening grant, of 0 credits if nothing was granted. */
export const periodsFromJournal = (
  account: Pick<Account, 'id' | 'plan' | 'createdAtMs'>,
  totals: readonly JournalTotal[],
): Period[] => {
  const sums = new Map<number, Record<LedgerEntryKind, number>>();
  for (const { periodIndex, kind, credits } of totals) {
    const sum = sums.get(periodIndex) ?? { grant: 0, hold: 0, settle: 0, release: 0, expire: 0 };
    sum[kind] += credits;
    sums.set(periodIndex, sum);
  }
  return [...sums.entries()]
    .sort(([left], [right]) => left - right)
    .map(([index, sum]) => ({
      accountId: account.id,
      index,
      ...periodBounds(account.createdAtMs, account.plan.periodDays, index),
      granted: sum.grant,
      charged: sum.settle,
      held: sum.hold - sum.settle - sum.release,
      expired: sum.expire,
      available: sum.grant - sum.hold + sum.release - sum.expire,
    }));
};
