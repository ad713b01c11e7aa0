import { callOptionsOf, CONTRACT_VERSION, type Operation, type QueueName, type Violation } from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import { SPANS, withinSpan, type Logger, type Metrics, type PassFaultPoint } from '@quarry/observability';
import type { Clock, RequestRow, Store } from '@quarry/store';
import {
  LEASE_BEFORE_HOLD_MS,
  RETRY_AFTER_CONCURRENCY_SECONDS,
  RETRY_AFTER_OVERLOADED_SECONDS,
  STORE_ANSWER_MS,
} from '../bounds.js';
import { keyUseOf, type Caller } from '../http/caller.js';
import { withTimeout } from '../http/with-timeout.js';
import { TOKEN_LIFE_MS, type HeaderSeals, type TokenSeals } from '@quarry/tokens';
import type { AccountLeases } from './account-leases.js';
import type { ShedReason } from './backlog-monitor.js';
import type { Catalogue } from './catalogue.js';
import { findCheaperWay } from './cheaper-way.js';
import type { FreeAllowance } from './allowances/free-allowance.js';
import { hostOf } from './host-of.js';
import { judgeReceiver } from './judge-receiver.js';
import { judgeToken } from './judge-token.js';
import { refuseByKey } from './key-limits.js';
import { answerKeyOf, type FindKnownAnswer } from './known-answers.js';
import { judgeSecretHeaders, sealParams } from './secret-headers.js';
import { refuse, screenRequest, type Refusal } from './screen-request.js';
import type { StorageAllowance } from './allowances/storage-allowance.js';

export interface AdmissionOptions {
  readonly store: Store;
  readonly leases: AccountLeases;
  readonly allowance: Pick<FreeAllowance, 'refusal'>;
  readonly storage: Pick<StorageAllowance, 'refusal'>;
  readonly shedReason: (queue: QueueName) => ShedReason | undefined;
  readonly targets: TargetRule;
  readonly catalogue: Catalogue;
  /** Undefined: the deployment has no secret for tokens. */
  readonly tokens?: TokenSeals | undefined;
  /** Undefined: it has no secret to encrypt secret headers with. */
  readonly headerSeals?: HeaderSeals | undefined;
  /** False: the deployment has no secret to sign webhooks with. */
  readonly hasWebhooks: boolean;
  readonly findKnownAnswer: FindKnownAnswer;
  readonly clock: Clock;
  /** Maximum duration of a request from admission. */
  readonly deadlineMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly faultPoint: PassFaultPoint;
  /** Ends a request that may or may not have been admitted. */
  readonly undo: (requestId: string) => void;
}

/** A request with its hold and lease, to be enqueued. */
export interface AdmittedRequest {
  readonly requestId: string;
  readonly accountId: string;
  readonly operation: Operation;
  readonly deadlineAtMs: number;
}

/** The response of an earlier call serves this one as well. */
export interface KnownAnswer {
  readonly outcome: 'known';
  readonly row: RequestRow;
}

/** `inUse`: leases of the account, if known. */
export type Admission = (
  | { readonly outcome: 'admitted'; readonly request: AdmittedRequest }
  | KnownAnswer
  | Refusal
) & {
  readonly inUse?: number;
};

export interface AdmissionInput {
  readonly requestId: string;
  readonly account: Caller;
  readonly operation: Operation;
  readonly input: Record<string, unknown>;
  /** Violations found while reading the input. */
  readonly violations: readonly Violation[];
  /** Default: now plus the maximum duration of a request. The caller's `timeout` may bring it forward. */
  readonly deadlineAtMs?: number | undefined;
  /** True: the caller does not wait for the end. */
  readonly isAsync?: boolean | undefined;
  /** True: the id was chosen for this very call before, so a request that has it is this one. */
  readonly isRepeated?: boolean | undefined;
}

const shed = ({ shedReason, metrics }: AdmissionOptions, { queue }: Operation): Refusal | undefined => {
  const reason = shedReason(queue);
  if (reason === undefined) return undefined;
  metrics.increment('requests_shed_total', { queue, reason });
  return { ...refuse('overloaded'), retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS };
};

/** Never rejects: a lease that cannot be released expires by itself. */
const releaseLease = async ({ leases, log }: AdmissionOptions, accountId: string, requestId: string): Promise<void> => {
  try {
    await leases.release(accountId, requestId);
  } catch (error) {
    log.warn('could not release a lease; it expires by itself', { error });
  }
};

const takeLease = async (
  options: AdmissionOptions,
  { account, requestId }: AdmissionInput,
  expiresAtMs: () => number,
): ReturnType<AccountLeases['take']> => {
  try {
    return await options.leases.take(account.id, requestId, account.concurrency, expiresAtMs);
  } catch (error) {
    // The lease may have been taken; the caller need not wait for its release.
    void releaseLease(options, account.id, requestId);
    throw error;
  }
};

const creditsMessage = async (
  { catalogue, clock }: AdmissionOptions,
  operation: Operation,
  params: Record<string, unknown>,
  credits: { readonly neededCredits: number; readonly availableCredits: number },
): Promise<string> => {
  const { neededCredits, availableCredits } = credits;
  const parts = { catalogue, nowMs: clock(), availableCredits };
  const cheaper = await findCheaperWay(parts, operation, [{ params, count: 1 }]);
  const hint = cheaper === undefined ? '' : ` With ${cheaper.description} it needs ${cheaper.credits}.`;
  return `This request needs ${neededCredits} credits and ${availableCredits} are available.${hint}`;
};

