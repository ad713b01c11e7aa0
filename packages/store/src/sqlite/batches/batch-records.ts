import type { WebhookEvent } from '@quarry/contracts';
import type { PackedDelivery, PackedItem } from '../../engine-port.js';
import type { BatchJob, BatchState, BatchWebhook, DeliveryState, WebhookFormat } from '../../port.js';
import { present } from '../../present.js';
import { toPackedRequest } from '../records.js';
import type { RequestRecord } from '../records.js';

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
  target_error_count: number;
  held_credits: number;
  charged_credits: number;
  period_index: number;
  created_at_ms: number;
  started_at_ms: number | null;
  finished_at_ms: number | null;
  deadline_at_ms: number;
  stop_requested_at_ms: number | null;
  webhook: string | null;
  key_id: string | null;
  key_day_ms: number | null;
  key_concurrency: number | null;
  /** JSON text of a crawl's plan. */
  crawl: string | null;
  item_credits: number | null;
  known_count: number;
  /** JSON text. */
  limits_hit: string | null;
  leader: string | null;
  lease_ends_at_ms: number;
}

/** An item with what was sent and with what it has from its job. */
export interface ItemRecord extends Omit<RequestRecord, 'deadline_at_ms'> {
  item_key: number;
  job_id: string;
  job_key: number;
  site: string;
  query: string;
  handed_over_at_ms: number | null;
  deadline_at_ms: number | null;
  job_deadline_at_ms: number;
  seq: number | null;
  metadata: string | null;
}

export interface DeliveryRecord {
  id: string;
  account_id: string;
  job_id: string;
  event: WebhookEvent;
  url: string;
  data: string;
  format: WebhookFormat | null;
  state: DeliveryState;
  attempts: number;
  next_attempt_at_ms: number;
  created_at_ms: number;
  last_attempt_at_ms: number | null;
  last_status_code: number | null;
  last_error: string | null;
}

/** A crawl that is open counts one item more than it has: publishing its last item does not finish it. */
const isOpenCrawl = ({ crawl, state }: JobRecord): boolean =>
  crawl !== null && (state === 'pending' || state === 'in_progress');

/** Items of the job. */
export const itemCountOf = (record: JobRecord): number => record.requests_count - (isOpenCrawl(record) ? 1 : 0);

export const toNames = (limitsHit: string | null): readonly string[] =>
  // safe because only lists of names are written
  limitsHit === null ? [] : (JSON.parse(limitsHit) as string[]);

const toCrawl = ({ crawl, item_credits: itemCredits, known_count: knownCount, limits_hit: hit }: JobRecord) =>
  crawl === null
    ? null
    : { plan: JSON.parse(crawl) as unknown, itemCredits: itemCredits ?? 0, knownCount, limitsHit: toNames(hit) };

export const toJob = (record: JobRecord): BatchJob =>
  present({
    id: record.id,
    accountId: record.account_id,
    operation: record.operation,
    contractVersion: record.contract_version,
    state: record.state,
    requestsCount: itemCountOf(record),
    visibleCount: record.visible_count,
    succeededCount: record.succeeded_count,
    failedCount: record.failed_count,
    targetErrorCount: record.target_error_count,
    heldCredits: record.held_credits,
    chargedCredits: record.charged_credits,
    periodIndex: record.period_index,
    createdAtMs: record.created_at_ms,
    deadlineAtMs: record.deadline_at_ms,
    startedAtMs: record.started_at_ms,
    finishedAtMs: record.finished_at_ms,
    stopRequestedAtMs: record.stop_requested_at_ms,
    // safe because only `admitBatch` writes it
    webhook: record.webhook === null ? null : (JSON.parse(record.webhook) as BatchWebhook),
    keyId: record.key_id,
    keyConcurrency: record.key_concurrency,
    crawl: toCrawl(record),
  });

export const toPackedItem = (record: ItemRecord): PackedItem =>
  present({
    ...toPackedRequest({ ...record, deadline_at_ms: record.deadline_at_ms ?? record.job_deadline_at_ms }),
    jobId: record.job_id,
    index: itemIndex(record.item_key),
    site: record.site,
    query: record.query,
    handedOverAtMs: record.handed_over_at_ms,
    seq: record.seq,
    metadata: record.metadata,
  });

export const toPackedDelivery = (record: DeliveryRecord): PackedDelivery =>
  present({
    id: record.id,
    accountId: record.account_id,
    jobId: record.job_id,
    event: record.event,
    url: record.url,
    data: record.data,
    format: record.format,
    state: record.state,
    attempts: record.attempts,
    nextAttemptAtMs: record.next_attempt_at_ms,
    createdAtMs: record.created_at_ms,
    lastAttemptAtMs: record.last_attempt_at_ms,
    lastStatusCode: record.last_status_code,
    lastError: record.last_error,
  });
