import type { JobEvent } from '@quarry/contracts';
import type { CrawlState, NewCrawl } from '../crawls/crawl-state.js';
import type { KeyUse } from '../keys/key-port.js';
import type {
  AdmitResult,
  NewestPage,
  Purge,
  RequestEnd,
  RequestFilter,
  RequestRow,
} from '../requests/request-port.js';

/** `accepting`: its items are being stored; it becomes `pending` with the last of them, or is deleted without a trace. */
export type BatchState = 'accepting' | 'pending' | 'in_progress' | 'done' | 'stopped';

export type WebhookFormat = 'firecrawl';

export interface BatchWebhook {
  readonly url: string;
  readonly events: readonly JobEvent[];
  /** Another API, in whose words the events are sent; absent: our own. */
  readonly format?: WebhookFormat;
  /** Of the caller: JSON text that is sent with each event, and headers, encrypted. */
  readonly metadata?: string;
  readonly sealedHeaders?: string;
}

/**
 * A job. Its counters and credits are computed from the rows of the visible items, which are authoritative.
 * `heldCredits` is the part of the hold that is left for items not yet visible.
 */
export interface BatchJob {
  readonly id: string;
  readonly accountId: string;
  /** `Operation.id` of the items. */
  readonly operation: string;
  readonly contractVersion: number;
  readonly state: BatchState;
  readonly requestsCount: number;
  /** Items that may be read: those with `seq` from 1 to this. */
  readonly visibleCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
  /** Succeeded items whose target responded with a 4xx. */
  readonly targetErrorCount: number;
  readonly heldCredits: number;
  readonly chargedCredits: number;
  readonly periodIndex: number;
  readonly createdAtMs: number;
  /** When the first item was handed over. */
  readonly startedAtMs?: number;
  readonly finishedAtMs?: number;
  readonly deadlineAtMs: number;
  readonly stopRequestedAtMs?: number;
  readonly webhook?: BatchWebhook;
  /** As of a request. */
  readonly keyId?: string;
  /** Items that may be in flight at once, as its key said. */
  readonly keyConcurrency?: number;
  /** Of a crawl alone. Until it is closed its `requestsCount` grows. */
  readonly crawl?: CrawlState;
}

export interface NewBatch {
  readonly id: string;
  readonly accountId: string;
  readonly operation: string;
  readonly contractVersion: number;
  readonly requestsCount: number;
  /** Sum of the items' holds. */
  readonly holdCredits: number;
  readonly deadlineAtMs: number;
  readonly webhook?: BatchWebhook;
  /** Its concurrency is that of the job's items; how many jobs the key has is not limited. */
  readonly key?: KeyUse | undefined;
  /** Makes it a crawl: `CrawlStore.grow` adds further items, and `CrawlStore.close` finishes it. */
  readonly crawl?: NewCrawl | undefined;
}

export interface NewBatchItem {
  /** UUID; the id of the item's request everywhere. */
  readonly id: string;
  /** Place in the submission, from 0. */
  readonly index: number;
  /** The site that it requests, such as a host name: limits per site count by it. At most 255 characters. */
  readonly site: string;
  /** The item as sent. */
  readonly query: unknown;
  /** Checked, with defaults applied. */
  readonly params: unknown;
  /** As for a request. */
  readonly sealedHeaders?: string | undefined;
  readonly holdCredits: number;
}

/**
 * An item as workers and readers see it: a request row of its own. `createdAtMs` and `periodIndex` are its job's. Until it
 * is handed over its deadline is the job's.
 */
