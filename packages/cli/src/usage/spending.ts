import { z } from 'zod';
import { groupDigits } from '@quarry/contracts';
import { fetchData, type FetchedData } from '../fleet/ask-fleet.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { renderTable, type Column } from '../output/table.js';
import { pageOf } from '../requests/page-of-rows.js';
import { USAGE_PATH, usageSchema } from './account-usage.js';

export const SPENDING_KEYS = ['day', 'operation'] as const;
export type SpendingKey = (typeof SPENDING_KEYS)[number];

const PAGE_ROWS = 100;
/** Pages of a log that are read; 100 rows each. */
export const MAX_PAGES = 100;

const text = z.string().optional();
const count = z.number().optional();
const requestsPage = pageOf('requests', z.looseObject({ operation: text, createdAt: text, creditsCharged: count }));
const batchesPage = pageOf(
  'batches',
  z.looseObject({ operation: text, createdAt: text, creditsCharged: count, requestsCount: count }),
);

/** A request, or a batch with all of its items. */
interface Spent {
  readonly operation?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly creditsCharged?: number | undefined;
  readonly requestsCount?: number | undefined;
}

interface SpendingRow {
  readonly key: string;
  readonly requests: number;
  readonly batches: number;
  readonly creditsCharged: number;
}

export interface SpendingInput {
  readonly by: SpendingKey;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly isJson: boolean;
}

interface LogInput {
  readonly path: string;
  readonly schema: z.ZodType<{ rows: readonly Spent[]; cursor: string | undefined }>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds; older rows end the reading, as the newest come first. */
  readonly sinceMs: number;
}

type Log =
  | { readonly ok: true; readonly rows: readonly Spent[]; readonly isWhole: boolean }
  | Exclude<FetchedData<never>, { ok: true }>;

const timeOf = ({ createdAt }: Spent): number => Date.parse(createdAt ?? '');

const readLog = async (fleet: Fleet, { path, schema, query, sinceMs }: LogInput): Promise<Log> => {
  const rows: Spent[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const search = new URLSearchParams({ limit: String(PAGE_ROWS) });
    for (const [name, value] of Object.entries({ ...query, cursor })) if (value !== undefined) search.set(name, value);
    const read = await fetchData(fleet, { method: 'GET', path: `${path}?${search.toString()}`, schema });
    if (!read.ok) return read;
    rows.push(...read.data.rows.filter((row) => !(timeOf(row) < sinceMs)));
    ({ cursor } = read.data);
    const oldest = read.data.rows.at(-1);
    if (cursor === undefined || (oldest && timeOf(oldest) < sinceMs)) return { ok: true, rows, isWhole: true };
  }
  return { ok: true, rows, isWhole: false };
};

const keyOf = (row: Spent, by: SpendingKey): string =>
  (by === 'day' ? row.createdAt?.slice(0, 10) : row.operation) ?? 'unknown';

const addUp = (requests: readonly Spent[], batches: readonly Spent[], by: SpendingKey): readonly SpendingRow[] => {
  const sums = new Map<string, SpendingRow>();
  const add = (row: Spent, counts: { requests: number; batches: number }): void => {
    const key = keyOf(row, by);
    const before = sums.get(key) ?? { key, requests: 0, batches: 0, creditsCharged: 0 };
    sums.set(key, {
      key,
      requests: before.requests + counts.requests,
      batches: before.batches + counts.batches,
      creditsCharged: before.creditsCharged + (row.creditsCharged ?? 0),
    });
  };
  for (const row of requests) add(row, { requests: 1, batches: 0 });
  for (const row of batches) add(row, { requests: row.requestsCount ?? 0, batches: 1 });
  return [...sums.values()].toSorted((a, b) =>
    by === 'day' ? a.key.localeCompare(b.key) : b.creditsCharged - a.creditsCharged || a.key.localeCompare(b.key),
  );
};

const columnsOf = (by: SpendingKey): readonly Column<SpendingRow>[] => [
  { heading: by === 'day' ? 'DAY (UTC)' : 'OPERATION', cell: ({ key }) => key },
  { heading: 'REQUESTS', isNumber: true, cell: ({ requests }) => groupDigits(requests) },
  { heading: 'BATCHES', isNumber: true, cell: ({ batches }) => groupDigits(batches) },
  { heading: 'CREDITS', isNumber: true, cell: ({ creditsCharged }) => groupDigits(creditsCharged) },
];

/**
 * Credits charged by day or operation, added up from the request log and the list of batches. A batch counts on the day of its
 * submission.
 */
export const showSpending = async (fleet: Fleet, { by, since, until, isJson }: SpendingInput): Promise<Outcome> => {
  const usage = await fetchData(fleet, { method: 'GET', path: USAGE_PATH, schema: usageSchema });
  if (!usage.ok) return usage.failure;
  const from = since ?? usage.data.periodStart;
  const sinceMs = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const untilMs = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  const [requests, batches] = await Promise.all([
    readLog(fleet, { path: '/requests', schema: requestsPage, query: { since: from, until }, sinceMs }),
    readLog(fleet, { path: '/batches', schema: batchesPage, query: {}, sinceMs }),
  ]);
  if (!requests.ok) return requests.failure;
  if (!batches.ok) return batches.failure;
  const rows = addUp(
    requests.rows,
    batches.rows.filter((row) => !(timeOf(row) >= untilMs)),
    by,
  );
  const isWhole = requests.isWhole && batches.isWhole;
  const note = isWhole
    ? ''
    : `Only the newest ${groupDigits(MAX_PAGES * PAGE_ROWS)} were counted; choose a later --since.`;
  if (isJson) return succeedWithJson({ by, since: from, until, isWhole, rows }, note);
  return rows.length === 0
    ? succeed('', 'Nothing was called in this time.')
    : succeed(renderTable(columnsOf(by), rows), note);
};
