import type { Operation } from '@quarry/contracts';
import { countEnd, logEnd, type Logger, type Metrics } from '@quarry/observability';
import type { JobProducer, Leases } from '@quarry/queue';
import type { RequestRow, RequestStore } from '@quarry/store';
import { ASYNC_MIN_AGE_MS, MAX_REQUEUES, SWEEP_LIMIT } from '../bounds.js';
import { enqueueRequest } from '../settlement/enqueue-request.js';
import { ENDS } from '../settlement/settlement.js';

export interface RecoverOptions {
  readonly requests: Pick<RequestStore, 'listAsync' | 'nextAttempt' | 'finish'>;
  readonly producer: Pick<JobProducer, 'enqueue' | 'has'>;
  readonly leases: Pick<Leases, 'reassert' | 'release'>;
  readonly operations: readonly Operation[];
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'increment'>;
}

/**
 * One pass over the open requests that nobody waits for: those that the queue does not know, because it lost them or their
 * gateway died before it enqueued them, move to their next attempt and are enqueued again, a bounded number of times. Several
 * replicas may run it at once. Returns how many were moved or ended.
 */
export const createAsyncRecovery = (options: RecoverOptions): (() => Promise<number>) => {
  const { requests, producer, leases, log, metrics } = options;
  const operations = new Map(options.operations.map((operation) => [operation.id, operation]));

  const giveUp = async ({ id, accountId, attempt }: RequestRow): Promise<boolean> => {
    const finished = await requests.finish(id, ENDS.lost, attempt);
    if (finished?.isWinner) {
      countEnd(metrics, finished.row);
      logEnd(log, finished.row);
    }
    await leases.release(accountId, id).catch((error: unknown) => log.warn('could not release a lease', { error }));
    return finished?.isWinner ?? false;
  };

  const recover = async (row: RequestRow): Promise<boolean> => {
    const { id: requestId, accountId, deadlineAtMs } = row;
    const operation = operations.get(row.operation);
    // A newer release runs beside this one. Without it the row ends at its deadline.
    if (operation === undefined) return false;
    if (await producer.has(operation.queue, requestId, row.attempt)) return false;
    if (row.attempt > MAX_REQUEUES) return giveUp(row);
    const attempt = await requests.nextAttempt(requestId, row.attempt);
    // Another replica was faster, or it has just ended.
    if (attempt === null) return false;
    await leases.reassert(accountId, requestId, deadlineAtMs);
    await enqueueRequest(producer, { requestId, accountId, operation, deadlineAtMs }, attempt);
    metrics.increment('requests_requeued_total', { queue: operation.queue });
    log.warn('queue had lost a request', { requestId, attempt });
    return true;
  };

  return async () => {
    let moved = 0;
    for (let after: RequestRow | undefined; ;) {
      const page = await requests.listAsync({ minAgeMs: ASYNC_MIN_AGE_MS, limit: SWEEP_LIMIT, after });
      for (const row of page) if (await recover(row)) moved += 1;
      after = page.at(-1);
      if (page.length < SWEEP_LIMIT) return moved;
    }
  };
};
