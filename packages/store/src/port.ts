import type { BatchItemStore, BatchStore } from './batches/batch-port.js';
import type { CrawlStore } from './crawls/crawl-port.js';
import type { ReadingHealthStore } from './reading/reading-port.js';
import type { RecordStore } from './records/record-port.js';
import type {
  AdmitResult,
  AsyncPage,
  FoundRequests,
  NewestPage,
  Purge,
  RequestEnd,
  RequestRow,
  RequestSearch,
  RequestSummary,
} from './requests/request-port.js';
import type { ApiKey, KeyLimits, KeyUse } from './keys/key-port.js';
import type { Spending, SpendingRange } from './spending/spending-port.js';
import type { WebhookStore } from './webhook-port.js';

export type * from './batches/batch-port.js';
export type * from './crawls/crawl-port.js';
export type * from './crawls/crawl-state.js';
export type * from './keys/key-port.js';
export type * from './reading/reading-port.js';
export type * from './records/record-port.js';
export type * from './requests/request-port.js';
export type * from './spending/spending-port.js';
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

export interface PlanChange {
  readonly creditsPerPeriod?: number | undefined;
  readonly periodDays?: number | undefined;
  readonly renew?: boolean | undefined;
  readonly concurrency?: number | undefined;
}

export interface AccountStore {
  /** With an `id` that is already used nothing is written: the existing account is returned. Ids: letters, digits, `_`, `-`, at most 64. */
  create(input: { name: string; plan: Plan; concurrency: number; id?: string }): Promise<Account>;
  get(accountId: string): Promise<Account | null>;
  list(): Promise<Account[]>;
  /** Returns null for an unknown account. A disabled account's keys do not authenticate. */
  setDisabled(accountId: string, isDisabled: boolean): Promise<Account | null>;
  /**
   * Changes what is given of the plan; null for an unknown account. Concurrency counts at once, credits, length and renewal from
   * the next period on: a period keeps what it was opened with, and the next one begins where it ends.
   */
  changePlan(accountId: string, change: PlanChange): Promise<Account | null>;
  /** Adds credits to the current period, once per `grantId`. Returns the period after it, null for an unknown account. */
  grant(accountId: string, credits: number, grantId: string): Promise<Period | null>;
  /** The current period, rolled over when the clock has passed its end. */
  period(accountId: string): Promise<Period | null>;
  /** All periods as written, oldest first; rolls nothing. */
  periods(accountId: string): Promise<Period[]>;
  /** What its requests and items were charged, by day, operation and host. Empty for an unknown account. */
  spending(accountId: string, range: SpendingRange): Promise<Spending>;
}

export interface KeyStore {
  /**
   * The plain key is returned here once and never again. `plainKey` sets it (the demo account's key): for a key that is
   * live already, the existing one is returned. Null for an unknown account, and for a `plainKey` that is revoked or
   * belongs to another account.
   */
  create(input: {
    accountId: string;
    name: string;
    plainKey?: string;
    limits?: KeyLimits | undefined;
  }): Promise<{ key: ApiKey; plainKey: string } | null>;
  /** Replaces the name, or all limits, of a live key. Null when there is none with this id. */
  change(keyId: string, input: { name?: string | undefined; limits?: KeyLimits | undefined }): Promise<ApiKey | null>;
  /** Accepts a key id. Returns false when there is no such live key. */
  revoke(keyId: string): Promise<boolean>;
  list(accountId: string): Promise<ApiKey[]>;
  /** Null for a missing, unknown or revoked key and for a disabled account. */
  authenticate(plainKey: string): Promise<{ account: Account; keyId: string; limits?: KeyLimits } | null>;
  /** Records that a key is used now. False, and nothing is written: another use was recorded less than `KEY_USE_STEP_MS` ago. */
  recordUse(keyId: string): Promise<boolean>;
}

