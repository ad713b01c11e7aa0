import { z } from 'zod';

const count = z.number();

/** `data` of `GET /user/me/usage`. */
export const usageSchema = z.looseObject({
  totalCredits: count,
  availableCredits: count,
  heldCredits: count.optional(),
  periodStart: z.string().optional(),
  periodEnd: z.string().optional(),
  concurrentRequests: count.optional(),
  availableConcurrency: count.optional(),
  freeCreditsUsed: count.optional(),
  freeCreditsBudget: count.optional(),
  storedBytes: count.optional(),
  storedBytesLimit: count.optional(),
});
export type AccountUsage = z.infer<typeof usageSchema>;

export const USAGE_PATH = '/user/me/usage';
