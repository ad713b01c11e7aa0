import type { PublicBatchState } from '@quarry/contracts';
import { exportKey, type Delivery } from '@quarry/exports';
import { jobFigures, type BatchJob, type JobFigures } from '@quarry/store';

/** How far the delivery of results to the caller's bucket is. */
interface DeliveryStatus {
  readonly status: Delivery['state'];
  readonly bucket: string;
  /** Keys of the files: those that will be written, until it is `delivered`. */
  readonly keys: readonly string[];
  readonly attempts: number;
  readonly lastError: string | undefined;
  readonly nextAttemptAt: string | undefined;
  readonly endedAt: string | undefined;
}

export interface BatchStatusBody {
  readonly jobId: string;
  readonly status: 'ok';
  readonly data: JobFigures & {
    readonly status: PublicBatchState;
    readonly stopRequestedAt: string | undefined;
    readonly resultsUrl: string;
    readonly delivery: DeliveryStatus | undefined;
  };
}

const instant = (atMs: number | undefined): string | undefined =>
  atMs === undefined ? undefined : new Date(atMs).toISOString();

const deliveryStatus = ({ id, finishedAtMs }: BatchJob, delivery: Delivery): DeliveryStatus => {
  const { state, bucket, prefix, formats, attempts, lastError, nextAttemptAtMs, endedAtMs } = delivery;
  const isDue = state === 'pending' && attempts > 0 && finishedAtMs !== undefined;
  return {
    ...{ status: state, bucket, keys: formats.map((format) => exportKey(prefix, id, format)), attempts, lastError },
    nextAttemptAt: isDue ? instant(nextAttemptAtMs) : undefined,
    endedAt: instant(endedAtMs),
  };
};

/** The status of a job as callers see it. `batchUrl`: URL of its operation's batches. */
export const statusBody = (job: BatchJob, batchUrl: string, delivery?: Delivery): BatchStatusBody => ({
  jobId: job.id,
  status: 'ok',
  data: {
    // Callers learn of a job only once it is accepted.
    status: job.state === 'accepting' ? 'pending' : job.state,
    ...jobFigures(job),
    stopRequestedAt: instant(job.stopRequestedAtMs),
    resultsUrl: `${batchUrl}/${job.id}/results`,
    delivery: delivery && deliveryStatus(job, delivery),
  },
});
