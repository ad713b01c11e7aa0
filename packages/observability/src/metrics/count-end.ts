import type { Metrics } from './metrics.js';

/** An ended request or batch item. */
export interface EndedRow {
  readonly operation: string;
  readonly state: string;
  readonly chargedCredits: number;
}

/**
 * Counts an end and its charge. Only the process that has won the terminal step of the row may call this, so each is counted
 * once.
 */
export const countEnd = (
  metrics: Pick<Metrics, 'increment'>,
  { operation, state, chargedCredits }: EndedRow,
  rows = 1,
): void => {
  if (rows === 0) return;
  metrics.increment('requests_ended_total', { operation, state }, rows);
  if (chargedCredits > 0) metrics.increment('credits_charged_total', { operation }, chargedCredits * rows);
};
