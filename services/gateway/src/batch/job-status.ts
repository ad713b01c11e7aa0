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
    readonly targetErrorCount: number;
    readonly creditsHeld: number;
    readonly creditsCharged: number;
    readonly createdAt: string;
    readonly startedAt: string | undefined;
    readonly finishedAt: string | undefined;
    readonly stopRequestedAt: string | undefined;
    readonly resultsUrl: string;
  };
}

const instant = (atMs: number | undefined): string | undefined =>
  atMs === undefined ? undefined : new Date(atMs).toISOString();

/** The status of a job as callers see it. `batchUrl`: URL of its operation's batches. */
export const statusBody = (job: BatchJob, batchUrl: string): BatchStatusBody => ({
  jobId: job.id,
  status: 'ok',
  data: {
    // Callers learn of a job only once it is accepted.
    status: job.state === 'accepting' ? 'pending' : job.state,
    requestsCount: job.requestsCount,
    responsesCount: job.visibleCount,
    succeededCount: job.succeededCount,
    failedCount: job.failedCount,
    targetErrorCount: job.targetErrorCount,
    creditsHeld: job.heldCredits,
    creditsCharged: job.chargedCredits,
    createdAt: new Date(job.createdAtMs).toISOString(),
    startedAt: instant(job.startedAtMs),
    finishedAt: instant(job.finishedAtMs),
    stopRequestedAt: instant(job.stopRequestedAtMs),
    resultsUrl: `${batchUrl}/${job.id}/results`,
  },
});
