import type { BatchItemStore, BatchStore } from './batch-port.js';
import type { Purge } from './purge.js';
import type { AdmitResult, RequestEnd, RequestRow } from './request-port.js';
import type { WebhookStore } from './webhook-port.js';

export type * from './batch-port.js';
export type * from './purge.js';
export type * from './request-port.js';
export type * from './webhook-port.js';

/** Epoch milliseconds. Injected everywhere so that tests own the time. */
export type Clock = () => number;

/** Credits per billing period. Periods are half-open in UTC: [start, start + periodDays). */
export interface Plan {
  readonly creditsPerPeriod: number;
  readonly periodDays: number;
  /** False: no new credits when the period ends. */
  readonly renew: boolean;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** Requests in flight at once. */
  readonly concurrency: number;
  readonly isDisabled: boolean;
  readonly createdAtMs: number;
  /** What its ended requests and items have stored and still keep. */
  readonly storedBytes: number;
}

/** Per period: granted = charged + held + expired + available, all >= 0. */
export interface Period {
  readonly accountId: string;
  /** 0 for the first period of the account. */
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly granted: number;
  readonly charged: number;
  readonly held: number;
  readonly expired: number;
  readonly available: number;
}

export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** First characters of the key, to tell keys apart; the key itself is stored hashed only. */
  readonly prefix: string;
  readonly createdAtMs: number;
  readonly revokedAtMs?: number;
}

export interface AccountStore {
  /** With an `id` that is taken nothing is written: the account that stands is returned. Ids: letters, digits, `_`, `-`, at most 64. */
  create(input: { name: string; plan: Plan; concurrency: number; id?: string }): Promise<Account>;
  get(accountId: string): Promise<Account | null>;
  list(): Promise<Account[]>;
  /** Returns null for an unknown account. A disabled account's keys do not authenticate. */
  setDisabled(accountId: string, isDisabled: boolean): Promise<Account | null>;
  /** Adds credits to the current period, once per `grantId`. Returns the period after it, null for an unknown account. */
  grant(accountId: string, credits: number, grantId: string): Promise<Period | null>;
  /** The current period, rolled over when the clock has passed its end. */
  period(accountId: string): Promise<Period | null>;
  /** All periods as written, oldest first; rolls nothing. */
  periods(accountId: string): Promise<Period[]>;
}

export interface KeyStore {
  /**
   * The plain key is returned here once and never again. `plainKey` fixes it (the demo account's key): the same live key
   * again returns the key that stands. Null for an unknown account and for a fixed key that is revoked or another account's.
   */
  create(input: {
    accountId: string;
    name: string;
    plainKey?: string;
  }): Promise<{ key: ApiKey; plainKey: string } | null>;
  /** Accepts a key id. Returns false when there is no such live key. */
  revoke(keyId: string): Promise<boolean>;
  list(accountId: string): Promise<ApiKey[]>;
  /** Null for a missing, unknown or revoked key and for a disabled account. */
  authenticate(plainKey: string): Promise<{ account: Account; keyId: string } | null>;
}

export interface RequestStore {
  /** Inserts the open row and takes the hold, both or neither. */
  admit(input: {
    id: string;
    accountId: string;
    operation: string;
    params: unknown;
    /** What `params` may not show: opaque text, at most `MAX_SEALED_BYTES`, that goes with the end of the request. */
    sealedHeaders?: string | undefined;
    contractVersion: number;
    holdCredits: number;
    deadlineAtMs: number;
  }): Promise<AdmitResult>;
  /** A worker takes the row up: null when it has ended, its deadline has passed or `attempt` is not the current one. */
  begin(requestId: string, attempt: number): Promise<RequestRow | null>;
  /** Moves an open row to the next attempt by compare-and-set; null when another was faster or the row has ended. */
  nextAttempt(requestId: string, attempt: number): Promise<number | null>;
  /**
   * The one terminal step, by compare-and-set on `open` (and on `attempt` when given): settles or releases the hold with it.
   * `isWinner` false: the row had ended or another attempt is current; `row` is what stands.
   */
  finish(
    requestId: string,
    end: RequestEnd,
    attempt?: number,
  ): Promise<{ isWinner: boolean; row: RequestRow; availableCredits: number } | null>;
  get(requestId: string): Promise<RequestRow | null>;
  /** The account's open rows whose deadline has not passed, bounded by `limit`: what holds a place of its concurrency. */
  listOpen(accountId: string, limit: number): Promise<{ id: string; deadlineAtMs: number }[]>;
  /** Newest first. The last row's `createdAtMs` and `id` page on; without `beforeId` the whole millisecond is passed over. */
  list(accountId: string, page: { limit: number; beforeMs?: number; beforeId?: string }): Promise<RequestRow[]>;
  /** Says that nothing of an ended request is stored any more; its row stays. */
  forgetStored(requestId: string): Promise<void>;
  /** Ends as `expired` every open row whose deadline lies more than `graceMs` back, releases its hold; bounded by `limit`. Returns those it ended. */
  sweepExpired(input: { graceMs: number; limit: number }): Promise<{ id: string; operation: string }[]>;
  /** Deletes ended rows older than `retentionMs`, bounded by `limit`. Says which, so that files can follow. */
  purge(input: { retentionMs: number; limit: number }): Promise<Purge<{ id: string; accountId: string }[]>>;
}

