import type { BatchEvent, ErrorCode, Verdict } from '@quarry/contracts';
import type {
  BatchItem,
  BatchJob,
  BatchState,
  BatchWebhook,
  DeliveryState,
  OpenBatchItem,
  RequestState,
  WebhookDelivery,
} from '../../port.js';
import { present, toRequestRow } from '../documents.js';
import type { IntentDocument } from '../documents.js';

/** A due event of a job, there until it is a delivery. */
export interface EventDocument {
  /** The delivery's id. */
  _id: string;
  event: BatchEvent;
  /** JSON text. */
  data: string;
  atMs: number;
}

/** `abandoned`: as if it had never been; it keeps its id taken, and what comes late, until it is purged. */
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
  heldCredits: number;
  chargedCredits: number;
  periodIndex: number;
  createdAtMs: number;
  startedAtMs?: number;
  finishedAtMs?: number;
  deadlineAtMs: number;
  stopRequestedAtMs?: number;
  webhook?: { url: string; events: BatchEvent[] };
  /** As in the period's hold. */
  holdToken: string;
  /** Counts the steps that change what the job says of itself; each is made on the one before. */
  revision: number;
  /** When it was admitted; there while it is accepting. */
  acceptingSinceMs?: number;
  /** When it was admitted; there from its activation to its end. */
  unfinishedSinceMs?: number;
  /** When it last changed; there until its hold has followed and its events are deliveries. */
  unsettledSinceMs?: number;
  leaseOwner?: string;
  /** 0 while nobody leads it. */
  leaseEndsAtMs: number;
  events: EventDocument[];
}

/**
 * An item carries what its job says of every one, so that a worker reads nothing else. `open`, `due` and `place` say where
 * it is on its way: there is always one of them, and each begins with the job's id.
 */
export interface BatchItemDocument {
  _id: string;
  jobId: string;
  accountId: string;
  operation: string;
  contractVersion: number;
  periodIndex: number;
  createdAtMs: number;
  index: number;
  site: string;
  /** JSON text, as `params` and `metadata`. */
  query: string;
  params: string;
  sealedHeaders?: string;
  state: RequestState;
  attempt: number;
  heldCredits: number;
  chargedCredits: number;
  deadlineAtMs: number;
  handedOverAtMs?: number;
  startedAtMs?: number;
  endedAtMs?: number;
  verdict?: Verdict;
  error?: ErrorCode;
  reason?: string;
  message?: string;
  answerName?: string;
  pageName?: string;
  storedBytes?: number;
  metadata?: string;
  /** Sorts the ended items of a job, as `JournalDocument.order`. */
  endOrder?: number;
  /** Tells those that a command for many has changed. */
  stepToken?: string;
  seq?: number;
  /** By index, and by attempt once it is handed over; there while the item is open. What changes an open item goes by it. */
  open?: string;
  /** What `open` was; there while it has ended and has no number. */
  due?: string;
  /** By number. */
  place?: string;
}

export interface DeliveryDocument {
  _id: string;
  accountId: string;
  jobId: string;
  event: BatchEvent;
  url: string;
  /** `URL.host` of the url. */
  host: string;
  /** JSON text. */
  data: string;
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

/** What stands of a job that the owner leads. */
export const isLedBy = (owner: string, nowMs: number) => ({
  state: { $in: LIVE_STATES },
  leaseOwner: owner,
  leaseEndsAtMs: { $gt: nowMs },
});

export const packJob = (requestsCount: number, webhook: BatchWebhook | undefined): string =>
  JSON.stringify({ requestsCount, webhook });

/** The job that an intent asks for. */
export const toNewBatch = (intent: IntentDocument, packed: string, periodIndex: number): BatchDocument => {
  // safe because `packJob` wrote it
  const { requestsCount, webhook } = JSON.parse(packed) as Pick<BatchDocument, 'requestsCount' | 'webhook'>;
  return {
    _id: intent._id,
    accountId: intent.accountId,
    operation: intent.operation,
    contractVersion: intent.contractVersion,
    state: 'accepting',
    requestsCount,
    visibleCount: 0,
    succeededCount: 0,
    failedCount: 0,
    heldCredits: intent.heldCredits,
    chargedCredits: 0,
    periodIndex,
    createdAtMs: intent.createdAtMs,
    deadlineAtMs: intent.deadlineAtMs,
    ...present('webhook', webhook),
    holdToken: intent.holdToken,
    revision: 0,
    acceptingSinceMs: intent.createdAtMs,
    leaseEndsAtMs: 0,
    events: [],
  };
};

export const toBatchJob = (document: BatchDocument): BatchJob => ({
  id: document._id,
  accountId: document.accountId,
  operation: document.operation,
  contractVersion: document.contractVersion,
  // safe because no abandoned job leaves the adapter
  state: document.state as BatchState,
  requestsCount: document.requestsCount,
  visibleCount: document.visibleCount,
  succeededCount: document.succeededCount,
  failedCount: document.failedCount,
  heldCredits: document.heldCredits,
  chargedCredits: document.chargedCredits,
  periodIndex: document.periodIndex,
  createdAtMs: document.createdAtMs,
  ...present('startedAtMs', document.startedAtMs),
  ...present('finishedAtMs', document.finishedAtMs),
  deadlineAtMs: document.deadlineAtMs,
  ...present('stopRequestedAtMs', document.stopRequestedAtMs),
  ...present('webhook', document.webhook),
});

export const toBatchItem = (document: BatchItemDocument): BatchItem => ({
  ...toRequestRow(document),
  jobId: document.jobId,
  index: document.index,
  site: document.site,
  query: JSON.parse(document.query) as unknown,
  ...present('handedOverAtMs', document.handedOverAtMs),
  ...present('seq', document.seq),
  // safe because only the end of an item writes it
  ...(document.metadata === undefined ? {} : { metadata: JSON.parse(document.metadata) as Record<string, string> }),
});

export const toOpenItem = (document: BatchItemDocument): OpenBatchItem => ({
  id: document._id,
  index: document.index,
  site: document.site,
  attempt: document.attempt,
  ...present('handedOverAtMs', document.handedOverAtMs),
  deadlineAtMs: document.deadlineAtMs,
});

export const toDelivery = (document: DeliveryDocument): WebhookDelivery => ({
  id: document._id,
  accountId: document.accountId,
  jobId: document.jobId,
  event: document.event,
  url: document.url,
  // safe because only the steps of jobs write it
  data: JSON.parse(document.data) as Record<string, unknown>,
  state: document.state,
  attempts: document.attempts,
  nextAttemptAtMs: document.nextAttemptAtMs,
  createdAtMs: document.createdAtMs,
  ...present('lastAttemptAtMs', document.lastAttemptAtMs),
  ...present('lastStatusCode', document.lastStatusCode),
  ...present('lastError', document.lastError),
});
