import type { ErrorCode, Verdict } from '@quarry/contracts';
import type { Account, ApiKey, LedgerEntry, LedgerEntryKind, Period, RequestRow, RequestState } from '../port.js';

/** Documents as MongoDB keeps them, and their way into the port's shapes. */
export interface AccountDocument {
  _id: string;
  name: string;
  creditsPerPeriod: number;
  periodDays: number;
  renew: boolean;
  concurrency: number;
  isDisabled: boolean;
  createdAtMs: number;
  /** Absent: nothing. */
  storedBytes?: number;
}

export interface KeyDocument {
  _id: string;
  accountId: string;
  name: string;
  prefix: string;
  keyHash: string;
  createdAtMs: number;
  revokedAtMs?: number;
}

/** What was asked for and what is held for it; lies in the period until it is a row. */
export interface IntentDocument {
  _id: string;
  accountId: string;
  operation: string;
  /** JSON text, so that its keys are nobody's operators. */
  params: string;
  /** There while the row is open at most. */
  sealedHeaders?: string;
  contractVersion: number;
  state: RequestState;
  attempt: number;
  heldCredits: number;
  chargedCredits: number;
  createdAtMs: number;
  deadlineAtMs: number;
  /** Tells the hold of this admission from one that a duplicate took under the same id. */
  holdToken: string;
  /** Place of the hold in the journal. */
  holdOrder: number;
  /** Of a batch's job alone: what a request has not, as JSON text. */
  batch?: string;
}

export interface RequestDocument extends IntentDocument {
  periodIndex: number;
  startedAtMs?: number;
  endedAtMs?: number;
  verdict?: Verdict;
  error?: ErrorCode;
  reason?: string;
  message?: string;
  answerName?: string;
  pageName?: string;
  storedBytes?: number;
  /** When it ended; there until the period has given up the hold. */
  unsettledSinceMs?: number;
}

export interface JournalDocument {
  _id: string;
  accountId: string;
  periodIndex: number;
  kind: LedgerEntryKind;
  credits: number;
  requestId?: string;
  atMs: number;
  /** Sorts the journal: microseconds of the writer's wall clock, strictly rising within one store. */
  order: number;
  /** On holds alone. */
  token?: string;
}

/** What is held for a request, or for the items of a batch's job that are not settled yet. */
export interface HoldDocument {
  /** Of a request or of a job. */
  requestId: string;
  token: string;
  credits: number;
  /** Of a job alone: its visible items that are settled, and what they were charged. */
  visible?: number;
  charged?: number;
}

/** The numbers of a period, without its lists. */
export interface PeriodNumbers {
  /** `<accountId>:<index>`. */
  _id: string;
  accountId: string;
  index: number;
  startMs: number;
  endMs: number;
  granted: number;
  charged: number;
  held: number;
  expired: number;
  available: number;
  /** The account's id while the period is its current one. */
  openOf?: string;
  /** The period's end; there until the next period is. */
  rollDueMs?: number;
}

export interface PeriodDocument extends PeriodNumbers {
  holds: HoldDocument[];
  intents: IntentDocument[];
  outbox: JournalDocument[];
  grantIds: string[];
}

export interface KeyUseDocument {
  /** Digest of account, route and key. */
  _id: string;
  accountId: string;
  fingerprint: string;
  requestId: string;
  leaseEndsAtMs: number;
  expiresAtMs: number;
  statusCode?: number;
  body?: string;
}

export const periodId = (accountId: string, index: number): string => `${accountId}:${index}`;

export const present = <Key extends string, Value>(key: Key, value: Value | null | undefined): { [K in Key]?: Value } =>
  value === undefined || value === null ? {} : ({ [key]: value } as { [K in Key]: Value });

export const toAccount = (document: AccountDocument): Account => ({
  id: document._id,
  name: document.name,
  plan: {
    creditsPerPeriod: document.creditsPerPeriod,
    periodDays: document.periodDays,
    renew: document.renew,
  },
  concurrency: document.concurrency,
  isDisabled: document.isDisabled,
  createdAtMs: document.createdAtMs,
  storedBytes: Math.max(0, document.storedBytes ?? 0),
});

export const toPeriod = (document: PeriodNumbers): Period => ({
  accountId: document.accountId,
  index: document.index,
  startMs: document.startMs,
  endMs: document.endMs,
  granted: document.granted,
  charged: document.charged,
  held: document.held,
  expired: document.expired,
  available: document.available,
});

export const toApiKey = (document: KeyDocument): ApiKey => ({
  id: document._id,
  accountId: document.accountId,
  name: document.name,
  prefix: document.prefix,
  createdAtMs: document.createdAtMs,
  ...present('revokedAtMs', document.revokedAtMs),
});

export const toRequestRow = (document: Omit<RequestDocument, 'holdToken' | 'holdOrder'>): RequestRow => ({
  id: document._id,
  accountId: document.accountId,
  operation: document.operation,
  params: JSON.parse(document.params) as unknown,
  ...present('sealedHeaders', document.sealedHeaders),
  contractVersion: document.contractVersion,
  state: document.state,
  attempt: document.attempt,
  heldCredits: document.heldCredits,
  chargedCredits: document.chargedCredits,
  periodIndex: document.periodIndex,
  createdAtMs: document.createdAtMs,
  deadlineAtMs: document.deadlineAtMs,
  ...present('startedAtMs', document.startedAtMs),
  ...present('endedAtMs', document.endedAtMs),
  ...present('verdict', document.verdict),
  ...present('error', document.error),
  ...present('reason', document.reason),
  ...present('message', document.message),
  ...present('answerName', document.answerName),
  ...present('pageName', document.pageName),
});

export const toLedgerEntry = (document: JournalDocument): LedgerEntry => ({
  id: document._id,
  accountId: document.accountId,
  periodIndex: document.periodIndex,
  kind: document.kind,
  credits: document.credits,
  ...present('requestId', document.requestId),
  atMs: document.atMs,
});
