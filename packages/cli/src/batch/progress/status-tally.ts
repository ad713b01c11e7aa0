import type { ResultRow } from '../batch-api.js';

/** A status has three digits. */
const MAX_STATUS = 999;

export interface StatusCount {
  readonly statusCode: number;
  readonly count: number;
}

/** Counts what the targets answered, by status. Items that reached no target have none. */
export class StatusTally {
  readonly #counts = new Map<number, number>();

  add(rows: readonly ResultRow[]): void {
    for (const { result } of rows) {
      const { statusCode } = result;
      if (statusCode === undefined || statusCode > MAX_STATUS) continue;
      this.#counts.set(statusCode, (this.#counts.get(statusCode) ?? 0) + 1);
    }
  }

  /** In the order of their statuses. */
  counts(): readonly StatusCount[] {
    return [...this.#counts].map(([statusCode, count]) => ({ statusCode, count })).sort(byStatus);
  }
}

const byStatus = (a: StatusCount, b: StatusCount): number => a.statusCode - b.statusCode;
