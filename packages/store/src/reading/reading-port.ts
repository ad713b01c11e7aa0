/** A request on whose page a field was missing, or whose page was not understood. */
export interface MissingPage {
  readonly requestId: string;
  readonly accountId: string;
  /** Its page was stored. */
  readonly hasPage: boolean;
}

/** How often a field was found on the pages of one UTC day. */
export interface FieldCounts {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `Operation.id`. */
  readonly operation: string;
  readonly field: string;
  /** A page of which a part of the entries has the field counts as that part. */
  readonly found: number;
  readonly pages: number;
}

/** How the requests to one site ended on one UTC day. */
export interface SiteCounts {
  readonly day: string;
  readonly operation: string;
  /** Registrable domain; `OTHER_SITES` for those beyond `MAX_SITES_PER_DAY`. */
  readonly host: string;
  /** Kind of the exit, such as `datacenter`. */
  readonly exit: string;
  readonly read: number;
  readonly unrecognized: number;
  readonly blocked: number;
  /** Those that ended otherwise, such as unreachable ones. */
  readonly failed: number;
}

export interface ReadingCounts {
  /** `missing`: the last ones without the field, newest last, at most `MAX_MISSING_PAGES`. */
  readonly fields: readonly (FieldCounts & { readonly missing: readonly MissingPage[] })[];
  readonly sites: readonly SiteCounts[];
}

/** UTC days, both included; at most `READING_RETENTION_DAYS` apart. */
export interface ReadingRange {
  readonly fromDay: string;
  readonly toDay: string;
  /** Default: all operations. */
  readonly operation?: string | undefined;
}

export interface FieldMissing {
  readonly field: string;
  /** Newest last. */
  readonly missing: readonly MissingPage[];
}

/** What was read from the pages of all accounts, in counts by day. */
export interface ReadingHealthStore {
  /** Adds to the counts of their days. A rejected call may have added some of them, so it must not be repeated. */
  add(counts: ReadingCounts): Promise<void>;
  /** Oldest day first. */
  list(range: ReadingRange): Promise<{ readonly fields: FieldCounts[]; readonly sites: SiteCounts[] }>;
  /** The last pages of one day and operation without a field, by field. */
  missing(day: string, operation: string): Promise<FieldMissing[]>;
  /** Deletes days past their retention, bounded by `limit`. Returns how many counts. */
  purge(limit: number): Promise<number>;
}
