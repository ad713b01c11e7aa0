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

/** The same of one UTC day and key. */
export interface KeySpendingRow extends Pick<SpendingRow, 'dayMs' | 'credits' | 'requests' | 'failures'> {
  /** `KeyUse.id`. Null: all keys that are not among the 100 with the most credits, and rows that are older than their field. */
  readonly keyId: string | null;
}

export interface Spending {
  /** Oldest day first, then by operation and host. */
  readonly rows: readonly SpendingRow[];
  /** Oldest day first, then by key. */
  readonly byKey: readonly KeySpendingRow[];
  /**
   * All that was admitted at this time or later is counted. It is `sinceMs`, unless the range has more than a million requests or
   * items: then the newest are counted.
   */
  readonly countedSinceMs: number;
}
