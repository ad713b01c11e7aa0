import { csvCell } from '@quarry/contracts';
import type { ResultRow } from '../batch-api.js';

export const ROW_FORMATS = ['ndjson', 'csv'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

const COLUMNS = ['index', 'id', 'status', 'error', 'message', 'retryable', 'json', 'html', 'url'] as const;

/** The line that a file of this format begins with. */
export const headingOf = (format: RowFormat): string =>
  format === 'csv' ? `${[...COLUMNS, 'query'].join(',')}\r\n` : '';

/** A record never holds a line break, so that lines are records; else the cells are those of the fleet's own table. */
const asField = (value: string): string => csvCell(value.replace(/[\r\n]+/g, ' '));

const asCsv = ({ query, result }: ResultRow): string =>
  [...COLUMNS.map((column) => asField(String(result[column] ?? ''))), asField(JSON.stringify(query ?? null))].join(',');

/** A row as one line, its line break included. */
export const formatRow = (row: ResultRow, format: RowFormat): string =>
  format === 'csv' ? `${asCsv(row)}\r\n` : `${JSON.stringify(row)}\n`;

interface KnownLine {
  readonly result?: { readonly id?: unknown; readonly status?: unknown; readonly json?: unknown };
  readonly answer?: unknown;
}

/** The id of the row that a line was made from; undefined when it was not made in this way. */
export const idOfLine = (
  line: string,
  { format, hasAnswers }: { format: RowFormat; hasAnswers: boolean },
): string | undefined => {
  if (format === 'csv') return /^\d*,([\w-]+),/.exec(line)?.[1];
  try {
    // safe because every field is checked before it is believed
    const row = JSON.parse(line) as KnownLine | null;
    const { id, status, json } = row?.result ?? {};
    const isDueAnswer = hasAnswers && status === 'ok' && json !== undefined;
    return typeof id === 'string' && (row?.answer !== undefined) === isDueAnswer ? id : undefined;
  } catch {
    return undefined;
  }
};
