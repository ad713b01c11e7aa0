import { countEnd, logEnd, type Logger, type Metrics, type PassFaultPoint } from '@quarry/observability';
import type { JobProducer, Leases } from '@quarry/queue';
import type { RequestStore } from '@quarry/store';
import type { AdmittedRequest } from '../admission/admission.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import { withTimeout } from '../http/with-timeout.js';
import { enqueueRequest } from './enqueue-request.js';
import { ENDS } from './settlement.js';

export interface LaunchOptions {
  readonly requests: Pick<RequestStore, 'finish'>;
  readonly producer: Pick<JobProducer, 'enqueue'>;
  readonly leases: Pick<Leases, 'reassert' | 'release'>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'increment'>;
  readonly faultPoint: PassFaultPoint;
  /** Ends a request that may or may not have ended, however long the store is unavailable. */
  readonly undo: (requestId: string) => void;
}

/** `launched`: its row says what becomes of it. Else it has ended, and nothing of it runs. */
export type Launch = 'launched' | 'superseded' | 'unavailable';

/** Hands an admitted request to the workers without waiting for its end. Rejects if the store is unavailable. */
export const createLaunch = (options: LaunchOptions) => {
  const { requests, producer, leases, log, metrics, faultPoint, undo } = options;

  const end = async ({ requestId, accountId }: AdmittedRequest, why: 'superseded' | 'unavailable'): Promise<Launch> => {
    const ending = requests.finish(requestId, ENDS[why]);
    const finished = await withTimeout(STORE_ANSWER_MS, ending).catch((error: unknown) => {
      // The caller gets an error, so the request may not stay open for the recovery to run it.
      undo(requestId);
      throw error;
    });
    // Its job was in the queue after all, and a worker has ended it: the caller finds that end by the id.
    if (why === 'unavailable' && finished?.isWinner === false) return 'launched';
    if (finished?.isWinner) {
      countEnd(metrics, finished.row);
      logEnd(log, finished.row);
    }
    await leases.release(accountId, requestId).catch((error: unknown) => {
      log.warn('could not release a lease', { error });
    });
    return why;
  };

  /** Until the deadline. A worker releases the lease at the end of the request. */
  const keepPlace = async ({ accountId, requestId, deadlineAtMs }: AdmittedRequest): Promise<void> => {
    await leases.reassert(accountId, requestId, deadlineAtMs).catch((error: unknown) => {
      log.warn('could not extend a lease', { error });
    });
  };

  return async (request: AdmittedRequest, confirm: () => Promise<boolean> = async () => true): Promise<Launch> => {
    try {
      await faultPoint('gateway.credits_held');
      if (!(await confirm())) return await end(request, 'superseded');
      // Before the job, so that its worker's release comes after it.
      await keepPlace(request);
      await enqueueRequest(producer, request, 1);
      await faultPoint('gateway.enqueued');
      return 'launched';
    } catch (error) {
      log.warn('could not enqueue', { error });
      return end(request, 'unavailable');
    }
  };
};

export type LaunchAsync = ReturnType<typeof createLaunch>;
