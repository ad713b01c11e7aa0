import { CONTRACT_VERSION, type Operation } from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import type { Logger, Metrics } from '@quarry/observability';
import type { Leases } from '@quarry/queue';
import type { Account, Clock, Store } from '@quarry/store';
import { RETRY_AFTER_CONCURRENCY_SECONDS, RETRY_AFTER_OVERLOADED_SECONDS } from '../bounds.js';
import type { BacklogMonitor } from './backlog-monitor.js';
import type { Catalogue } from './catalogue.js';
import { findCheaperWay } from './cheaper-way.js';
import { refuse, screenRequest, type Refusal } from './screen-request.js';

export interface AdmissionOptions {
  readonly store: Store;
  readonly leases: Leases;
  readonly backlog: Pick<BacklogMonitor, 'shedReason'>;
  readonly targets: TargetRule;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  /** Life of a request from admission on. */
  readonly deadlineMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A request that holds its credits and one lease, and waits to be enqueued. */
export interface AdmittedRequest {
  readonly requestId: string;
  readonly accountId: string;
  readonly operation: Operation;
  readonly deadlineAtMs: number;
}

/** `inUse`: leases of the account, where they were asked for. */
export type Admission = (
  { readonly outcome: 'admitted'; readonly request: AdmittedRequest; readonly availableCredits: number } | Refusal
) & { readonly inUse?: number };

export interface AdmissionInput {
  readonly requestId: string;
  readonly account: Account;
  readonly operation: Operation;
  readonly input: unknown;
}

/** Validate, judge the target, price, shed, lease, hold: in this order, so that what is refused early costs nothing. */
export const createAdmission = (options: AdmissionOptions): ((input: AdmissionInput) => Promise<Admission>) => {
  const releaseLease = async (accountId: string, requestId: string): Promise<void> => {
    try {
      await options.leases.release(accountId, requestId);
    } catch (error) {
      options.log.warn('lease stays until its deadline', { error });
    }
  };

  const shed = (operation: Operation): Refusal | undefined => {
    const reason = options.backlog.shedReason(operation.queue);
    if (reason === undefined) return undefined;
    options.metrics.increment('requests_shed_total', { queue: operation.queue, reason });
    return { ...refuse('overloaded'), retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS };
  };

  const hold = async (
    { account, operation, requestId }: AdmissionInput,
    screened: { params: Record<string, unknown>; holdCredits: number },
    deadlineAtMs: number,
  ): Promise<Admission> => {
    const admitted = await options.store.requests.admit({
      id: requestId,
      accountId: account.id,
      operation: operation.id,
      params: screened.params,
      contractVersion: CONTRACT_VERSION,
      holdCredits: screened.holdCredits,
      deadlineAtMs,
    });
    switch (admitted.outcome) {
      case 'admitted':
        return {
          outcome: 'admitted',
          request: { requestId, accountId: account.id, operation, deadlineAtMs },
          availableCredits: admitted.availableCredits,
        };
      case 'credits_exhausted':
        return refuse('credits_exhausted', { message: creditsMessage(operation, screened.params, admitted) });
      case 'account_unknown':
        return refuse('unauthorized');
      case 'duplicate':
        throw new Error('a fresh request id was taken already');
    }
  };

  const creditsMessage = (
    operation: Operation,
    params: Record<string, unknown>,
    credits: { readonly neededCredits: number; readonly availableCredits: number },
  ): string => {
    const { neededCredits, availableCredits } = credits;
    const parts = { catalogue: options.catalogue, nowMs: options.clock(), availableCredits };
    const cheaper = findCheaperWay(parts, operation, params);
    const hint = cheaper === undefined ? '' : ` With ${cheaper.description} it needs ${cheaper.credits}.`;
    return `This request needs ${neededCredits} credits and ${availableCredits} are available.${hint}`;
  };

  return async (input) => {
    const { account, operation, requestId } = input;
    const nowMs = options.clock();
    const { catalogue, targets } = options;
    const screened = screenRequest({ catalogue, targets, nowMs }, operation, input.input);
    if (screened.outcome === 'refused') return screened;
    const refusal = shed(operation);
    if (refusal !== undefined) return refusal;

    const deadlineAtMs = nowMs + options.deadlineMs;
    let isKept = false;
    try {
      const { isTaken, inUse } = await options.leases.take(account.id, requestId, account.concurrency, deadlineAtMs);
      if (!isTaken) {
        return { ...refuse('concurrency_limit'), retryAfterSeconds: RETRY_AFTER_CONCURRENCY_SECONDS, inUse };
      }
      const admission = await hold(input, screened, deadlineAtMs);
      isKept = admission.outcome === 'admitted';
      return { ...admission, inUse: isKept ? inUse : inUse - 1 };
    } finally {
      // Also after a failed take: nobody knows whether it took effect.
      if (!isKept) await releaseLease(account.id, requestId);
    }
  };
};