export interface BatchItem extends RequestRow {
  readonly jobId: string;
  readonly index: number;
  readonly site: string;
  readonly query: unknown;
  readonly handedOverAtMs?: number;
  /** Place among the ended items, from 1 without gaps; fixed once given. */
  readonly seq?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** An item without what was sent and what was added to its result, which may be large. */
export type ItemSummary = Omit<BatchItem, 'params' | 'query' | 'sealedHeaders' | 'metadata'>;

/** A page of a job's items that a filter keeps, in the order of submission. */
export interface ItemSearch extends Omit<RequestFilter, 'operation' | 'keyId'> {
  readonly limit: number;
  /** Items of the job: its `requestsCount`. */
  readonly count: number;
  /** `nextIndex` of the page before; default: from the first. */
  readonly afterIndex?: number | undefined;
}

/** `nextIndex` is there while items may be left, as `FoundRequests.next`. */
export interface FoundItems {
  readonly rows: readonly ItemSummary[];
  readonly nextIndex?: number;
}

/** What the leader of a job plans with. */
export interface OpenBatchItem {
  readonly id: string;
  readonly index: number;
  readonly site: string;
  readonly attempt: number;
  /** Its own `timeout`, which counts from its hand-over; absent if it has none. */
  readonly timeoutMs?: number;
  /** Absent while it waits to be handed over. */
  readonly handedOverAtMs?: number;
  readonly deadlineAtMs: number;
}

export interface PublishResult {
  readonly job: BatchJob;
  /** Items that became visible. */
  readonly published: number;
  /** More items had ended than the limit allowed. */
  readonly hasMore: boolean;
}

/** Open work of one account and operation, over all unfinished jobs. */
export interface BatchLoad {
  readonly accountId: string;
  readonly operation: string;
  readonly jobs: number;
  /** Items that are not visible yet. */
  readonly openItems: number;
  /** Those of the jobs that have a leader, and their open items. */
  readonly ledJobs: number;
  readonly ledItems: number;
}

/**
 * Jobs and what their one leader does. Every step may be repeated by anyone at any time; those that take an `owner` do
 * nothing unless that owner leads the job.
 */
export interface BatchStore {
  /** Takes the hold for all items and creates the job, `accepting`, both or neither. */
  admit(input: NewBatch): Promise<AdmitResult>;
  /**
   * Adds items to an accepting job, at most 1,000 per call; one whose index is already stored is left as it is. Rejects
   * as `invalid_input` when the job accepts none.
   */
  addItems(jobId: string, items: readonly NewBatchItem[]): Promise<void>;
  /**
   * `accepting` -> `pending` once all items are stored. Returns the job unchanged when that happened before; null when
   * it is unknown or items are missing. Rejects as `invalid_input` when the items' holds do not add up to the job's.
   */
  activate(jobId: string): Promise<BatchJob | null>;
  /** Undoes an accepting job: releases its hold and deletes its rows. False: it is not accepting (any more). */
  abandon(jobId: string): Promise<boolean>;
  get(jobId: string): Promise<BatchJob | null>;
  /** Leaves accepting jobs out. */
  list(accountId: string, page: NewestPage): Promise<BatchJob[]>;
  /** Asks the leader to end what has not been handed over. Returns the job; null when unknown. */
  requestStop(jobId: string): Promise<BatchJob | null>;
  /** The items of an accepted job that a filter keeps, not visible ones too. Bounded as `RequestStore.search`. */
  searchItems(jobId: string, search: ItemSearch): Promise<FoundItems>;
  /** Visible items by `seq`, those after `afterSeq`; only the failed ones where asked for. */
  results(jobId: string, page: { afterSeq: number; limit: number; onlyFailed?: boolean }): Promise<BatchItem[]>;

  /**
   * Makes `owner` the leader of unfinished jobs that nobody leads, oldest first; never of more than `limit`. Leaves out those
   * of `exceptAccounts`, so that one account's jobs do not keep others' waiting. Only those newly led are returned.
   */
  lease(input: {
    owner: string;
    leaseMs: number;
    limit: number;
    exceptAccounts?: readonly string[];
  }): Promise<BatchJob[]>;
  /** Null when the owner no longer leads it; nobody leads a finished job. */
  renewLease(jobId: string, owner: string, leaseMs: number): Promise<BatchJob | null>;
  releaseLease(jobId: string, owner: string): Promise<void>;
  /** Open items by index, those after `afterIndex` (-1: from the first). */
  openItems(jobId: string, page: { afterIndex: number; limit: number }): Promise<OpenBatchItem[]>;
  /**
   * Marks waiting items as handed over, gives them their deadline and makes a pending job `in_progress`. Returns those
   * it marked: none after a stop was requested. At most 1,000 per call, as `endItems`.
   */
  handOver(
    jobId: string,
    owner: string,
    input: { itemIds: readonly string[]; deadlineAtMs: number },
  ): Promise<string[]>;
  /** Ends open items at any attempt, free of charge. Returns those it ended. */
  endItems(jobId: string, owner: string, input: { itemIds: readonly string[]; end: RequestEnd }): Promise<string[]>;
  /**
   * Numbers up to `limit` ended items in the order of their end, makes them visible, settles their part of the job's
   * hold, writes the events that are due, and finishes the job with its last item: `stopped` if a stop was requested,
   * else `done`. Null when the owner does not lead the job.
   */
  publish(jobId: string, owner: string, limit: number): Promise<PublishResult | null>;

  /** Over all unfinished jobs, accepting ones left out. */
  load(): Promise<BatchLoad[]>;
  /** Abandons jobs that have been accepting for longer than `maxAgeMs`, bounded by `limit`. Returns their ids. */
  sweepAccepting(input: { maxAgeMs: number; limit: number }): Promise<string[]>;
  /**
   * Deletes items of jobs that finished longer than `retentionMs` ago, a job with its last item; bounded by `limit`
   * items. Returns which, so that their files can be deleted.
   */
  purge(input: { retentionMs: number; limit: number }): Promise<Purge<{ id: string; accountId: string }[]>>;
}

/** What workers do with items; as with requests. An item's compare-and-set open -> ended is its charge. */
export interface BatchItemStore {
  /** Null when it has ended, was not handed over, its deadline has passed or `attempt` is not the current one. */
  begin(itemId: string, attempt: number): Promise<BatchItem | null>;
  nextAttempt(itemId: string, attempt: number): Promise<number | null>;
  finish(itemId: string, end: RequestEnd, attempt?: number): Promise<{ isWinner: boolean; row: BatchItem } | null>;
  get(itemId: string): Promise<BatchItem | null>;
}