export type LedgerEntryKind = 'grant' | 'hold' | 'settle' | 'release' | 'expire';

/** One movement; append-only, `id` unique. Amounts are >= 0, the kind gives the direction. */
export interface LedgerEntry {
  readonly id: string;
  readonly accountId: string;
  readonly periodIndex: number;
  readonly kind: LedgerEntryKind;
  readonly credits: number;
  readonly requestId?: string;
  readonly atMs: number;
}

export interface LedgerStore {
  /** Oldest first. */
  journal(accountId: string, page: { limit: number; afterId?: string }): Promise<LedgerEntry[]>;
  /** Recomputes the periods from the journal without writing; equal to `AccountStore.periods` when all is well. */
  rebuild(accountId: string): Promise<Period[]>;
  /** Rolls every period that has ended, bounded by `limit` accounts. Returns how many were rolled. */
  rollPeriods(limit: number): Promise<number>;
}

/** What an `Idempotency-Key` belongs to. */
export interface IdempotencyScope {
  readonly accountId: string;
  /** Path of the endpoint. */
  readonly route: string;
  /** As the caller sent it, at most 255 characters. */
  readonly key: string;
}

/** An answer that is given again. Without a body it is the one of the request's own row. */
export interface IdempotentAnswer {
  readonly statusCode: number;
  /** JSON text, at most `MAX_IDEMPOTENT_BODY_BYTES`. */
  readonly body?: string;
}

export type IdempotencyBegin =
  | { readonly outcome: 'begun' }
  /** Another call with this key is at work, or died at it once `leaseEndsAtMs` has passed. */
  | { readonly outcome: 'in_flight'; readonly requestId: string; readonly leaseEndsAtMs: number }
  | { readonly outcome: 'finished'; readonly requestId: string; readonly answer: IdempotentAnswer }
  /** The key stands for a request with another fingerprint. */
  | { readonly outcome: 'conflict' };

/** First calls by their key. Every step but `begin` is a compare-and-set on `requestId`; false: another call has the key. */
export interface IdempotencyStore {
  /** Takes the key for `requestId`, or says what stands. A record past its retention counts as absent. */
  begin(
    input: IdempotencyScope & {
      /** Digest of what was asked. */
      fingerprint: string;
      requestId: string;
      leaseMs: number;
      retentionMs: number;
    },
  ): Promise<IdempotencyBegin>;
  /** Lengthens the lease of a call that is at work. */
  renew(scope: IdempotencyScope, requestId: string, leaseMs: number): Promise<boolean>;
  /** Gives the key of a call whose lease has passed to another call. */
  takeOver(scope: IdempotencyScope, from: string, to: { requestId: string; leaseMs: number }): Promise<boolean>;
  /**
   * Keeps the answer until the record's retention ends. Of refusals with a body the newest `MAX_KEPT_REFUSALS` of an account are
   * kept; the keys of older ones are free.
   */
  finish(scope: IdempotencyScope, requestId: string, answer: IdempotentAnswer): Promise<boolean>;
  /** Frees the key: its answer is not one to give again. */
  forget(scope: IdempotencyScope, requestId: string): Promise<boolean>;
  /** Deletes records past their retention, bounded by `limit`. Says how many went. */
  purge(limit: number): Promise<Purge<number>>;
}

/** The one port of durable truth. Adapters: SQLite (embedded), MongoDB (fleets). */
export interface Store {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly requests: RequestStore;
  readonly ledger: LedgerStore;
  readonly idempotency: IdempotencyStore;
  readonly batches: BatchStore;
  readonly items: BatchItemStore;
  readonly webhooks: WebhookStore;
  /** Answers when the engine does; rejects otherwise. For readiness. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
