import { csvCell } from '@quarry/contracts';
import type { ApiKey, KeySpendingRow, Period, SpendingRow } from '@quarry/store';
import { FORECAST_DAYS, USAGE_DAYS_DEFAULT, USAGE_DAYS_MAX } from '../bounds.js';
import type { ConsoleParts } from '../console-parts.js';
import { refuse, type Refusal } from '../http/errors.js';
import type { ConsoleRoute } from '../http/routes.js';
import { dayOf } from '../utc-day.js';

const DAY_MS = 86_400_000;
const FORMATS = ['json', 'csv'];
const TABLES = ['day', 'key'];
/** Name for hosts without a row of their own. */
const OTHER_HOSTS = 'other';

interface UsageQuery {
  readonly days: number;
  readonly isCsv: boolean;
  /** Rows of the CSV are days, or days and keys. */
  readonly isByKey: boolean;
}

const violation = (field: string, rule: string, message: string): Refusal =>
  refuse('validation_failed', { errors: [{ field, rule, message: `${field} ${message}` }] });

const readQuery = (search: string): UsageQuery | Refusal => {
  const query = new URLSearchParams(search);
  const days = query.get('days') ?? String(USAGE_DAYS_DEFAULT);
  const format = query.get('format') ?? 'json';
  const by = query.get('by') ?? 'day';
  if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > USAGE_DAYS_MAX) {
    return violation('days', 'range', `must be between 1 and ${USAGE_DAYS_MAX}.`);
  }
  if (!FORMATS.includes(format)) return violation('format', 'enum', `must be one of ${FORMATS.join(', ')}.`);
  if (!TABLES.includes(by)) return violation('by', 'enum', `must be one of ${TABLES.join(', ')}.`);
  return { days: Number(days), isCsv: format === 'csv', isByKey: by === 'key' };
};

interface Figures {
  readonly credits: number;
  readonly requests: number;
  readonly failed: number;
}

export type DayFigures = Figures & { readonly day: string };

const NOTHING: Figures = { credits: 0, requests: 0, failed: 0 };

/** Sums of the rows that have the same key. */
const sumBy = <Row extends Pick<SpendingRow, 'credits' | 'requests' | 'failures'>>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, Figures> => {
  const sums = new Map<string, Figures>();
  for (const row of rows) {
    const { credits, requests, failed } = sums.get(keyOf(row)) ?? NOTHING;
    const sum = { credits: credits + row.credits, requests: requests + row.requests, failed: failed + row.failures };
    sums.set(keyOf(row), sum);
  }
  return sums;
};

/** Every day of the span, oldest first, also those without requests. */
const daysOf = (rows: readonly SpendingRow[], sinceMs: number, count: number): readonly DayFigures[] => {
  const sums = sumBy(rows, ({ dayMs }) => dayOf(dayMs));
  return Array.from({ length: count }, (_, index) => {
    const day = dayOf(sinceMs + index * DAY_MS);
    return { day, ...(sums.get(day) ?? NOTHING) };
  });
};

/** The largest first. */
const ranked = <Name extends string>(name: Name, sums: ReadonlyMap<string, Figures>) =>
  [...sums]
    // safe because the computed name is `Name`
    .map(([key, figures]) => ({ [name]: key, ...figures }) as Figures & Readonly<Record<Name, string>>)
    .sort((one, other) => other.credits - one.credits || other.requests - one.requests);

/** What is left at the end of the period, and for how many days, if spending goes on as in the last days. */
export const forecastOf = (
  { available, endMs }: Pick<Period, 'available' | 'endMs'>,
  days: readonly DayFigures[],
  nowMs: number,
): { readonly creditsAtPeriodEnd: number; readonly daysLeft: number | null } => {
  const last = days.slice(-FORECAST_DAYS);
  const perDay = last.reduce((sum, { credits }) => sum + credits, 0) / Math.max(1, last.length);
  const daysToEnd = Math.max(0, endMs - nowMs) / DAY_MS;
  return {
    creditsAtPeriodEnd: Math.max(0, Math.round(available - perDay * daysToEnd)),
    daysLeft: perDay === 0 ? null : Math.floor(available / perDay),
  };
};

const toCsv = (days: readonly DayFigures[]): string =>
  [
    'day,credits,requests,failed',
    ...days.map(({ day, credits, requests, failed }) => [day, credits, requests, failed].map(csvCell).join(',')),
    '',
  ].join('\r\n');

/** Names of what is no key of the store's. */
const NO_KEY_NAMES: Readonly<Record<string, string>> = { console: 'Console', '': 'Other' };

/** Of keys, also those that are revoked. */
const keyNames = (keys: readonly ApiKey[]): ((keyId: string) => string) => {
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return (keyId) => names.get(keyId) ?? NO_KEY_NAMES[keyId] ?? 'Unknown key';
};

const toKeyCsv = (rows: readonly KeySpendingRow[], nameOf: (keyId: string) => string): string =>
  [
    'day,key_id,key,credits,requests,failed',
    ...rows.map(({ dayMs, keyId, credits, requests, failures }) =>
      [dayOf(dayMs), keyId ?? '', nameOf(keyId ?? ''), credits, requests, failures].map(csvCell).join(','),
    ),
    '',
  ].join('\r\n');

/** What the account has spent, by day, operation, key and host. Names of keys are no secret of its members. */
export const openUsageRoute = ({ accounts, keys, clock }: ConsoleParts): readonly ConsoleRoute[] => [
  {
    method: 'GET',
    path: '/api/usage',
    access: 'viewer',
    handle: async ({ request, response, account }) => {
      const query = readQuery(request.url.split('?', 2)[1] ?? '');
      if ('error' in query) return query;
      const nowMs = clock();
      const untilMs = nowMs - (nowMs % DAY_MS) + DAY_MS;
      const sinceMs = untilMs - query.days * DAY_MS;
      const [period, spent, ownKeys] = await Promise.all([
        accounts.period(account.id),
        accounts.spending(account.id, { sinceMs, untilMs }),
        keys.list(account.id),
      ]);
      if (period === null) return refuse('not_found');
      const nameOf = keyNames(ownKeys);
      const days = daysOf(spent.rows, sinceMs, query.days);
      if (query.isCsv) {
        response.setHeader('content-type', 'text/csv; charset=utf-8');
        response.setHeader('content-disposition', `attachment; filename="usage-${dayOf(nowMs)}.csv"`);
        response.end(query.isByKey ? toKeyCsv(spent.byKey, nameOf) : toCsv(days));
        return undefined;
      }
      const { startMs, endMs, granted, available, held } = period;
      return {
        body: {
          period: {
            start: new Date(startMs).toISOString(),
            end: new Date(endMs).toISOString(),
            ...{ total: granted, available, held },
          },
          days,
          byOperation: ranked(
            'operation',
            sumBy(spent.rows, ({ operation }) => operation),
          ),
          byKey: ranked(
            'keyId',
            sumBy(spent.byKey, ({ keyId }) => keyId ?? ''),
          ).map((row) => ({ ...row, name: nameOf(row.keyId) })),
          byHost: ranked(
            'host',
            sumBy(spent.rows, ({ host }) => host ?? OTHER_HOSTS),
          ),
          countedSince: new Date(spent.countedSinceMs).toISOString(),
          forecast: forecastOf(period, days, nowMs),
        },
      };
    },
  },
];
