import type { UsageReport } from '../../api/usage.js';
import { formatCount, plural } from '../../format/format.js';

export interface ForecastWords {
  readonly value: string;
  readonly hint: string;
  readonly tone?: 'warning' | 'danger';
}

const DAY_MS = 86_400_000;
/** An end so near needs to be acted on. */
const SOON_DAYS = 3;

/** What becomes of the credits at the rate of the last days. */
export const forecastWords = (
  { forecast, period }: Pick<UsageReport, 'forecast' | 'period'>,
  nowMs: number,
): ForecastWords => {
  const { daysLeft, creditsAtPeriodEnd } = forecast;
  if (daysLeft === null) return { value: '–', hint: 'unused for a week' };
  const daysToEnd = Math.max(0, Date.parse(period.end) - nowMs) / DAY_MS;
  if (daysLeft >= daysToEnd) {
    return { value: formatCount(creditsAtPeriodEnd), hint: 'left at the period’s end' };
  }
  return {
    value: daysLeft === 0 ? 'Today' : `In ${plural(daysLeft, 'day')}`,
    hint: 'the credits run out',
    tone: daysLeft <= SOON_DAYS ? 'danger' : 'warning',
  };
};
