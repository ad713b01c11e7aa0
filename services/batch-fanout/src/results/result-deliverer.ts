import type { Deliveries, Delivery, DeliveryTicket, HeldDelivery } from '@quarry/exports';
import type { Logger, Metrics, PassFaultPoint } from '@quarry/observability';
import type { BatchJob, BatchStore, Clock } from '@quarry/store';
import {
  DELIVERY_PAUSES_MS,
  LEFT_TICKET_MS,
  MAX_DELIVERIES,
  MAX_TICKETS_OF_PASS,
  TICKET_PAGE_ROWS,
  TRY_LEASE_MS,
  TRY_RENEW_MS,
} from './bounds.js';
import type { SendOutcome } from './send-results.js';

export interface ResultDelivererOptions {
  readonly deliveries: Deliveries;
  readonly batches: Pick<BatchStore, 'get'>;
  /** Never rejects. */
  readonly send: (job: BatchJob, delivery: Delivery, signal: AbortSignal) => Promise<SendOutcome>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'increment'>;
  readonly faultPoint: PassFaultPoint;
  /** Ends running tries. */
  readonly signal: AbortSignal;
  readonly onFreed?: () => void;
}

/** The delivery after a try. */
const afterTry = (delivery: Delivery, outcome: SendOutcome, nowMs: number): Delivery => {
  const { sealedKeys: _keys, lastError: _error, ...rest } = delivery;
  if (outcome.outcome === 'delivered') return { ...rest, state: 'delivered', endedAtMs: nowMs };
  const { error: lastError, isFinal } = outcome;
  if (isFinal) return { ...rest, state: 'failed', lastError, endedAtMs: nowMs };
  const { attempts } = delivery;
  const pauseMs = DELIVERY_PAUSES_MS[Math.min(attempts, DELIVERY_PAUSES_MS.length) - 1] ?? 0;
  // A try that we cut says nothing about the bucket.
  return { ...delivery, lastError, nextAttemptAtMs: nowMs + (lastError === 'cancelled' ? 0 : pauseMs) };
};

/** Keeps the lease of a try; cuts the try when another process has taken it over. */
const keepLease = (
  { deliveries, clock, log }: ResultDelivererOptions,
  first: HeldDelivery,
  cut: AbortController,
): (() => Promise<HeldDelivery>) => {
  let last = first;
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    const next = await deliveries.replace(last, { ...last.delivery, nextAttemptAtMs: clock() + TRY_LEASE_MS });
    if (next === null) cut.abort();
    else last = next;
  };
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch((error: unknown) => log.warn('a delivery could not renew its lease', { jobId: first.jobId, error }))
      .finally(() => (renewing = undefined));
  }, TRY_RENEW_MS);
  return async (): Promise<HeldDelivery> => {
    clearInterval(timer);
    await renewing;
    return last;
  };
};

/**
 * Delivers the results of jobs that have ended. Several may share one store: a try is begun by compare-and-set, and as its files are
 * the same each time, one that was taken for dead does no harm.
 */
export const createResultDeliverer = (options: ResultDelivererOptions) => {
  const { deliveries, batches, send, clock, log, metrics, faultPoint, signal } = options;
  const running = new Map<string, { readonly accountId: string; readonly done: Promise<void> }>();
  let isStopped = false;

  const deliver = async (job: BatchJob, claimed: HeldDelivery): Promise<void> => {
    const cut = new AbortController();
    const release = keepLease(options, claimed, cut);
    const outcome = await send(job, claimed.delivery, AbortSignal.any([signal, cut.signal]));
    const last = await release();
    await faultPoint('fanout.results_sent');
    const next = afterTry(last.delivery, outcome, clock());
    const isOurs = (await deliveries.replace(last, next)) !== null;
    if (isOurs && next.state !== 'pending') await deliveries.closeTicket(job.id);
    const result = !isOurs ? 'late' : next.state === 'pending' ? 'retried' : next.state;
    metrics.increment('result_deliveries_total', { result });
    const { accountId, attempts, lastError: reason } = next;
    log[next.state === 'delivered' ? 'info' : 'warn']('results delivered', {
      ...{ jobId: job.id, accountId, result, attempts, reason },
    });
  };

  /** Begins the try of a ticket if it is due. */
  const begin = async ({ jobId, createdAtMs }: DeliveryTicket): Promise<void> => {
    if (running.has(jobId)) return;
    const [found, job] = [await deliveries.get(jobId), await batches.get(jobId)];
    if (found === null || job === null) {
      if (clock() - createdAtMs > LEFT_TICKET_MS) await deliveries.remove(jobId);
      return;
    }
    const { delivery } = found;
    if (delivery.state !== 'pending') return void (await deliveries.closeTicket(jobId));
    const isBusy = [...running.values()].some(({ accountId }) => accountId === delivery.accountId);
    if (isBusy || job.finishedAtMs === undefined || delivery.nextAttemptAtMs > clock()) return;
    const begun = { ...delivery, attempts: delivery.attempts + 1, nextAttemptAtMs: clock() + TRY_LEASE_MS };
    const claimed = await deliveries.replace(found, begun);
    if (claimed === null) return;
    const done = deliver(job, claimed)
      .catch((error: unknown) => log.warn('a delivery of results broke off', { jobId, error }))
      .finally(() => {
        running.delete(jobId);
        options.onFreed?.();
      });
    running.set(jobId, { accountId: delivery.accountId, done });
  };

  return {
    /** Begins what is due, as far as there is room. */
    startDue: async (): Promise<void> => {
      let before: { readonly beforeMs?: number; readonly beforeId?: string } = {};
      for (let seen = 0; seen < MAX_TICKETS_OF_PASS; seen += TICKET_PAGE_ROWS) {
        const page = await deliveries.tickets({ limit: TICKET_PAGE_ROWS, ...before });
        for (const ticket of page) {
          if (isStopped || running.size >= MAX_DELIVERIES) return;
          await begin(ticket);
        }
        const last = page.at(-1);
        if (last === undefined || page.length < TICKET_PAGE_ROWS) return;
        before = { beforeMs: last.createdAtMs, beforeId: last.jobId };
      }
    },
    /** Begins nothing more. */
    stop: (): void => {
      isStopped = true;
    },
    settled: async (): Promise<void> => {
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
};
