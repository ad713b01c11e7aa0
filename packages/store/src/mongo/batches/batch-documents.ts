import type { JobEvent, WebhookEvent } from '@quarry/contracts';
import type { PackedDelivery, PackedItem } from '../../engine-port.js';
import type {
  BatchJob,
  BatchState,
  DeliveryState,
  NewBatch,
  OpenBatchItem,
  RequestEnd,
  WebhookFormat,
} from '../../port.js';
import { present } from '../../present.js';
import { endFields, toPackedRequest } from '../documents.js';
import type { IntentDocument, RequestDocument } from '../documents.js';

/** A due event of a job, present until it is a delivery. */
export interface EventDocument {
  /** The delivery's id. */
  _id: string;
  event: JobEvent;
  /** JSON text. */
  data: string;
  atMs: number;
}

/** Items that a crawl is about to get. */
export interface GrowthDocument {
  /** Counts the growths of the job, those that were dropped too. */
  number: number;
  count: number;
  credits: number;
}

/** `abandoned`: hidden from callers; until the purge it keeps its id in use and owns items that arrive late. */
export type JobState = BatchState | 'abandoned';

export interface BatchDocument {
  _id: string;
  accountId: string;
  operation: string;
  contractVersion: number;
  state: JobState;
  requestsCount: number;
  visibleCount: number;
  succeededCount: number;
  failedCount: number;
  /** Absent: none. */
  targetErrorCount?: number;
  heldCredits: number;
  chargedCredits: number;
  periodIndex: number;
  createdAtMs: number;
  startedAtMs?: number;
  finishedAtMs?: number;
  deadlineAtMs: number;
  stopRequestedAtMs?: number;
  webhook?: {
    url: string;
    events: JobEvent[];
    format?: WebhookFormat;
    metadata?: string;
    sealedHeaders?: string;
  };
  keyId?: string;
  keyDayMs?: number;
  keyConcurrency?: number;
  /** JSON text of a crawl's plan; present makes it a crawl. */
  crawl?: string;
  /** Of a crawl alone: hold of each item, addresses of its frontier, names of bounds, numbers of growths, the one under way. */
  itemCredits?: number;
  knownCount?: number;
  limitsHit?: string[];
  growths?: number;
  growing?: GrowthDocument;
  /** As in the period's hold. */
  holdToken: string;
  /** Counts the steps that change the job's own fields; each step requires the revision that it was made from. */
  revision: number;
  /** When it was admitted; present while it is accepting. */
  acceptingSinceMs?: number;
  /** When it was admitted; present from its activation to its end. */
  unfinishedSinceMs?: number;
  /** When it last changed; present until its hold is settled and its events are deliveries. */
  unsettledSinceMs?: number;
  leaseOwner?: string;
  /** 0 while nobody leads it. */
  leaseEndsAtMs: number;
  events: EventDocument[];
}

/**
 * An item has a copy of its job's common fields, so that a worker reads nothing else. `open`, `due` and `place` are its
 * stages: one of them is always present, and each begins with the job's id.
 */
export interface BatchItemDocument extends Omit<
  RequestDocument,
  'holdToken' | 'holdOrder' | 'batch' | 'unsettledSinceMs'
> {
  jobId: string;
  index: number;
  site: string;
  /** JSON text, as `params` and `metadata`. */
  query: string;
  timeoutMs?: number;
  handedOverAtMs?: number;
  metadata?: string;
  /** Sorts the ended items of a job, as `JournalDocument.order`. */
  endOrder?: number;
  /** Marks the items that a command for many has changed. */
  stepToken?: string;
  seq?: number;
  /** Index, and attempt once it is handed over; present while the item is open. Changes of an open item select it by this key. */
  open?: string;
  /** What `open` was; present while it has ended and has no number. */
  due?: string;
  /** By number. */
  place?: string;
  /** JSON text: what its page links to, and its key as `itemKey`; present until it is in the frontier. */
  found?: string;
  foundKey?: string;
}

export interface DeliveryDocument {
  _id: string;
  accountId: string;
  jobId: string;
  event: WebhookEvent;
  url: string;
  /** `URL.host` of the url. */
  host: string;
  /** JSON text. */
  data: string;
  format?: WebhookFormat;
  state: DeliveryState;
  attempts: number;
  nextAttemptAtMs: number;
  /** As `nextAttemptAtMs`; there while the delivery is pending. */
  dueAtMs?: number;
  createdAtMs: number;
  lastAttemptAtMs?: number;
  lastStatusCode?: number;
  lastError?: string;
}

const INDEX_DIGITS = 8;

/** Sorts a job's items by index, or by number. */
export const itemKey = (jobId: string, place: number): string =>
  `${jobId}:${String(place).padStart(INDEX_DIGITS, '0')}`;

/** The key of an open item at an attempt; 0 while it waits to be handed over. */
export const openKey = (jobId: string, index: number, attempt: number): string => `${itemKey(jobId, index)}:${attempt}`;

/** Every key of the job whose place is greater than `after`. */
export const keysAfter = (jobId: string, after: number): { $gte: string; $lt: string } => ({
  // No id has a colon, and the semicolon is the character after it.
  $gte: itemKey(jobId, after + 1),
  $lt: `${jobId};`,
});

const IS_LIVE: ReadonlySet<JobState> = new Set(['pending', 'in_progress']);
export const LIVE_STATES: JobState[] = [...IS_LIVE];
export const isLive = ({ state }: Pick<BatchDocument, 'state'>): boolean => IS_LIVE.has(state);

