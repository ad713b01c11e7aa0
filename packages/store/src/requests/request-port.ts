import type { ErrorCode, Verdict } from '@quarry/contracts';
import type { FoundPages } from '../crawls/crawl-state.js';

/** What one bounded purge did. */
export interface Purge<Removed> {
  /** By this call: of several at once, each row counts for one. */
  readonly removed: Removed;
  /** It found as many rows as it may remove, whoever removed them then, so that the next may find more at once. */
  readonly hasMore: boolean;
}

/** A page of a list, newest first. `beforeMs` and `beforeId`: `createdAtMs` and `id` of the last row of the page before. */
export interface NewestPage {
  readonly limit: number;
  readonly beforeMs?: number;
  /** Absent: every row of that millisecond is left out. */
  readonly beforeId?: string;
}

export type RequestState = 'open' | 'ok' | 'failed' | 'expired' | 'cancelled';

/** What the end of a request reports, besides its verdict. */
interface EndDetails {
  readonly error?: ErrorCode;
  readonly reason?: string;
  readonly message?: string;
  /** How long the target asked to wait, whole seconds. */
  readonly retryAfterSeconds?: number;
  /** `URL.host` of the target: of the `url` that was sent, then of the page that was asked for. */
  readonly host?: string;
  /** Tier that served or was tried last. */
  readonly tier?: string;
  /** Status of the target's last response. */
  readonly statusCode?: number;
  /** Time during which pages were fetched by plain HTTP, and in a browser. */
  readonly fetchMs?: number;
  readonly renderMs?: number;
  /** Time between and after the fetches: reading, converting and storing pages. */
  readonly readMs?: number;
  /** Name of the stored response among the request's files; present when it is a 200. */
  readonly answerName?: string;
  /** Name of the document that no parser understood, among the request's files. */
  readonly pageName?: string;
}

export interface RequestRow extends EndDetails {
  readonly id: string;
  readonly accountId: string;
  readonly operation: string;
  readonly params: unknown;
  /** As admitted. Only open rows have it, and no backup. */
  readonly sealedHeaders?: string;
  /** True: its caller does not wait; sweeps look after it. */
  readonly isAsync?: true;
  /** Receiver of its `request.completed`. */
  readonly webhookUrl?: string;
  /** `KeyUse.id` of its key; absent on rows that are older than this field. */
  readonly keyId?: string;
  readonly contractVersion: number;
  readonly state: RequestState;
  /** Fences late duplicates: only the current attempt may finish the row. Starts at 1. */
  readonly attempt: number;
  readonly heldCredits: number;
  readonly chargedCredits: number;
  readonly periodIndex: number;
  readonly createdAtMs: number;
  readonly deadlineAtMs: number;
  /** When a worker first began it. */
  readonly startedAtMs?: number;
  readonly endedAtMs?: number;
  readonly verdict?: Verdict;
}

export type AdmitResult =
  | { readonly outcome: 'admitted'; readonly availableCredits: number }
  | { readonly outcome: 'credits_exhausted'; readonly neededCredits: number; readonly availableCredits: number }
  /** The key's credits of the day do not suffice: `availableCredits` are left until `freesAtMs`. */
  | {
      readonly outcome: 'key_day_spent';
      readonly neededCredits: number;
      readonly availableCredits: number;
      readonly freesAtMs: number;
    }
  /** As many requests of the key are in flight as may be. */
  | { readonly outcome: 'key_busy' }
  /** The id is already used: nothing was held. */
  | { readonly outcome: 'duplicate' }
  | { readonly outcome: 'account_unknown' };

/** How a request ends. `chargedCredits` must be 0 unless `state` is `ok`; it may not exceed the hold. A `host` replaces the row's. */
export interface RequestEnd extends EndDetails {
  readonly state: Exclude<RequestState, 'open'>;
  readonly chargedCredits: number;
  readonly verdict: Verdict;
  /** Size of all files it has stored; default 0. */
  readonly storedBytes?: number;
  /** Added to a batch item's result row, such as `html` and `url`. Not kept for single requests. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** What the page of a crawl's item links to. Of no other row. */
  readonly found?: FoundPages;
}

/** A row without what was sent, which may be large. */
export type RequestSummary = Omit<RequestRow, 'params' | 'sealedHeaders'>;

/** `error`: ended otherwise than `ok`. */
export type RequestStatus = 'pending' | 'ok' | 'error';

export interface RequestFilter {
  readonly operation?: string | undefined;
  readonly status?: RequestStatus | undefined;
  readonly error?: ErrorCode | undefined;
  readonly host?: string | undefined;
  readonly keyId?: string | undefined;
}

/** Where a page of a search ends: the last row that was looked at. */
export interface RequestPlace {
  readonly createdAtMs: number;
  readonly id: string;
}

/** A page of an account's requests that a filter keeps, newest first. */
export interface RequestSearch extends RequestFilter {
  readonly limit: number;
  /** Created at this time or later. */
  readonly sinceMs?: number | undefined;
  /** Created before this time. */
  readonly untilMs?: number | undefined;
  /** `next` of the page before. */
  readonly after?: RequestPlace | undefined;
}

/** `next` is there while rows may be left; a page may be empty and have one, because it looks at a bounded number of rows. */
export interface FoundRequests {
  readonly rows: readonly RequestSummary[];
  readonly next?: RequestPlace;
}

/** A page of the open requests that nobody waits for. `after`: the last one of the page before. */
export interface AsyncPage {
  readonly minAgeMs: number;
  readonly limit: number;
  readonly after?: Pick<RequestRow, 'createdAtMs' | 'id'> | undefined;
}
