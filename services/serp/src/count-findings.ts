import { mainListOf, operationById, type MainList } from '@quarry/contracts';
import { ENGINE_OPERATIONS } from '@quarry/extract/engines';
import type { Metrics } from '@quarry/observability';
import { countFilledFields } from '@quarry/worker-runtime';

/** What a page gave. */
export interface Findings {
  /** Keys of the blocks that it had. */
  readonly blocks: readonly string[];
  readonly result: Readonly<Record<string, unknown>>;
}

export type ReportFindings = (operation: string, findings: Findings) => void;

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
  return (operation, { blocks, result }) => {
    for (const block of ENGINE_OPERATIONS.get(operation)?.blocks ?? []) {
      metrics.increment('parser_blocks_total', { operation, block, found: String(blocks.includes(block)) });
    }
    const list = lists.get(operation);
    if (list) countFilledFields(metrics, operation, list, result);
  };
};
