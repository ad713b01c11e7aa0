import type {
  Account,
  AdmitResult,
  ApiKey,
  AsyncPage,
  BatchItem,
  BatchItemStore,
  BatchJob,
  BatchStore,
  CrawlGrowth,
  CrawlStore,
  ItemSummary,
  DeliveryOutcome,
  FieldCounts,
  FieldMissing,
  IdempotencyBegin,
  IdempotencyScope,
  IdempotencyStore,
  IdempotentAnswer,
  KeyLimits,
  KeyStore,
  KeyUse,
  LedgerEntry,
  NewBatch,
  NewBatchItem,
  NewestPage,
  Period,
  Plan,
  PlanChange,
  PublishResult,
  Purge,
  ReadingCounts,
  ReadingRange,
  ReceiverSummary,
  RequestEnd,
  RequestFilter,
  RequestPlace,
  RequestRow,
  RequestStore,
  RequestSummary,
  SiteCounts,
  SpendingRow,
  StoredRecord,
  WebhookDelivery,
  WebhookStore,
} from './port.js';

/** A row of which some fields are JSON text. Engines keep and move it as it is; `createStore` writes and parses it. */
type Packed<Row, Fields extends keyof Row> = Omit<Row, Fields> & {
  readonly [Field in keyof Pick<Row, Fields>]: string;
};
export type PackedRequest = Packed<RequestRow, 'params'>;
export type PackedItem = Packed<BatchItem, 'query' | 'params' | 'metadata'>;
export type PackedDelivery = Packed<WebhookDelivery, 'data'>;
export type PackedRecord = Packed<StoredRecord, 'data'>;

export interface NewAccount {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly concurrency: number;
}

export interface NewKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly keyHash: string;
  readonly limits: KeyLimits | null;
}

export interface NewRequest {
  readonly id: string;
  readonly accountId: string;
  readonly operation: string;
  /** JSON text. */
  readonly params: string;
  readonly sealedHeaders: string | null;
  readonly answerKey: string | null;
  readonly isAsync: true | null;
  readonly webhookUrl: string | null;
  readonly contractVersion: number;
  readonly holdCredits: number;
  readonly deadlineAtMs: number;
  readonly host: string | null;
  readonly key: KeyUse | null;
}

export interface NewItem extends Packed<Omit<NewBatchItem, 'sealedHeaders'>, 'query' | 'params'> {
  readonly sealedHeaders: string | null;
  readonly timeoutMs: number | null;
}

export interface PackedContent {
  /** JSON text. */
  readonly data: string;
  readonly expiresAtMs: number | null;
  readonly dueAtMs: number | null;
}

export interface NewRecord extends PackedContent, Pick<StoredRecord, 'kind' | 'id' | 'owner' | 'version'> {}

/** A delivery that no step of a job or a request has made. */
export type NewDelivery = Pick<PackedDelivery, 'id' | 'accountId' | 'jobId' | 'event' | 'url' | 'data' | 'format'>;

export type NewKeyUse = Parameters<IdempotencyStore['begin']>[0];
export type Claim = Required<Parameters<WebhookStore['claim']>[0]>;
export type DeliveryPage = Parameters<WebhookStore['list']>[1];

/**
 * Rows of an account in the order of their time, newest first, as one index has them: those that have `value` in `by`, older
 * than `before` and not older than `floor`.
 */
export interface RequestWalk {
  readonly by: 'account' | 'operation' | 'host' | 'error' | 'failed' | 'open';
  /** Null where `by` has none. */
  readonly value: string | null;
  readonly before: RequestPlace;
  readonly floor: RequestPlace;
}

export interface ItemWalk {
  readonly afterIndex: number;
  readonly lastIndex: number;
}

interface Finished<Row> {
  readonly isWinner: boolean;
  readonly row: Row;
}
export type FinishedRequest = Finished<PackedRequest> & { readonly availableCredits: number };

export interface AccountEngine {
  createAccount(input: NewAccount, nowMs: number): Promise<Account>;
  getAccount(accountId: string): Promise<Account | null>;
  listAccounts(): Promise<Account[]>;
  changePlan(accountId: string, change: PlanChange): Promise<Account | null>;
  setAccountDisabled(accountId: string, isDisabled: boolean): Promise<Account | null>;
  grantCredits(accountId: string, credits: number, grantId: string, nowMs: number): Promise<Period | null>;
  /** The current period. One that has ended may be returned as it is written: `rollPeriod` rolls it. */
  readPeriod(accountId: string, nowMs: number): Promise<Period | null>;
  rollPeriod(accountId: string, nowMs: number): Promise<Period | null>;
  listPeriods(accountId: string): Promise<Period[]>;
}

/** Keys are known by their hash alone. */
export interface KeyEngine {
  createKey(input: NewKey, nowMs: number): Promise<ApiKey | null>;
  /** What is undefined stays; limits that are null are removed. */
  changeKey(keyId: string, change: { name?: string; limits?: KeyLimits | null }): Promise<ApiKey | null>;
  revokeKey(keyId: string, nowMs: number): Promise<boolean>;
  listKeys(accountId: string): Promise<ApiKey[]>;
  authenticate(keyHash: string): ReturnType<KeyStore['authenticate']>;
  recordKeyUse(keyId: string, nowMs: number): Promise<boolean>;
}

