import { mainListOf, operationById, type MainList } from '@quarry/contracts';
import { ENGINE_OPERATIONS } from '@quarry/extract';
import type { Metrics } from '@quarry/observability';

/** What a page gave. */
export interface Findings {
  /** Keys of the blocks that it had. */
  readonly blocks: readonly string[];
  readonly result: Readonly<Record<string, unknown>>;
}

export type ReportFindings = (operation: string, findings: Findings) => void;

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const rowsOf = (result: Findings['result'], key: string): readonly Readonly<Record<string, unknown>>[] => {
  const rows = result[key];
  // safe because rows of a main list are objects by the contract
  return Array.isArray(rows) ? (rows as Readonly<Record<string, unknown>>[]) : [];
};

/**
 * Counts what parsers found, block by block, and field by field of the rows of the main list: what falls out of pages shows as a
 * curve that falls. Labels are those of the contract and no others.
 */
export const createFindingsReport = (metrics: Pick<Metrics, 'increment'>): ReportFindings => {
  const lists = new Map<string, MainList>();
  for (const id of ENGINE_OPERATIONS.keys()) {
    const operation = operationById(id);
    const list = operation && mainListOf(operation);
    if (list) lists.set(id, list);
  }
  const countFields = (operation: string, { key, fields }: MainList, result: Findings['result']): void => {
    const rows = rowsOf(result, key);
    for (const field of rows.length > 0 ? fields : []) {
      const filled = rows.filter((row) => isFilled(row[field])).length;
      const labels = { operation, field };
      if (filled > 0) metrics.increment('parser_fields_total', { ...labels, found: 'true' }, filled);
      if (filled < rows.length)
        metrics.increment('parser_fields_total', { ...labels, found: 'false' }, rows.length - filled);
    }
  };
  return (operation, { blocks, result }) => {
    for (const block of ENGINE_OPERATIONS.get(operation)?.blocks ?? []) {
      metrics.increment('parser_blocks_total', { operation, block, found: String(blocks.includes(block)) });
    }
    const list = lists.get(operation);
    if (list) countFields(operation, list, result);
  };
};
