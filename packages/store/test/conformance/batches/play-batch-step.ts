import { randomUUID } from 'node:crypto';
import type { NewBatchItem, RequestEnd, Store } from '../../../src/port.js';
import { LEASE_MS, newBatch, newItem, WEBHOOK } from './batch-scene.js';
import { JOBS, MAX_JOB_ITEMS } from './batch-steps.js';
import type { BatchStep } from './batch-steps.js';
import { DEADLINE_MS } from '../store-scene.js';

export const CANCELLED = { state: 'cancelled', chargedCredits: 0, verdict: 'cancelled', error: 'cancelled' } as const;

/** Who a history of steps is about: an account, and the ids its jobs and items will have. */
export interface BatchCast {
  readonly accountId: string;
  readonly jobIds: readonly string[];
  /** By job and index. */
  readonly itemIds: readonly (readonly string[])[];
}

export const castFor = (accountId: string): BatchCast => ({
  accountId,
  jobIds: Array.from({ length: JOBS }, () => randomUUID()),
  itemIds: Array.from({ length: JOBS }, () => Array.from({ length: MAX_JOB_ITEMS }, () => randomUUID())),
});

export const jobIdOf = (cast: BatchCast, job: number): string => cast.jobIds[job] ?? '';
export const itemIdOf = (cast: BatchCast, job: number, item: number): string => cast.itemIds[job]?.[item] ?? '';

export const itemsOf = (cast: BatchCast, job: number, holds: readonly number[]): NewBatchItem[] =>
  holds.map((hold, index) => ({ ...newItem(index, hold), id: itemIdOf(cast, job, index) }));

export const submitJob = async (
  { batches }: Store,
  cast: BatchCast,
  { job, holds, hasWebhook }: Extract<BatchStep, { kind: 'submit' }>,
  nowMs: number,
): Promise<string> => {
  const items = itemsOf(cast, job, holds);
  const id = jobIdOf(cast, job);
  const input = { ...newBatch(cast.accountId, items, nowMs), id, ...(hasWebhook ? { webhook: WEBHOOK } : {}) };
  const { outcome } = await batches.admit(input);
  if (outcome !== 'admitted') return outcome;
  await batches.addItems(id, items);
  return (await batches.activate(id)) === null ? 'not activated' : outcome;
};

/** A job that is given up before its last item is there; whoever does it, nothing of it is left. */
export const giveUpJob = async (
  { batches }: Store,
  { accountId }: BatchCast,
  { holds, isSwept }: Extract<BatchStep, { kind: 'giveUp' }>,
  nowMs: number,
): Promise<void> => {
  const items = holds.map((hold, index) => newItem(index, hold));
  const input = newBatch(accountId, items, nowMs);
  if ((await batches.admit(input)).outcome !== 'admitted') return;
  await batches.addItems(input.id, items.slice(1));
  if (isSwept) await batches.sweepAccepting({ maxAgeMs: 0, limit: 10 });
  await batches.abandon(input.id);
};

export const endOf = ({ state, share }: Extract<BatchStep, { kind: 'finish' }>, held: number): RequestEnd => {
  if (state !== 'ok') return { state, chargedCredits: 0, verdict: 'internal_error', error: 'internal_error' };
  return { state, chargedCredits: Math.floor(held * share), verdict: 'ok' };
};

/** One step at the store, its answer left to nobody: for steps of which only the books are read afterwards. */
export const playBatchStep = async (
  store: Store,
  cast: BatchCast,
  step: BatchStep,
  nowMs: number,
): Promise<unknown> => {
  const { batches, items, ledger } = store;
  const jobId = 'job' in step ? jobIdOf(cast, step.job) : '';
  switch (step.kind) {
    case 'submit':
      return submitJob(store, cast, step, nowMs);
    case 'giveUp':
      return giveUpJob(store, cast, { ...step, isSwept: false }, nowMs);
    case 'lease':
      return batches.lease({ owner: step.owner, leaseMs: LEASE_MS, limit: 10 });
    case 'renew':
      return batches.renewLease(jobId, step.owner, LEASE_MS);
    case 'release':
      return batches.releaseLease(jobId, step.owner);
    case 'handOver': {
      const itemIds = step.items.map((item) => itemIdOf(cast, step.job, item));
      return batches.handOver(jobId, step.owner, { itemIds, deadlineAtMs: nowMs + DEADLINE_MS });
    }
    case 'endItems': {
      const itemIds = step.items.map((item) => itemIdOf(cast, step.job, item));
      return batches.endItems(jobId, step.owner, { itemIds, end: CANCELLED });
    }
    case 'begin':
      return items.begin(itemIdOf(cast, step.job, step.item), step.attempt);
    case 'nextAttempt':
      return items.nextAttempt(itemIdOf(cast, step.job, step.item), step.attempt);
    case 'finish': {
      const itemId = itemIdOf(cast, step.job, step.item);
      const held = (await items.get(itemId))?.heldCredits ?? 0;
      return items.finish(itemId, endOf(step, held), step.attempt);
    }
    case 'publish':
      return batches.publish(jobId, step.owner, step.limit);
    case 'stop':
      return batches.requestStop(jobId);
    case 'wait':
      return undefined;
    case 'roll':
      return ledger.rollPeriods(1000);
  }
};
