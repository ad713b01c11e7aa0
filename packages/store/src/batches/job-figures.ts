import type { BatchJob } from './batch-port.js';

/** What callers learn of a job's progress, by its status and by webhooks. Times are ISO 8601. */
export interface JobFigures {
  readonly requestsCount: number;
  /** Items whose results are shown. */
  readonly responsesCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
  readonly targetErrorCount: number;
  readonly creditsHeld: number;
  readonly creditsCharged: number;
  readonly createdAt: string;
  readonly startedAt: string | undefined;
  readonly finishedAt: string | undefined;
  /** Of a crawl: addresses that it knows, those fetched included. */
  readonly discoveredCount: number | undefined;
  /** Of a crawl: bounds that left addresses out, once there are some. */
  readonly limitsHit: readonly string[] | undefined;
}

const instant = (atMs: number): string => new Date(atMs).toISOString();

export const jobFigures = (job: BatchJob): JobFigures => ({
  requestsCount: job.requestsCount,
  responsesCount: job.visibleCount,
  succeededCount: job.succeededCount,
  failedCount: job.failedCount,
  targetErrorCount: job.targetErrorCount,
  creditsHeld: job.heldCredits,
  creditsCharged: job.chargedCredits,
  createdAt: instant(job.createdAtMs),
  startedAt: job.startedAtMs === undefined ? undefined : instant(job.startedAtMs),
  finishedAt: job.finishedAtMs === undefined ? undefined : instant(job.finishedAtMs),
  discoveredCount: job.crawl?.knownCount,
  limitsHit: job.crawl?.limitsHit.length ? job.crawl.limitsHit : undefined,
});
