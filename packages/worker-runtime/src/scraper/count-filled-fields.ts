import type { Metrics } from '@quarry/observability';

type Row = Readonly<Record<string, unknown>>;

/** The main list or record of an operation's results, and the fields of its rows. */
export interface MainRows {
  readonly key: string;
  readonly fields: readonly string[];
}

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const rowsOf = (main: unknown): readonly Row[] => (Array.isArray(main) ? main.filter(isRow) : [main].filter(isRow));

/**
 * Counts which fields of a result's rows are filled: if a page loses a field, its curve falls. Labels are those of the operation
 * only.
 */
export const countFilledFields = (
  metrics: Pick<Metrics, 'increment'>,
  operation: string,
  { key, fields }: MainRows,
  result: Row,
): void => {
  const rows = rowsOf(result[key]);
  for (const field of fields) {
    const filled = rows.filter((row) => isFilled(row[field])).length;
    const labels = { operation, field };
    if (filled > 0) metrics.increment('parser_fields_total', { ...labels, found: 'true' }, filled);
    if (filled < rows.length) {
      metrics.increment('parser_fields_total', { ...labels, found: 'false' }, rows.length - filled);
    }
  }
};
