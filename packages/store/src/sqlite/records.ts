import type { ErrorCode, Verdict } from '@quarry/contracts';
import type { PackedRequest } from '../engine-port.js';
import type { Account, ApiKey, KeyLimits, LedgerEntry, LedgerEntryKind, Period, Purge, RequestState } from '../port.js';
import { present } from '../present.js';

/** Rows as SQLite returns them, and their way into the port's shapes. */
export interface AccountRecord {
  id: string;
  name: string;
  credits_per_period: number;
  period_days: number;
  renew: number;
  concurrency: number;
  is_disabled: number;
  created_at_ms: number;
  period_index: number;
  period_end_ms: number;
  stored_bytes: number;
}

export interface PeriodRecord {
  account_id: string;
  period_index: number;
  start_ms: number;
  end_ms: number;
  granted: number;
  charged: number;
  held: number;
  expired: number;
  available: number;
}

export interface KeyRecord {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  limits: string | null;
  created_at_ms: number;
  revoked_at_ms: number | null;
  last_used_at_ms: number | null;
}

export interface RequestRecord {
  id: string;
  account_id: string;
  operation: string;
  params: string;
  sealed_headers: string | null;
  is_async: 1 | null;
  webhook_url: string | null;
  key_id: string | null;
  key_day_ms: number | null;
  contract_version: number;
  state: RequestState;
  attempt: number;
  held_credits: number;
  charged_credits: number;
  period_index: number;
  created_at_ms: number;
  deadline_at_ms: number;
  started_at_ms: number | null;
  ended_at_ms: number | null;
  verdict: Verdict | null;
  error: ErrorCode | null;
  reason: string | null;
  message: string | null;
  retry_after_seconds: number | null;
  host: string | null;
  tier: string | null;
  status_code: number | null;
  fetch_ms: number | null;
  render_ms: number | null;
  read_ms: number | null;
  answer_name: string | null;
  page_name: string | null;
}

export interface LedgerRecord {
  id: string;
  account_id: string;
  period_index: number;
  kind: LedgerEntryKind;
  credits: number;
  request_id: string | null;
  at_ms: number;
}

/** Later than every row, for the first page of a list. The empty id that goes with it sorts before all others. */
export const LATEST_MS = Number.MAX_SAFE_INTEGER;

/** What a statement has found, in the port's shape. */
export const orNull = <Row, Value>(row: Row | undefined, toValue: (row: Row) => Value): Value | null =>
  row === undefined ? null : toValue(row);

/** The result of a purge that finds and removes in one transaction: what it removed is what it found. */
export const toPurge = <Removed extends number | readonly unknown[]>(
  removed: Removed,
  limit: number,
): Purge<Removed> => ({ removed, hasMore: (typeof removed === 'number' ? removed : removed.length) >= limit });

export const toAccount = (record: AccountRecord): Account => ({
  id: record.id,
  name: record.name,
  plan: {
    creditsPerPeriod: record.credits_per_period,
    periodDays: record.period_days,
    renew: record.renew === 1,
  },
  concurrency: record.concurrency,
  isDisabled: record.is_disabled === 1,
  createdAtMs: record.created_at_ms,
  storedBytes: record.stored_bytes,
});

export const toPeriod = (record: PeriodRecord): Period => ({
  accountId: record.account_id,
  index: record.period_index,
  startMs: record.start_ms,
  endMs: record.end_ms,
  granted: record.granted,
  charged: record.charged,
  held: record.held,
  expired: record.expired,
  available: record.available,
});

// safe because only the port's limits are written
export const toLimits = (limits: string | null): KeyLimits | null =>
  limits === null ? null : (JSON.parse(limits) as KeyLimits);

export const toApiKey = (record: KeyRecord): ApiKey =>
  present({
    id: record.id,
    accountId: record.account_id,
    name: record.name,
    prefix: record.prefix,
    limits: toLimits(record.limits),
    createdAtMs: record.created_at_ms,
    revokedAtMs: record.revoked_at_ms,
    lastUsedAtMs: record.last_used_at_ms,
  });

export const toPackedRequest = (record: RequestRecord): PackedRequest =>
  present({
    id: record.id,
    accountId: record.account_id,
    operation: record.operation,
    params: record.params,
    sealedHeaders: record.sealed_headers,
    isAsync: record.is_async === 1 ? (true as const) : undefined,
    webhookUrl: record.webhook_url,
    keyId: record.key_id,
    contractVersion: record.contract_version,
    state: record.state,
    attempt: record.attempt,
    heldCredits: record.held_credits,
    chargedCredits: record.charged_credits,
    periodIndex: record.period_index,
    createdAtMs: record.created_at_ms,
    deadlineAtMs: record.deadline_at_ms,
    startedAtMs: record.started_at_ms,
    endedAtMs: record.ended_at_ms,
    verdict: record.verdict,
    error: record.error,
    reason: record.reason,
    message: record.message,
    retryAfterSeconds: record.retry_after_seconds,
    host: record.host,
    tier: record.tier,
    statusCode: record.status_code,
    fetchMs: record.fetch_ms,
    renderMs: record.render_ms,
    readMs: record.read_ms,
    answerName: record.answer_name,
    pageName: record.page_name,
  });

export const toLedgerEntry = (record: LedgerRecord): LedgerEntry =>
  present({
    id: record.id,
    accountId: record.account_id,
    periodIndex: record.period_index,
    kind: record.kind,
    credits: record.credits,
    requestId: record.request_id,
    atMs: record.at_ms,
  });