const hold = async (
  options: AdmissionOptions,
  { account, operation, requestId, isAsync, isRepeated }: AdmissionInput,
  { params, holdCredits }: { params: Record<string, unknown>; holdCredits: number },
  deadlineAtMs: number,
): Promise<Admission> => {
  const { webhookUrl } = callOptionsOf(params);
  const admitting = options.store.requests.admit({
    id: requestId,
    accountId: account.id,
    operation: operation.id,
    ...sealParams(options.headerSeals, { accountId: account.id, requestId }, params),
    contractVersion: CONTRACT_VERSION,
    holdCredits,
    deadlineAtMs,
    host: hostOf(params),
    answerKey: answerKeyOf(operation, params),
    isAsync: isAsync || undefined,
    webhookUrl,
    key: keyUseOf(account),
  });
  const admitted = await withTimeout(STORE_ANSWER_MS, admitting).catch((error: unknown) => {
    // The hold may have been taken, or may still be.
    const undo = (): void => options.undo(requestId);
    void admitting.then(undo, undo);
    throw error;
  });
  const request = { requestId, accountId: account.id, operation, deadlineAtMs };
  switch (admitted.outcome) {
    case 'admitted':
      return { outcome: 'admitted', request };
    case 'credits_exhausted':
      return refuse('credits_exhausted', { message: await creditsMessage(options, operation, params, admitted) });
    case 'key_day_spent':
    case 'key_busy':
      return refuseByKey(account, admitted, 'request', options.clock());
    case 'account_unknown':
      return refuse('unauthorized');
    case 'duplicate':
      if (isRepeated) return { outcome: 'admitted', request };
      // Ids are random, so the store ran this very admission twice.
      options.undo(requestId);
      throw new Error('a fresh request id was taken already');
  }
};

/** The response that `maxAge` asks for, if there is one; never one whose page token has expired. */
const findKnown = async (
  { findKnownAnswer }: AdmissionOptions,
  { account, operation }: AdmissionInput,
  params: Readonly<Record<string, unknown>>,
): Promise<RequestRow | undefined> => {
  const { maxAgeSeconds } = callOptionsOf(params);
  if (maxAgeSeconds === undefined) return undefined;
  const answerKey = answerKeyOf(operation, params);
  const latestSeconds = operation.tokenField === undefined ? Infinity : TOKEN_LIFE_MS / 1_000;
  return answerKey === undefined
    ? undefined
    : findKnownAnswer(account.id, answerKey, Math.min(maxAgeSeconds, latestSeconds));
};

/** Validation, target, token, price, shedding, allowances, lease, hold: in this order, so that early refusals cost nothing. */
const createAdmit =
  (options: AdmissionOptions) =>
  async (input: AdmissionInput): Promise<Admission> => {
    const { account, operation, requestId } = input;
    const nowMs = options.clock();
    const screened = screenRequest({ ...options, nowMs }, operation, input);
    if (screened.outcome === 'refused') return screened;
    const { params } = screened;
    const unfit = [...judgeSecretHeaders(options.headerSeals, params), ...judgeReceiver(options, params)];
    if (unfit.length > 0) return refuse('validation_failed', { errors: unfit });
    const refusal = judgeToken({ ...options, nowMs }, input, params) ?? shed(options, operation);
    if (refusal !== undefined) return refusal;
    const known = await findKnown(options, input, params);
    if (known !== undefined) return { outcome: 'known', row: known };
    const [spent, full] = await Promise.all([
      options.allowance.refusal(account.id),
      options.storage.refusal(account, screened.holdCredits === 0),
    ]);
    const over = full ?? spent;
    if (over !== undefined) return over;

    const latestMs = input.deadlineAtMs ?? nowMs + options.deadlineMs;
    const deadlineAtMs = Math.min(latestMs, nowMs + (callOptionsOf(params).timeoutMs ?? Infinity));
    // If this process dies before the hold, the lease expires soon; settlement extends it.
    const leaseEndsAtMs = (): number => Math.min(deadlineAtMs, options.clock() + LEASE_BEFORE_HOLD_MS);
    const { isTaken, inUse } = await takeLease(options, input, leaseEndsAtMs);
    if (!isTaken) return { ...refuse('concurrency_limit'), retryAfterSeconds: RETRY_AFTER_CONCURRENCY_SECONDS, inUse };
    let isKept = false;
    try {
      await options.faultPoint('gateway.lease_taken');
      const admission = await hold(options, input, screened, deadlineAtMs);
      isKept = admission.outcome === 'admitted';
      return { ...admission, inUse: isKept ? inUse : inUse - 1 };
    } finally {
      if (!isKept) await releaseLease(options, account.id, requestId);
    }
  };

/** Admission as a span of the request. */
export const createAdmission = (options: AdmissionOptions): ((input: AdmissionInput) => Promise<Admission>) => {
  const admit = createAdmit(options);
  return (input) =>
    withinSpan(SPANS.admission, {}, async (span) => {
      const admission = await admit(input);
      if (admission.outcome === 'refused') span.set({ 'error.type': admission.error });
      return admission;
    });
};
