import type { Body } from '../compat-call.js';

export const SERP_ACCOUNT_PATHS = ['/account', '/account.json'] as const;

export interface SerpAccountFigures {
  readonly accountId: string;
  readonly grantedCredits: number;
  readonly availableCredits: number;
  readonly chargedCredits: number;
  /** Price of a search of web results. */
  readonly searchCredits: number;
}

/** An account: its credits, and how many searches of web results they are. */
export const serpAccount = (figures: SerpAccountFigures): Body => {
  const { accountId, grantedCredits, availableCredits, chargedCredits, searchCredits } = figures;
  const left = Math.floor(availableCredits / searchCredits);
  return {
    account_id: accountId,
    searches_per_month: Math.floor(grantedCredits / searchCredits),
    plan_searches_left: left,
    total_searches_left: left,
    this_month_usage: Math.ceil(chargedCredits / searchCredits),
    granted_credits: grantedCredits,
    available_credits: availableCredits,
    charged_credits: chargedCredits,
  };
};
