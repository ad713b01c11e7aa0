import type { ErrorCode, Verdict } from '@quarry/contracts';
import type { Account, ApiKey, LedgerEntry, LedgerEntryKind, Period, RequestRow, RequestState } from '../port.js';

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
  created_at_ms: number;
  revoked_at_ms: number | null;
}

export interface RequestRecord {
  id: string;
  account_id: string;
  operation: string;
  params: string;
  sealed_headers: string | null;
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

/** A request whose parameters are still JSON text: they are parsed on the caller's side of the thread. */
export type PackedRequest = Omit<RequestRow, 'params'> & { readonly params: string };

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

export const toApiKey = (record: KeyRecord): ApiKey => ({
  id: record.id,
  accountId: record.account_id,
  name: record.name,
  prefix: record.prefix,
  createdAtMs: record.created_at_ms,
  ...(record.revoked_at_ms === null ? {} : { revokedAtMs: record.revoked_at_ms }),
});

export const toPackedRequest = (record: RequestRecord): PackedRequest => ({
  id: record.id,
  accountId: record.account_id,
  operation: record.operation,
  params: record.params,
  ...(record.sealed_headers === null ? {} : { sealedHeaders: record.sealed_headers }),
  contractVersion: record.contract_version,
  state: record.state,
  attempt: record.attempt,
  heldCredits: record.held_credits,
  chargedCredits: record.charged_credits,
  periodIndex: record.period_index,
  createdAtMs: record.created_at_ms,
  deadlineAtMs: record.deadline_at_ms,
  ...(record.started_at_ms === null ? {} : { startedAtMs: record.started_at_ms }),
  ...(record.ended_at_ms === null ? {} : { endedAtMs: record.ended_at_ms }),
  ...(record.verdict === null ? {} : { verdict: record.verdict }),
  ...(record.error === null ? {} : { error: record.error }),
  ...(record.reason === null ? {} : { reason: record.reason }),
  ...(record.message === null ? {} : { message: record.message }),
  ...(record.answer_name === null ? {} : { answerName: record.answer_name }),
  ...(record.page_name === null ? {} : { pageName: record.page_name }),
});

export const toLedgerEntry = (record: LedgerRecord): LedgerEntry => ({
  id: record.id,
  accountId: record.account_id,
  periodIndex: record.period_index,
  kind: record.kind,
  credits: record.credits,
  ...(record.request_id === null ? {} : { requestId: record.request_id }),
  atMs: record.at_ms,
});
