import { FREE_BUDGET_WINDOW_MS, groupDigits, judgeFreeBudget, type FreeBudget } from '@quarry/contracts';
import type { OutcomeCounts } from '@quarry/queue';
import type { Clock } from '@quarry/store';
import { refuse, type Refusal } from '../screen-request.js';

export interface FreeAllowanceOptions {
  readonly outcomes: Pick<OutcomeCounts, 'lastHour'>;
  /** Free outcomes that an account may have per hour, beyond the credits it was charged. */
  readonly ownCredits: number;
  readonly clock: Clock;
}

/** Limits the free outcomes of an account. */
export interface FreeAllowance {
  read(accountId: string): Promise<FreeBudget>;
  /** Undefined while the budget is not used up. */
  refusal(accountId: string): Promise<Refusal | undefined>;
}

export const createFreeAllowance = ({ outcomes, ownCredits, clock }: FreeAllowanceOptions): FreeAllowance => {
  const read = async (accountId: string): Promise<FreeBudget> =>
    judgeFreeBudget(await outcomes.lastHour(accountId), ownCredits);
  return {
    read,
    refusal: async (accountId) => {
      const { usedCredits, budgetCredits, freeAgainAtMs } = await read(accountId);
      if (freeAgainAtMs === undefined) return undefined;
      const [used, budget] = [groupDigits(usedCredits), groupDigits(budgetCredits)];
      const waitMs = Math.min(Math.max(freeAgainAtMs - clock(), 1), FREE_BUDGET_WINDOW_MS);
      return {
        ...refuse('free_budget_exhausted', {
          message:
            `The free outcomes of the last hour, such as missing pages, would have cost ${used} credits; ` +
            `the budget of this account is ${budget}. Check the targets; retry after the time in the Retry-After header.`,
        }),
        retryAfterSeconds: Math.ceil(waitMs / 1_000),
      };
    },
  };
};
