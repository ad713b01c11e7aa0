import { CONTRACT_VERSION, type Operation, type QueueName, type Violation } from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import type { Logger, Metrics, PassFaultPoint } from '@quarry/observability';
import type { Account, Clock, Store } from '@quarry/store';
import {
  LEASE_BEFORE_HOLD_MS,
  RETRY_AFTER_CONCURRENCY_SECONDS,
  RETRY_AFTER_OVERLOADED_SECONDS,
  STORE_ANSWER_MS,
} from '../bounds.js';
import { answerWithin } from '../http/answer-within.js';
import type { HeaderSeals, TokenSeals } from '@quarry/tokens';
import type { AccountLeases } from './account-leases.js';
import type { ShedReason } from './backlog-monitor.js';
import type { Catalogue } from './catalogue.js';
import { findCheaperWay } from './cheaper-way.js';
import type { FreeAllowance } from './free-allowance.js';
import { judgeToken } from './judge-token.js';
import { judgeSecretHeaders, sealParams } from './secret-headers.js';
import { refuse, screenRequest, type Refusal } from './screen-request.js';
import type { StorageAllowance } from './storage-allowance.js';

export interface AdmissionOptions {
  readonly store: Store;
  readonly leases: AccountLeases;
  readonly allowance: Pick<FreeAllowance, 'refusal'>;
  readonly storage: Pick<StorageAllowance, 'refusal'>;
  readonly shedReason: (queue: QueueName) => ShedReason | undefined;
  readonly targets: TargetRule;
  readonly catalogue: Catalogue;
  /** Undefined: the deployment has given no tokens. */
  readonly tokens?: TokenSeals | undefined;
  /** Undefined: it has nothing to seal secret headers with. */
  readonly headerSeals?: HeaderSeals | undefined;
  readonly clock: Clock;
  /** Life of a request from admission on. */
  readonly deadlineMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly pass: PassFaultPoint;
  /** Ends a request that may or may not have been admitted. */
  readonly undo: (requestId: string) => void;
}

/** A request that holds its credits and one lease, and waits to be enqueued. */
export interface AdmittedRequest {
  readonly requestId: string;
  readonly accountId: string;
  readonly operation: Operation;
  readonly deadlineAtMs: number;
}

/** `inUse`: leases of the account, where they were asked for. */
export type Admission = ({ readonly outcome: 'admitted'; readonly request: AdmittedRequest } | Refusal) & {
  readonly inUse?: number;
};

export interface AdmissionInput {
  readonly requestId: string;
  readonly account: Account;
  readonly operation: Operation;
  readonly input: Record<string, unknown>;
  /** What reading the input found wrong with it already. */
  readonly violations: readonly Violation[];
  /** Default: the life of a request from now on. */
  readonly deadlineAtMs?: number | undefined;
}

const shed = ({ shedReason, metrics }: AdmissionOptions, { queue }: Operation): Refusal | undefined => {
  const reason = shedReason(queue);
  if (reason === undefined) return undefined;
  metrics.increment('requests_shed_total', { queue, reason });
  return { ...refuse('overloaded'), retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS };
};

/** Never rejects: a lease that cannot be given back ends by itself. */
const releaseLease = async ({ leases, log }: AdmissionOptions, accountId: string, requestId: string): Promise<void> => {
  try {
    await leases.release(accountId, requestId);
  } catch (error) {
    log.warn('lease stays until it ends by itself', { error });
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
    // Nobody knows whether the take took effect; the caller need not wait for the way back.
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
  { account, operation, requestId }: AdmissionInput,
  { params, holdCredits }: { params: Record<string, unknown>; holdCredits: number },
  deadlineAtMs: number,
): Promise<Admission> => {
  const admitting = options.store.requests.admit({
    id: requestId,
    accountId: account.id,
    operation: operation.id,
    ...sealParams(options.headerSeals, { accountId: account.id, requestId }, params),
    contractVersion: CONTRACT_VERSION,
    holdCredits,
    deadlineAtMs,
  });
  const admitted = await answerWithin(STORE_ANSWER_MS, admitting).catch((error: unknown) => {
    // Nobody knows whether the hold was taken, or will be.
    const undo = (): void => options.undo(requestId);
    void admitting.then(undo, undo);
    throw error;
  });
  switch (admitted.outcome) {
    case 'admitted':
      return { outcome: 'admitted', request: { requestId, accountId: account.id, operation, deadlineAtMs } };
    case 'credits_exhausted':
      return refuse('credits_exhausted', { message: await creditsMessage(options, operation, params, admitted) });
    case 'account_unknown':
      return refuse('unauthorized');
    case 'duplicate':
      // Ids are random: it is this very admission that the store tried twice.
      options.undo(requestId);
      throw new Error('a fresh request id was taken already');
  }
};

/** Validate, judge target and token, price, shed, allowances, lease, hold: in this order, so that what is refused early costs nothing. */
export const createAdmission =
  (options: AdmissionOptions) =>
  async (input: AdmissionInput): Promise<Admission> => {
    const { account, operation, requestId } = input;
    const nowMs = options.clock();
    const screened = screenRequest({ ...options, nowMs }, operation, input);
    if (screened.outcome === 'refused') return screened;
    const unsealable = judgeSecretHeaders(options.headerSeals, screened.params);
    if (unsealable.length > 0) return refuse('validation_failed', { errors: unsealable });
    const refusal = judgeToken({ ...options, nowMs }, input, screened.params) ?? shed(options, operation);
    if (refusal !== undefined) return refusal;
    const [spent, full] = await Promise.all([
      options.allowance.refusal(account.id),
      options.storage.refusal(account, screened.holdCredits === 0),
    ]);
    const over = full ?? spent;
    if (over !== undefined) return over;

    const { deadlineAtMs = nowMs + options.deadlineMs } = input;
    // Should this process die before the hold, the place is free again soon; settlement lengthens the lease.
    const leaseEndsAtMs = (): number => Math.min(deadlineAtMs, options.clock() + LEASE_BEFORE_HOLD_MS);
    const { isTaken, inUse } = await takeLease(options, input, leaseEndsAtMs);
    if (!isTaken) return { ...refuse('concurrency_limit'), retryAfterSeconds: RETRY_AFTER_CONCURRENCY_SECONDS, inUse };
    let isKept = false;
    try {
      await options.pass('gateway.lease_taken');
      const admission = await hold(options, input, screened, deadlineAtMs);
      isKept = admission.outcome === 'admitted';
      return { ...admission, inUse: isKept ? inUse : inUse - 1 };
    } finally {
      if (!isKept) await releaseLease(options, account.id, requestId);
    }
  };
