/** Formats of numbers and times for people. All are pure: times are given, never read from a clock. */
const LOCALE = 'en';
const WHOLE = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const COMPACT = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const DATE = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const DATE_OF_YEAR = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const DAY_UTC = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `12345` as `12,345`. */
export const formatCount = (count: number): string => WHOLE.format(count);

/** `12345` as `12.3K`, for axes and narrow places. */
export const formatCompact = (count: number): string => COMPACT.format(count);

/** A share of 0 to 1 as a percentage. */
export const formatPercent = (share: number): string => PERCENT.format(share);

/** `1` as `1 credit`. */
export const formatCredits = (credits: number): string => plural(credits, 'credit');

/** The noun of a count; `many` where an `s` does not make the plural. */
export const nounOf = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** A count with its noun. */
export const plural = (count: number, one: string, many?: string): string =>
  `${formatCount(count)} ${nounOf(count, one, many)}`;

/** A duration as its two largest units: `840 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`, `3 d 4 h`. */
export const formatDuration = (ms: number): string => {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  const pair = (large: number, largeUnit: string, small: number, smallUnit: string): string => {
    const rest = Math.floor((ms % large) / small);
    return `${Math.floor(ms / large)} ${largeUnit}${rest === 0 ? '' : ` ${rest} ${smallUnit}`}`;
  };
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return pair(MINUTE_MS, 'min', SECOND_MS, 's');
  if (ms < DAY_MS) return pair(HOUR_MS, 'h', MINUTE_MS, 'min');
  return pair(DAY_MS, 'd', HOUR_MS, 'h');
};

/** A size in decimal units. */
export const formatBytes = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [size, unit] = [bytes, 0];
  while (size >= 1_000 && unit < units.length - 1) [size, unit] = [size / 1_000, unit + 1];
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit] ?? ''}`;
};

const roughly = (ms: number): string => {
  const [minutes, hours] = [Math.max(1, Math.round(ms / MINUTE_MS)), Math.round(ms / HOUR_MS)];
  if (minutes < 60) return `${minutes} min`;
  return hours < 24 ? `${hours} h` : plural(Math.round(ms / DAY_MS), 'day');
};

/** How long ago a moment was, or in how long it comes: `just now`, `5 min ago`, `in 3 days`; a date beyond a month. */
export const formatRelative = (atMs: number, nowMs: number): string => {
  const ms = Math.abs(nowMs - atMs);
  if (ms < 45 * SECOND_MS) return 'just now';
  if (ms > 30 * DAY_MS) return formatDate(atMs, nowMs);
  const text = roughly(ms);
  return atMs > nowMs ? `in ${text}` : `${text} ago`;
};

/** A date in local time, without the year when it is this one's. */
export const formatDate = (atMs: number, nowMs: number): string => {
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? DATE_OF_YEAR : DATE).format(atMs);
};

/** A day of the API such as `2026-01-31`, which is one in UTC, as `Jan 31`. */
export const formatDay = (day: string): string => DAY_UTC.format(new Date(`${day}T00:00:00Z`));

/** Day and time to the minute in a time zone, with the day of the week. */
export const formatInZone = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    timeZone,
  }).format(atMs);

/** Date and time to the second, in local time. */
export const formatMoment = (atMs: number): string => MOMENT.format(atMs);
