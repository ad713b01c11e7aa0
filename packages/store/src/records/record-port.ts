import type { NewestPage } from '../requests/request-port.js';

/** A small document of another service, such as a user, a session or a one-time link. */
export interface StoredRecord {
  readonly kind: string;
  /** Unique within its kind. */
  readonly id: string;
  /** Whose it is, such as an account or an e-mail address: records are listed by kind and owner. */
  readonly owner: string;
  /** JSON. */
  readonly data: unknown;
  /** Changes with each replacement. A record that was removed and inserted again has another one, too. */
  readonly version: number;
  readonly createdAtMs: number;
  readonly expiresAtMs?: number;
  /** When its owner wants to look at it next. */
  readonly dueAtMs?: number;
}

/** The next content of a record; without `expiresAtMs` it does not expire, without `dueAtMs` it is never due. */
export interface RecordContent {
  /** JSON of at most `MAX_RECORD_BYTES`. */
  readonly data: unknown;
  /** From this time on the record counts as absent. */
  readonly expiresAtMs?: number | undefined;
  /** From this time on `due` lists it. */
  readonly dueAtMs?: number | undefined;
}

export interface NewStoredRecord extends RecordContent {
  /**
   * Lower-case letters, digits and `-`, starting with a letter, at most 32. Those that begin with `job-` are of jobs: other services
   * may see them than see people and sessions, and no backup has them.
   */
  readonly kind: string;
  /** Like `owner`: 1 to `MAX_RECORD_ID_CHARS` characters of well-formed text. */
  readonly id: string;
  readonly owner: string;
}

/**
 * Records by kind and id. Every step is atomic, and one that has expired counts as absent for all of them. An id or owner that
 * no record can have is an unknown one, except for `insert`, which rejects it as `invalid_input`.
 */
export interface RecordStore {
  /** False when the id is taken. */
  insert(record: NewStoredRecord): Promise<boolean>;
  get(kind: string, id: string): Promise<StoredRecord | null>;
  /** Compare-and-set on `version`. Null when another was faster or the record is gone. */
  replace(kind: string, id: string, version: number, next: RecordContent): Promise<StoredRecord | null>;
  /** True: this call removed it, so what may be used once is used once. */
  remove(kind: string, id: string): Promise<boolean>;
  /** Records of one kind and owner, newest first. */
  list(kind: string, owner: string, page: NewestPage): Promise<StoredRecord[]>;
  /** Records of one kind that are due, the one due first at first. A claim is a `replace` with a later `dueAtMs`: one caller wins it. */
  due(kind: string, limit: number): Promise<StoredRecord[]>;
  /** Removes all records of one kind and owner. Returns how many. */
  removeAll(kind: string, owner: string): Promise<number>;
  /** Deletes records that have expired, bounded by `limit`. Returns how many. */
  purge(limit: number): Promise<number>;
}
