import type { Metrics } from './metrics.js';

/** A request, or an item of a batch, as it ended. */
export interface EndedRow {
  readonly operation: string;
  readonly state: string;
  readonly chargedCredits: number;
}

/**
 * Counts an end and its charge. For who has won the terminal step of the row, and for nobody else: so each is counted once,
 * wherever it ends.
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
