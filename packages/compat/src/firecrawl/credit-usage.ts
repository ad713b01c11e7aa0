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
