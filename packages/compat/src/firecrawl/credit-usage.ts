import type { Body } from '../compat-call.js';

export const CREDIT_USAGE_PATH = '/v2/team/credit-usage';

export interface CreditPeriod {
  readonly availableCredits: number;
  readonly totalCredits: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** The credits of an account's period. */
export const creditUsage = ({ availableCredits, totalCredits, startMs, endMs }: CreditPeriod): Body => ({
  success: true,
  data: {
    remainingCredits: availableCredits,
    planCredits: totalCredits,
    billingPeriodStart: new Date(startMs).toISOString(),
    billingPeriodEnd: new Date(endMs).toISOString(),
  },
});

export const CREDIT_HISTORY_PATH = '/v2/team/credit-usage/historical';

/** What an account was charged in each of its periods. */
export const creditHistory = (
  periods: readonly { readonly startMs: number; readonly endMs: number; readonly charged: number }[],
): Body => ({
  success: true,
  periods: periods.map(({ startMs, endMs, charged }) => ({
    startDate: new Date(startMs).toISOString(),
    endDate: new Date(endMs).toISOString(),
    creditsUsed: charged,
  })),
});

export const QUEUE_STATUS_PATH = '/v2/team/queue-status';

/** Requests of an account that run, and pages of its jobs that have not ended. */
export const queueStatus = ({
  inUse,
  openItems,
  concurrency,
}: {
  readonly inUse: number;
  readonly openItems: number;
  readonly concurrency: number;
}): Body => ({
  success: true,
  jobsInQueue: inUse + openItems,
  activeJobsInQueue: inUse,
  waitingJobsInQueue: openItems,
  maxConcurrency: concurrency,
});

export const CONCURRENCY_PATH = '/v2/concurrency-check';

/** How many requests of an account run at once, and may. */
export const concurrencyOf = ({
  inUse,
  concurrency,
}: {
  readonly inUse: number;
  readonly concurrency: number;
}): Body => ({
  success: true,
  concurrency: inUse,
  maxConcurrency: concurrency,
});
