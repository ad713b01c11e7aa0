import type { PublicBatchState } from '@quarry/contracts';
import type { BatchJob } from '@quarry/store';

export interface BatchStatusBody {
  readonly jobId: string;
  readonly status: 'ok';
  readonly data: {
    readonly status: PublicBatchState;
    readonly requestsCount: number;
    readonly responsesCount: number;
    readonly succeededCount: number;
    readonly failedCount: number;
    readonly creditsHeld: number;
    readonly creditsCharged: number;
    readonly createdAt: string;
    readonly startedAt?: string;
    readonly finishedAt?: string;
    readonly stopRequestedAt?: string;
    readonly resultsUrl: string;
  };
}

const instant = <Name extends string>(name: Name, atMs: number | undefined): { [Key in Name]?: string } =>
  // safe because the one key is the name
  (atMs === undefined ? {} : { [name]: new Date(atMs).toISOString() }) as { [Key in Name]?: string };

/** The answer to whoever asks how a job stands. `batchUrl`: address of its operation's batches. */
export const statusBody = (job: BatchJob, batchUrl: string): BatchStatusBody => ({
  jobId: job.id,
  status: 'ok',
  data: {
    // A job is told of once it is accepted.
    status: job.state === 'accepting' ? 'pending' : job.state,
    requestsCount: job.requestsCount,
    responsesCount: job.visibleCount,
    succeededCount: job.succeededCount,
    failedCount: job.failedCount,
    creditsHeld: job.heldCredits,
    creditsCharged: job.chargedCredits,
    createdAt: new Date(job.createdAtMs).toISOString(),
    ...instant('startedAt', job.startedAtMs),
    ...instant('finishedAt', job.finishedAtMs),
    ...instant('stopRequestedAt', job.stopRequestedAtMs),
    resultsUrl: `${batchUrl}/${job.id}/results`,
  },
});
