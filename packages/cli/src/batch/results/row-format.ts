import { BATCH_CSV_COLUMNS, csvCell } from '@quarry/contracts';
import type { ResultRow } from '../batch-api.js';

/** `files`: a folder with a file for each page. */
export const ROW_FORMATS = ['ndjson', 'csv', 'files'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** The first line of a file of this format. */
export const headingOf = (format: RowFormat): string => (format === 'csv' ? `${BATCH_CSV_COLUMNS.join(',')}\r\n` : '');

/** Records contain no line breaks, so that each line is a record; otherwise cells are those of the fleet's own table. */
const asField = (value: string): string => csvCell(value.replace(/[\r\n]+/g, ' '));

const asCsv = ({ query, result }: ResultRow): string =>
  BATCH_CSV_COLUMNS.map((column) =>
    asField(column === 'query' ? JSON.stringify(query ?? null) : String(result[column] ?? '')),
  ).join(',');

/** A row as one line, its line break included. */
export const formatRow = (row: ResultRow, format: RowFormat): string =>
  format === 'csv' ? `${asCsv(row)}\r\n` : `${JSON.stringify(row)}\n`;

interface KnownLine {
  readonly result?: { readonly id?: unknown; readonly status?: unknown; readonly json?: unknown };
  readonly answer?: unknown;
}

/** The id of the row of a line; undefined if the line was not written by `formatRow`. */
export const idOfLine = (
  line: string,
  { format, hasAnswers }: { format: RowFormat; hasAnswers: boolean },
): string | undefined => {
  if (format === 'csv') return /^\d*,([\w-]+),/.exec(line)?.[1];
  try {
    // safe because every field is checked before use
    const row = JSON.parse(line) as KnownLine | null;
    const { id, status, json } = row?.result ?? {};
    const isDueAnswer = hasAnswers && status === 'ok' && json !== undefined;
    return typeof id === 'string' && (row?.answer !== undefined) === isDueAnswer ? id : undefined;
  } catch {
    return undefined;
  }
};
