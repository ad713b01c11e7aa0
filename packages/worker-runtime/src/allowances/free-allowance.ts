import { judgeFreeBudget, type Verdict } from '@quarry/contracts';
import type { OutcomeCounts } from '@quarry/queue';
import type { RequestRow } from '@quarry/store';
import { rememberBriefly } from './brief-memory.js';
import { priceOf } from './price-of.js';

export interface FreeAllowanceOptions {
  readonly outcomes: Pick<OutcomeCounts, 'note' | 'noteSoon' | 'lastHour'>;
  /** Free credits of an account in an hour, in addition to as many as it was charged. */
  readonly ownCredits: number;
  /** Milliseconds. Default: the process's own. */
  readonly now?: () => number;
}

/** How an attempt ended, for its price. */
export interface EndedAttempt {
  readonly verdict: Verdict;
  readonly chargedCredits: number;
  readonly tier?: string | undefined;
  /** An item of a batch, of which thousands may end at once. */
  readonly isItem: boolean;
}

/** Counts outcomes that are free of charge, and says whether an account has exhausted its allowance. */
export interface FreeAllowance {
  note(row: RequestRow, end: EndedAttempt): Promise<void>;
  isExhausted(accountId: string): Promise<boolean>;
}

/** Free outcomes that the caller did not cause, or for which nothing was done. */
const NOT_COUNTED: ReadonlySet<Verdict> = new Set([
  ...(['internal_error', 'cancelled', 'proxy_unavailable', 'free_budget_exhausted', 'storage_exhausted'] as const),
  'robots_disallowed',
]);

export const createFreeAllowance = (options: FreeAllowanceOptions): FreeAllowance => {
  const { outcomes, ownCredits, now = () => performance.now() } = options;
  const isExhausted = async (accountId: string): Promise<boolean> =>
    judgeFreeBudget(await outcomes.lastHour(accountId), ownCredits).freeAgainAtMs !== undefined;
  return {
    note: async (row, { verdict, chargedCredits, tier, isItem }) => {
      const isFree = chargedCredits === 0 && !NOT_COUNTED.has(verdict);
      const credits = { freeCredits: isFree ? priceOf(row, tier) : 0, chargedCredits };
      if (isItem) outcomes.noteSoon(row.accountId, credits);
      else await outcomes.note(row.accountId, credits);
    },
    isExhausted: rememberBriefly(isExhausted, now),
  };
};