/** Selects jobs that the owner leads. */
export const isLedBy = (owner: string, nowMs: number) => ({
  state: { $in: LIVE_STATES },
  leaseOwner: owner,
  leaseEndsAtMs: { $gt: nowMs },
});

export const packJob = ({ requestsCount, webhook, key, crawl }: NewBatch): string =>
  JSON.stringify({
    ...{ requestsCount, webhook, keyConcurrency: key?.concurrency },
    ...(crawl && { crawl: JSON.stringify(crawl.plan ?? null), itemCredits: crawl.itemCredits }),
  });

type PackedJob = Pick<BatchDocument, 'requestsCount' | 'webhook' | 'keyConcurrency' | 'crawl' | 'itemCredits'>;

/** The job that an intent asks for. */
export const toNewBatch = (intent: IntentDocument, packed: string, periodIndex: number): BatchDocument => {
  // safe because `packJob` wrote it
  const { requestsCount, webhook, keyConcurrency, crawl, itemCredits } = JSON.parse(packed) as PackedJob;
  return present({
    _id: intent._id,
    accountId: intent.accountId,
    operation: intent.operation,
    contractVersion: intent.contractVersion,
    state: 'accepting' as const,
    requestsCount,
    visibleCount: 0,
    succeededCount: 0,
    failedCount: 0,
    heldCredits: intent.heldCredits,
    chargedCredits: 0,
    periodIndex,
    createdAtMs: intent.createdAtMs,
    deadlineAtMs: intent.deadlineAtMs,
    webhook,
    keyId: intent.keyId,
    keyDayMs: intent.keyDayMs,
    keyConcurrency,
    crawl,
    itemCredits,
    holdToken: intent.holdToken,
    revision: 0,
    acceptingSinceMs: intent.createdAtMs,
    leaseEndsAtMs: 0,
    events: [],
  });
};

/** Items of the job: a crawl that is open counts one more, so that publishing its last item does not finish it. */
export const itemCountOf = (job: Pick<BatchDocument, 'crawl' | 'state' | 'requestsCount'>): number =>
  job.requestsCount - (job.crawl !== undefined && isLive(job) ? 1 : 0);

const toCrawl = ({ crawl, itemCredits = 0, knownCount = 0, limitsHit = [] }: BatchDocument) =>
  crawl === undefined ? undefined : { plan: JSON.parse(crawl) as unknown, itemCredits, knownCount, limitsHit };

export const toBatchJob = (document: BatchDocument): BatchJob =>
  present({
    id: document._id,
    accountId: document.accountId,
    operation: document.operation,
    contractVersion: document.contractVersion,
    // safe because no abandoned job leaves the adapter
    state: document.state as BatchState,
    requestsCount: itemCountOf(document),
    visibleCount: document.visibleCount,
    succeededCount: document.succeededCount,
    failedCount: document.failedCount,
    targetErrorCount: document.targetErrorCount ?? 0,
    heldCredits: document.heldCredits,
    chargedCredits: document.chargedCredits,
    periodIndex: document.periodIndex,
    createdAtMs: document.createdAtMs,
    startedAtMs: document.startedAtMs,
    finishedAtMs: document.finishedAtMs,
    deadlineAtMs: document.deadlineAtMs,
    stopRequestedAtMs: document.stopRequestedAtMs,
    webhook: document.webhook,
    keyId: document.keyId,
    keyConcurrency: document.keyConcurrency,
    crawl: toCrawl(document),
  });

export const toPackedItem = (document: BatchItemDocument): PackedItem =>
  present({
    ...toPackedRequest(document),
    jobId: document.jobId,
    index: document.index,
    site: document.site,
    query: document.query,
    handedOverAtMs: document.handedOverAtMs,
    seq: document.seq,
    metadata: document.metadata,
  });

/** What the end of an item adds for the frontier of its crawl. */
export const foundOf = ({ jobId, index }: BatchItemDocument, { found }: RequestEnd) =>
  found === undefined || found.urls.length === 0
    ? {}
    : { found: JSON.stringify({ depth: found.depth, urls: found.urls }), foundKey: itemKey(jobId, index) };

/** The update that ends open items: from then on they are due to be numbered. */
export const endOfItem = (end: RequestEnd, nowMs: number, endOrder: number, stepToken?: string) => {
  const values = {
    ...endFields(end, nowMs),
    // JSON text, so that no key of it is an operator.
    metadata: end.metadata && JSON.stringify(end.metadata),
    stepToken,
    endOrder,
  };
  return { $set: present(values), $unset: { sealedHeaders: 1 }, $rename: { open: 'due' } } as const;
};

export const toOpenItem = (document: BatchItemDocument): OpenBatchItem =>
  present({
    id: document._id,
    index: document.index,
    site: document.site,
    attempt: document.attempt,
    timeoutMs: document.timeoutMs,
    handedOverAtMs: document.handedOverAtMs,
    deadlineAtMs: document.deadlineAtMs,
  });

export const toPackedDelivery = (document: DeliveryDocument): PackedDelivery =>
  present({
    id: document._id,
    accountId: document.accountId,
    jobId: document.jobId,
    event: document.event,
    url: document.url,
    data: document.data,
    format: document.format,
    state: document.state,
    attempts: document.attempts,
    nextAttemptAtMs: document.nextAttemptAtMs,
    createdAtMs: document.createdAtMs,
    lastAttemptAtMs: document.lastAttemptAtMs,
    lastStatusCode: document.lastStatusCode,
    lastError: document.lastError,
  });
