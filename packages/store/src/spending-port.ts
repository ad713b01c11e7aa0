export interface SpendingRange {
  /** Admitted at this time or later. */
  readonly sinceMs: number;
  /** Admitted before this time; at most 92 days after `sinceMs`. */
  readonly untilMs: number;
}

/** Ended requests and visible items of batches of one UTC day, operation and host. */
export interface SpendingRow {
  /** Start of the UTC day on which they were admitted; for items, their job. */
  readonly dayMs: number;
  /** `Operation.id`. */
  readonly operation: string;
  /**
   * Null: all hosts that are not among the 50 with the most credits, and all without a host. Of more than 100,000 hosts, those
   * used last are compared.
   */
  readonly host: string | null;
  readonly credits: number;
  readonly requests: number;
  /** Those that ended otherwise than `ok`. */
  readonly failures: number;
}

export interface Spending {
  /** Oldest day first, then by operation and host. */
  readonly rows: readonly SpendingRow[];
  /**
   * All that was admitted at this time or later is counted. It is `sinceMs`, unless the range has more than a million requests or
   * items: then the newest are counted.
   */
  readonly countedSinceMs: number;
}