export interface RequestEngine {
  admit(input: NewRequest, nowMs: number): Promise<AdmitResult>;
  begin(requestId: string, attempt: number, nowMs: number): Promise<PackedRequest | null>;
  nextAttempt(requestId: string, attempt: number): Promise<number | null>;
  finish(
    requestId: string,
    end: RequestEnd,
    attempt: number | undefined,
    nowMs: number,
  ): Promise<FinishedRequest | null>;
  getRequest(requestId: string, nowMs: number): Promise<PackedRequest | null>;
  listOpen(accountId: string, limit: number, nowMs: number): ReturnType<RequestStore['listOpen']>;
  listRequests(accountId: string, page: NewestPage): Promise<PackedRequest[]>;
  /** The place of the last of the first `rows` rows of a walk; null when it has fewer. */
  findWalkEnd(accountId: string, walk: RequestWalk, rows: number): Promise<RequestPlace | null>;
  /** The rows of a walk that a filter keeps. */
  walkRequests(accountId: string, walk: RequestWalk, filter: RequestFilter, limit: number): Promise<RequestSummary[]>;
  findAnswer(accountId: string, answerKey: string, sinceMs: number): Promise<PackedRequest | null>;
  listAsync(page: AsyncPage, nowMs: number): Promise<PackedRequest[]>;
  forgetStored(requestId: string): Promise<void>;
  sweepExpired(graceMs: number, limit: number, nowMs: number): ReturnType<RequestStore['sweepExpired']>;
  purge(retentionMs: number, limit: number, nowMs: number): ReturnType<RequestStore['purge']>;
}

export interface LedgerEngine {
  readJournal(accountId: string, limit: number, afterId?: string): Promise<LedgerEntry[]>;
  rebuildPeriods(accountId: string): Promise<Period[]>;
  rollPeriods(limit: number, nowMs: number): Promise<number>;
}

export interface IdempotencyEngine {
  beginKey(input: NewKeyUse, nowMs: number): Promise<IdempotencyBegin>;
  renewKey(scope: IdempotencyScope, requestId: string, leaseMs: number, nowMs: number): Promise<boolean>;
  takeOverKey(
    scope: IdempotencyScope,
    from: string,
    to: { requestId: string; leaseMs: number },
    nowMs: number,
  ): Promise<boolean>;
  finishKey(scope: IdempotencyScope, requestId: string, answer: IdempotentAnswer, nowMs: number): Promise<boolean>;
  forgetKey(scope: IdempotencyScope, requestId: string, nowMs: number): Promise<boolean>;
  purgeKeys(limit: number, nowMs: number): Promise<Purge<number>>;
}

export interface BatchEngine {
  admitBatch(input: NewBatch, nowMs: number): Promise<AdmitResult>;
  addBatchItems(jobId: string, items: readonly NewItem[]): Promise<void>;
  activateBatch(jobId: string): Promise<BatchJob | null>;
  abandonBatch(jobId: string, nowMs: number): Promise<boolean>;
  getBatch(jobId: string): Promise<BatchJob | null>;
  listBatches(accountId: string, page: NewestPage): Promise<BatchJob[]>;
  requestBatchStop(jobId: string, nowMs: number): Promise<BatchJob | null>;
  /** Items by index, those after `afterIndex` and up to `lastIndex`, that a filter keeps. */
  walkItems(jobId: string, walk: ItemWalk, filter: RequestFilter, limit: number): Promise<ItemSummary[]>;
  readBatchResults(jobId: string, page: Parameters<BatchStore['results']>[1]): Promise<PackedItem[]>;
  leaseBatches(input: Parameters<BatchStore['lease']>[0], nowMs: number): Promise<BatchJob[]>;
  renewBatchLease(jobId: string, owner: string, leaseMs: number, nowMs: number): Promise<BatchJob | null>;
  releaseBatchLease(jobId: string, owner: string): Promise<void>;
  listOpenItems(jobId: string, afterIndex: number, limit: number): ReturnType<BatchStore['openItems']>;
  /** No id is given twice, as in `endBatchItems`. */
  handOverItems(
    jobId: string,
    owner: string,
    input: Parameters<BatchStore['handOver']>[2],
    nowMs: number,
  ): Promise<string[]>;
  endBatchItems(
    jobId: string,
    owner: string,
    input: Parameters<BatchStore['endItems']>[2],
    nowMs: number,
  ): Promise<string[]>;
  publishItems(jobId: string, owner: string, limit: number, nowMs: number): Promise<PublishResult | null>;
  readBatchLoad(nowMs: number): ReturnType<BatchStore['load']>;
  sweepAcceptingBatches(maxAgeMs: number, limit: number, nowMs: number): Promise<string[]>;
  purgeBatches(retentionMs: number, limit: number, nowMs: number): ReturnType<BatchStore['purge']>;
}

