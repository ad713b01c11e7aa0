import { countEnd, type Logger, type Metrics, type PassFaultPoint } from '@quarry/observability';
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
}

/** `launched`: its row, its lease and the sweeps look after it from here. Else it has ended, and nothing of it runs. */
export type Launch = 'launched' | 'superseded' | 'unavailable';

/** Hands an admitted request to the workers without waiting for its end. Rejects if the store is unavailable. */
export const createLaunch = ({ requests, producer, leases, log, metrics, faultPoint }: LaunchOptions) => {
  const end = async ({ requestId, accountId }: AdmittedRequest, why: 'superseded' | 'unavailable'): Promise<Launch> => {
    try {
      const finished = await withTimeout(STORE_ANSWER_MS, requests.finish(requestId, ENDS[why]));
      if (finished?.isWinner) countEnd(metrics, finished.row);
      return why;
    } finally {
      await leases.release(accountId, requestId).catch((error: unknown) => {
        log.warn('could not release a lease', { error });
      });
    }
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
