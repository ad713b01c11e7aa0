/** What a key may do at most; what is absent is not limited. */
export interface KeyLimits {
  /**
   * Credits of the requests that are admitted in one UTC day, held ones included. What a request gives back at its end is free
   * again on the day of its admission. A limit counts what is admitted while the key has one.
   */
  readonly creditsPerDay?: number | undefined;
  /** Ids of operations, such as `scrape/web`, and families of them, such as `scrape`. The store does not judge calls by it. */
  readonly operations?: readonly string[] | undefined;
  /** Requests in flight at once. */
  readonly concurrency?: number | undefined;
}

export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** First characters of the key, to tell keys apart; the key itself is stored hashed only. */
  readonly prefix: string;
  /** Absent: none. */
  readonly limits?: KeyLimits;
  readonly createdAtMs: number;
  readonly revokedAtMs?: number;
  /** As `KeyStore.recordUse` has written it last: a minute or two behind. */
  readonly lastUsedAtMs?: number;
}

/** The key of a request, with those of its limits that its admission checks. */
export interface KeyUse extends Pick<KeyLimits, 'creditsPerDay' | 'concurrency'> {
  /** Of an `ApiKey`, or a name for callers that have none; as `checkId` requires. */
  readonly id: string;
}