export interface RequestStore {
  /** Inserts the open row and takes the hold, both or neither. */
  admit(input: {
    id: string;
    accountId: string;
    operation: string;
    params: unknown;
    /** Credentials, which `params` must not hold: opaque text, at most `MAX_SEALED_BYTES`, deleted when the request ends. */
    sealedHeaders?: string | undefined;
    /** Digest of operation and parameters, by which `findAnswer` finds the request once it has ended well. */
    answerKey?: string | undefined;
    /** True: nobody waits for it. */
    isAsync?: true | undefined;
    /** Receiver of a `request.completed`, which is written with the end. */
    webhookUrl?: string | undefined;
    contractVersion: number;
    holdCredits: number;
    deadlineAtMs: number;
    /** `URL.host` of the target where it is known, at most `MAX_HOST_CHARS`. */
    host?: string | undefined;
    /** The key that it was sent with. */
    key?: KeyUse | undefined;
  }): Promise<AdmitResult>;
  /** A worker begins the row. Null when it has ended, its deadline has passed or `attempt` is not the current one. */
  begin(requestId: string, attempt: number): Promise<RequestRow | null>;
  /** Moves an open row to the next attempt by compare-and-set; null when another was faster or the row has ended. */
  nextAttempt(requestId: string, attempt: number): Promise<number | null>;
  /**
   * The one terminal step, by compare-and-set on `open` (and on `attempt` when given): settles or releases the hold
   * with it. `isWinner` false: the row had ended or another attempt is current; `row` is the stored one.
   */
  finish(
    requestId: string,
    end: RequestEnd,
    attempt?: number,
  ): Promise<{ isWinner: boolean; row: RequestRow; availableCredits: number } | null>;
  get(requestId: string): Promise<RequestRow | null>;
  /** The account's open rows whose deadline has not passed, bounded by `limit`: those that use its concurrency. */
  listOpen(accountId: string, limit: number): Promise<{ id: string; deadlineAtMs: number }[]>;
  list(accountId: string, page: NewestPage): Promise<RequestRow[]>;
  /** The requests that a filter keeps. Looks at most at `MAX_WALKED_ROWS` rows, whatever is stored. */
  search(accountId: string, search: RequestSearch): Promise<FoundRequests>;
  /** The newest charged success of the account under this key that ended at `sinceMs` or later. */
  findAnswer(accountId: string, answerKey: string, sinceMs: number): Promise<RequestRow | null>;
  /** Open requests that nobody waits for, created at least `minAgeMs` ago, whose deadline has not passed; oldest first. */
  listAsync(page: AsyncPage): Promise<RequestRow[]>;
  /** Records that an ended request has no stored files any more; its row stays. */
  forgetStored(requestId: string): Promise<void>;
  /** Ends as `expired` the open rows whose deadline passed more than `graceMs` ago and releases their holds; bounded by `limit`. Returns those it ended. */
  sweepExpired(input: { graceMs: number; limit: number }): Promise<RequestSummary[]>;
  /** Deletes ended rows older than `retentionMs`, bounded by `limit`. Returns which, so that their files can be deleted. */
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

/** A response that is sent again. Without a body it is the one of the request's own row. */
export interface IdempotentAnswer {
  readonly statusCode: number;
  /** JSON text, at most `MAX_IDEMPOTENT_BODY_BYTES`. */
  readonly body?: string;
}

export type IdempotencyBegin =
  | { readonly outcome: 'begun' }
  /** Another call with this key is running; once `leaseEndsAtMs` has passed, it has died. */
  | { readonly outcome: 'in_flight'; readonly requestId: string; readonly leaseEndsAtMs: number }
  | { readonly outcome: 'finished'; readonly requestId: string; readonly answer: IdempotentAnswer }
  /** The key belongs to a request with another fingerprint. */
  | { readonly outcome: 'conflict' };

/** First calls by their key. Every step but `begin` is a compare-and-set on `requestId`; false: another call has the key. */
export interface IdempotencyStore {
  /** Takes the key for `requestId`, or returns what it belongs to. A record past its retention counts as absent. */
  begin(
    input: IdempotencyScope & {
      /** Digest of the request. */
      fingerprint: string;
      requestId: string;
      leaseMs: number;
      retentionMs: number;
    },
  ): Promise<IdempotencyBegin>;
  /** Extends the lease of a running call. */
  renew(scope: IdempotencyScope, requestId: string, leaseMs: number): Promise<boolean>;
  /** Gives the key of a call whose lease has passed to another call. */
  takeOver(scope: IdempotencyScope, from: string, to: { requestId: string; leaseMs: number }): Promise<boolean>;
  /**
   * Keeps the response until the record's retention ends. Of refusals with a body, the newest `MAX_KEPT_REFUSALS` of an
   * account are kept; the keys of older ones become free.
   */
  finish(scope: IdempotencyScope, requestId: string, answer: IdempotentAnswer): Promise<boolean>;
  /** Frees the key: its response must not be sent again. */
  forget(scope: IdempotencyScope, requestId: string): Promise<boolean>;
  /** Deletes records past their retention, bounded by `limit`. Returns how many. */
  purge(limit: number): Promise<Purge<number>>;
}

/** The port of all durable data but files. Adapters: SQLite (embedded), MongoDB (fleets). */
export interface Store {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly requests: RequestStore;
  readonly ledger: LedgerStore;
  readonly idempotency: IdempotencyStore;
  readonly batches: BatchStore;
  readonly items: BatchItemStore;
  readonly crawls: CrawlStore;
  readonly webhooks: WebhookStore;
  readonly records: RecordStore;
  readonly readingHealth: ReadingHealthStore;
  /** Resolves when the engine responds, else rejects. For readiness. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
