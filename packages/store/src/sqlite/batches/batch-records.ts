import type { BatchEvent, ErrorCode, Verdict } from '@quarry/contracts';
import type {
  BatchItem,
  BatchJob,
  BatchState,
  BatchWebhook,
  DeliveryState,
  RequestState,
  WebhookDelivery,
} from '../../port.js';

/** Bits of an item's key that are its index; the others are its job's key. */
const INDEX_BITS = 20;
const KEYS_PER_JOB = 2 ** INDEX_BITS;

export const itemKey = (jobKey: number, index: number): number => jobKey * KEYS_PER_JOB + index;
export const itemIndex = (key: number): number => key % KEYS_PER_JOB;

export interface JobRecord {
  job_key: number;
  id: string;
  account_id: string;
  operation: string;
  contract_version: number;
  state: BatchState;
  requests_count: number;
  added_count: number;
  added_credits: number;
  visible_count: number;
  succeeded_count: number;
  failed_count: number;
  held_credits: number;
  charged_credits: number;
  period_index: number;
  created_at_ms: number;
  started_at_ms: number | null;
  finished_at_ms: number | null;
  deadline_at_ms: number;
  stop_requested_at_ms: number | null;
  webhook: string | null;
  leader: string | null;
  lease_ends_at_ms: number;
}

/** An item with what was sent and with what it has from its job. */
export interface ItemRecord {
  item_key: number;
  id: string;
  site: string;
  state: RequestState;
  attempt: number;
  held_credits: number;
  charged_credits: number;
  handed_over_at_ms: number | null;
  deadline_at_ms: number | null;
  started_at_ms: number | null;
  ended_at_ms: number | null;
  seq: number | null;
  verdict: Verdict | null;
  error: ErrorCode | null;
  reason: string | null;
  message: string | null;
  answer_name: string | null;
  page_name: string | null;
  metadata: string | null;
  sealed_headers: string | null;
  query: string;
  params: string;
  job_id: string;
  account_id: string;
  operation: string;
  contract_version: number;
  period_index: number;
  created_at_ms: number;
  job_deadline_at_ms: number;
}

export interface DeliveryRecord {
  id: string;
  account_id: string;
  job_id: string;
  event: BatchEvent;
  url: string;
  data: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_at_ms: number;
  created_at_ms: number;
  last_attempt_at_ms: number | null;
  last_status_code: number | null;
  last_error: string | null;
}

/** Rows whose JSON is still text: it is parsed on the caller's side of the thread. */
export type PackedItem = Omit<BatchItem, 'query' | 'params' | 'metadata'> & {
  readonly query: string;
  readonly params: string;
  readonly metadata?: string;
};
export type PackedDelivery = Omit<WebhookDelivery, 'data'> & { readonly data: string };

type Present<Values> = { [Key in keyof Values]?: Exclude<Values[Key], null> };

/** The values without those that are null: absent is absent. */
const present = <Values extends object>(values: Values): Present<Values> =>
  // safe because what is null is gone, and nothing else is changed
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Present<Values>;

export const toJob = (record: JobRecord): BatchJob => ({
  id: record.id,
  accountId: record.account_id,
  operation: record.operation,
  contractVersion: record.contract_version,
  state: record.state,
  requestsCount: record.requests_count,
  visibleCount: record.visible_count,
  succeededCount: record.succeeded_count,
  failedCount: record.failed_count,
  heldCredits: record.held_credits,
  chargedCredits: record.charged_credits,
  periodIndex: record.period_index,
  createdAtMs: record.created_at_ms,
  deadlineAtMs: record.deadline_at_ms,
  ...present({
    startedAtMs: record.started_at_ms,
    finishedAtMs: record.finished_at_ms,
    stopRequestedAtMs: record.stop_requested_at_ms,
  }),
  // safe because only `admitBatch` writes it
  ...(record.webhook === null ? {} : { webhook: JSON.parse(record.webhook) as BatchWebhook }),
});

export const toPackedItem = (record: ItemRecord): PackedItem => ({
  id: record.id,
  jobId: record.job_id,
  index: itemIndex(record.item_key),
  accountId: record.account_id,
  operation: record.operation,
  site: record.site,
  query: record.query,
  params: record.params,
  contractVersion: record.contract_version,
  state: record.state,
  attempt: record.attempt,
  heldCredits: record.held_credits,
  chargedCredits: record.charged_credits,
  periodIndex: record.period_index,
  createdAtMs: record.created_at_ms,
  deadlineAtMs: record.deadline_at_ms ?? record.job_deadline_at_ms,
  ...present({
    handedOverAtMs: record.handed_over_at_ms,
    startedAtMs: record.started_at_ms,
    endedAtMs: record.ended_at_ms,
    seq: record.seq,
    verdict: record.verdict,
    error: record.error,
    reason: record.reason,
    message: record.message,
    answerName: record.answer_name,
    pageName: record.page_name,
    metadata: record.metadata,
    sealedHeaders: record.sealed_headers,
  }),
});

export const toPackedDelivery = (record: DeliveryRecord): PackedDelivery => ({
  id: record.id,
  accountId: record.account_id,
  jobId: record.job_id,
  event: record.event,
  url: record.url,
  data: record.data,
  state: record.state,
  attempts: record.attempts,
  nextAttemptAtMs: record.next_attempt_at_ms,
  createdAtMs: record.created_at_ms,
  ...present({
    lastAttemptAtMs: record.last_attempt_at_ms,
    lastStatusCode: record.last_status_code,
    lastError: record.last_error,
  }),
});
