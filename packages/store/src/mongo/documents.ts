import type { ErrorCode, Verdict } from '@quarry/contracts';
import type { PackedRequest } from '../engine-port.js';
import type {
  Account,
  ApiKey,
  KeyLimits,
  FieldCounts,
  LedgerEntry,
  LedgerEntryKind,
  MissingPage,
  NewestPage,
  Period,
  RequestEnd,
  RequestState,
  SiteCounts,
} from '../port.js';
import { present } from '../present.js';

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
  limits?: KeyLimits;
  createdAtMs: number;
  revokedAtMs?: number;
}

export interface LastUseDocument {
  /** Of the key. */
  _id: string;
  lastUsedAtMs: number;
}

/** A request and its hold; it is in the period until it is a row. */
export interface IntentDocument {
  _id: string;
  accountId: string;
  operation: string;
  /** JSON text, so that no key of it is an operator. */
  params: string;
  /** Removed when the row ends, at the latest. */
  sealedHeaders?: string;
  answerKey?: string;
  isAsync?: true;
  webhookUrl?: string;
  contractVersion: number;
  state: RequestState;
  attempt: number;
  heldCredits: number;
  chargedCredits: number;
  createdAtMs: number;
  deadlineAtMs: number;
  /** Distinguishes the hold of this admission from one that a duplicate took under the same id. */
  holdToken: string;
  /** Place of the hold in the journal. */
  holdOrder: number;
  host?: string;
  /** The key that it was sent with, and the day of that key in which its hold counts. */
  keyId?: string;
  keyDayMs?: number;
  /** Of a batch's job alone: the fields that a request does not have, as JSON text. */
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
  retryAfterSeconds?: number;
  tier?: string;
  statusCode?: number;
  fetchMs?: number;
  renderMs?: number;
  readMs?: number;
  answerName?: string;
  pageName?: string;
  storedBytes?: number;
  /** When it ended; present until the period has released the hold. */
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
  /** Of a request whose key has a concurrency of its own. */
  keyId?: string;
  /** Of a job alone: its visible items that are settled, and their charges. */
  visible?: number;
  charged?: number;
  /** Number of the last growth of a crawl that it has. */
  grown?: number;
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
  /** The period's end; present until the next period exists. */
  rollDueMs?: number;
}

/** What a limited key has used of a UTC day: charged and held. */
export interface KeyDayDocument {
  keyId: string;
  dayMs: number;
  used: number;
}

export interface PeriodDocument extends PeriodNumbers {
  holds: HoldDocument[];
  intents: IntentDocument[];
  outbox: JournalDocument[];
  grantIds: string[];
  /** Absent until a limited key is used. */
  keyDays?: KeyDayDocument[];
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

export interface RecordDocument {
  /** `<kind>:<id>`. */
  _id: string;
  kind: string;
  owner: string;
  /** JSON text, so that no key of it is an operator. */
  data: string;
  version: number;
  createdAtMs: number;
  expiresAtMs?: number;
  dueAtMs?: number;
}

export interface ReadingFieldDocument extends FieldCounts {
  /** `<day> <operation> <field>`. */
  _id: string;
  missing?: MissingPage[];
}

export interface ReadingSiteDocument extends SiteCounts {
  /** `<day> <operation> <host> <exit>`. */
  _id: string;
}

export const periodId = (accountId: string, index: number): string => `${accountId}:${index}`;

/** The documents of one account on the pages after. The empty id sorts before all others. */
export const olderThan = ({ beforeMs, beforeId = '' }: NewestPage) =>
  beforeMs === undefined
    ? {}
    : { $or: [{ createdAtMs: { $lt: beforeMs } }, { createdAtMs: beforeMs, _id: { $lt: beforeId } }] };

/** What the end of a request, or of an item, writes into its document. */
export const endFields = (end: RequestEnd, nowMs: number) => {
  const { state, chargedCredits, verdict, error, reason, message, retryAfterSeconds } = end;
  const { host, tier, statusCode, fetchMs, renderMs, readMs, answerName, pageName, storedBytes } = end;
  const told = { verdict, error, reason, message, retryAfterSeconds };
  const log = { host, tier, statusCode, fetchMs, renderMs, readMs };
  return present({ state, chargedCredits, ...told, ...log, answerName, pageName, storedBytes, endedAtMs: nowMs });
};

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

export const toApiKey = (document: KeyDocument): ApiKey =>
  present({
    id: document._id,
    accountId: document.accountId,
    name: document.name,
    prefix: document.prefix,
    limits: document.limits,
    createdAtMs: document.createdAtMs,
    revokedAtMs: document.revokedAtMs,
  });

export const toPackedRequest = (document: Omit<RequestDocument, 'holdToken' | 'holdOrder'>): PackedRequest =>
  present({
    id: document._id,
    accountId: document.accountId,
    operation: document.operation,
    params: document.params,
    sealedHeaders: document.sealedHeaders,
    isAsync: document.isAsync,
    webhookUrl: document.webhookUrl,
    keyId: document.keyId,
    contractVersion: document.contractVersion,
    state: document.state,
    attempt: document.attempt,
    heldCredits: document.heldCredits,
    chargedCredits: document.chargedCredits,
    periodIndex: document.periodIndex,
    createdAtMs: document.createdAtMs,
    deadlineAtMs: document.deadlineAtMs,
    startedAtMs: document.startedAtMs,
    endedAtMs: document.endedAtMs,
    verdict: document.verdict,
    error: document.error,
    reason: document.reason,
    message: document.message,
    retryAfterSeconds: document.retryAfterSeconds,
    host: document.host,
    tier: document.tier,
    statusCode: document.statusCode,
    fetchMs: document.fetchMs,
    renderMs: document.renderMs,
    readMs: document.readMs,
    answerName: document.answerName,
    pageName: document.pageName,
  });

export const toLedgerEntry = (document: JournalDocument): LedgerEntry =>
  present({
    id: document._id,
    accountId: document.accountId,
    periodIndex: document.periodIndex,
    kind: document.kind,
    credits: document.credits,
    requestId: document.requestId,
    atMs: document.atMs,
  });