export interface BatchItemEngine {
  beginItem(itemId: string, attempt: number, nowMs: number): Promise<PackedItem | null>;
  nextItemAttempt(itemId: string, attempt: number): ReturnType<BatchItemStore['nextAttempt']>;
  finishItem(
    itemId: string,
    end: RequestEnd,
    attempt: number | undefined,
    nowMs: number,
  ): Promise<Finished<PackedItem> | null>;
  getItem(itemId: string): Promise<PackedItem | null>;
}

export interface CrawlEngine {
  listFoundPages(jobId: string, limit: number, maxBytes: number): ReturnType<CrawlStore['found']>;
  absorbPages(
    jobId: string,
    owner: string,
    input: Parameters<CrawlStore['absorb']>[2],
    nowMs: number,
  ): ReturnType<CrawlStore['absorb']>;
  listAddresses(jobId: string, fromPlace: number, limit: number): ReturnType<CrawlStore['addresses']>;
  growCrawl(
    jobId: string,
    owner: string,
    input: { items: readonly NewItem[]; maxCredits: number | null; creditsPerDay: number | null },
    nowMs: number,
  ): Promise<CrawlGrowth | null>;
  closeCrawl(jobId: string, owner: string, limitsHit: readonly string[], nowMs: number): Promise<BatchJob | null>;
  claimContent(itemId: string, contentKey: string): ReturnType<CrawlStore['claimContent']>;
}

/** Of one key too; null: of rows without one. */
export interface SpendingSums extends SpendingRow {
  readonly keyId: string | null;
}

/** Sums of bounded slices, by day, operation, host and key, in any order. */
export interface SpendingEngine {
  /** Of the ended rows of a walk. */
  sumRequests(accountId: string, walk: RequestWalk): Promise<SpendingSums[]>;
  /** Of the visible items with these indexes of each of the jobs. */
  sumItems(jobIds: readonly string[], walk: ItemWalk): Promise<SpendingSums[]>;
}

export interface WebhookEngine {
  /** False: there is a delivery with this id. */
  insertDelivery(input: NewDelivery, nowMs: number): Promise<boolean>;
  /** Of the newest `limit` deliveries, in any order. */
  sumReceivers(accountId: string, limit: number): Promise<ReceiverSummary[]>;
  claimDeliveries(claim: Claim, nowMs: number): Promise<PackedDelivery[]>;
  finishDelivery(deliveryId: string, attempts: number, outcome: DeliveryOutcome): Promise<boolean>;
  getDelivery(deliveryId: string): Promise<PackedDelivery | null>;
  listDeliveries(accountId: string, page: DeliveryPage): Promise<PackedDelivery[]>;
  redeliver(accountId: string, deliveryId: string, nowMs: number): Promise<PackedDelivery | null>;
  purgeDeliveries(retentionMs: number, limit: number, nowMs: number): Promise<Purge<number>>;
}

/** Records that have expired are absent for every call but `purgeRecords`. */
export interface RecordEngine {
  insertRecord(input: NewRecord, nowMs: number): Promise<boolean>;
  getRecord(kind: string, id: string, nowMs: number): Promise<PackedRecord | null>;
  /** The next version is one greater. */
  replaceRecord(
    current: Pick<StoredRecord, 'kind' | 'id' | 'version'>,
    next: PackedContent,
    nowMs: number,
  ): Promise<PackedRecord | null>;
  removeRecord(kind: string, id: string, nowMs: number): Promise<boolean>;
  listRecords(kind: string, owner: string, page: NewestPage, nowMs: number): Promise<PackedRecord[]>;
  listDueRecords(kind: string, limit: number, nowMs: number): Promise<PackedRecord[]>;
  removeRecords(kind: string, owner: string, nowMs: number): Promise<number>;
  purgeRecords(limit: number, nowMs: number): Promise<number>;
}

export interface ReadingEngine {
  addReading(counts: ReadingCounts): Promise<void>;
  /** Newest day first. */
  listReadingFields(range: ReadingRange): Promise<FieldCounts[]>;
  listReadingSites(range: ReadingRange): Promise<SiteCounts[]>;
  listMissing(day: string, operation: string): Promise<FieldMissing[]>;
  /** Of days before `beforeDay`. */
  purgeReading(beforeDay: string, limit: number): Promise<number>;
}

/**
 * What an adapter of the store implements: the calls of the port, whose meaning is described there, with input that is checked
 * and packed, limits that are bounded, and the time.
 */
export interface StoreEngine
  extends
    AccountEngine,
    KeyEngine,
    RequestEngine,
    LedgerEngine,
    IdempotencyEngine,
    BatchEngine,
    BatchItemEngine,
    CrawlEngine,
    SpendingEngine,
    WebhookEngine,
    RecordEngine,
    ReadingEngine {
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The same calls of an engine that answers at once, within the caller's transaction. */
export type SyncCalls = {
  [Name in Exclude<keyof StoreEngine, 'close'>]: (
    ...args: Parameters<StoreEngine[Name]>
  ) => Awaited<ReturnType<StoreEngine[Name]>>;
};
