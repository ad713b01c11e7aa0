import type { SiteOperation } from '@quarry/extract';
import type { Metrics } from '@quarry/observability';

type Row = Readonly<Record<string, unknown>>;

export type ReportFills = (site: Pick<SiteOperation, 'id' | 'main'>, result: Row) => void;

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const rowsOf = (main: unknown): readonly Row[] => (Array.isArray(main) ? main.filter(isRow) : [main].filter(isRow));

/**
 * Counts which fields of an answer's rows are filled: what falls out of pages shows as a curve that falls. Labels are those of
 * the operations and no others.
 */
export const createFillsReport =
  (metrics: Pick<Metrics, 'increment'>): ReportFills =>
  ({ id, main: { key, fields } }, result) => {
    const rows = rowsOf(result[key]);
    for (const field of fields) {
      const filled = rows.filter((row) => isFilled(row[field])).length;
      const labels = { operation: id, field };
      if (filled > 0) metrics.increment('parser_fields_total', { ...labels, found: 'true' }, filled);
      if (filled < rows.length)
        metrics.increment('parser_fields_total', { ...labels, found: 'false' }, rows.length - filled);
    }
  };
