import { MAX_MISSING_PAGES, type Clock, type FieldMissing, type ReadingHealthStore } from '@quarry/store';
import { dayOf } from '../utc-day.js';
import { READ_DAYS, reportOf, type ReadingReport } from './reading-report.js';

const DAY_MS = 86_400_000;
/** Workers write their counts every 30 s; reading them more often shows nothing new. */
const FRESH_MS = 10_000;

export interface ReadingHealth {
  /** At most `FRESH_MS` old; callers at the same time share one reading of the store. */
  report(): Promise<ReadingReport>;
  /** The last pages of today and yesterday without a field, by field, newest first. */
  missing(operation: string): Promise<FieldMissing[]>;
}

export const createReadingHealth = (
  store: Pick<ReadingHealthStore, 'list' | 'missing'>,
  clock: Clock,
): ReadingHealth => {
  let last: { readonly atMs: number; readonly report: Promise<ReadingReport> } | undefined;
  const read = async (nowMs: number): Promise<ReadingReport> => {
    const range = { fromDay: dayOf(nowMs - (READ_DAYS - 1) * DAY_MS), toDay: dayOf(nowMs) };
    return reportOf(await store.list(range), nowMs);
  };
  return {
    report: () => {
      const nowMs = clock();
      if (last !== undefined && nowMs - last.atMs < FRESH_MS) return last.report;
      const report = read(nowMs);
      const own = { atMs: nowMs, report };
      last = own;
      // A reading that failed is not shown again.
      report.catch(() => {
        if (last === own) last = undefined;
      });
      return report;
    },
    missing: async (operation) => {
      const days = [clock(), clock() - DAY_MS].map(dayOf);
      const found = await Promise.all(days.map((day) => store.missing(day, operation)));
      const byField = Map.groupBy(found.flat(), ({ field }) => field);
      return [...byField].map(([field, ofDays]) => ({
        field,
        missing: ofDays.flatMap(({ missing }) => missing.toReversed()).slice(0, MAX_MISSING_PAGES),
      }));
    },
  };
};
