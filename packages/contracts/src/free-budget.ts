/** Length of the window in which free outcomes are counted. */
export const FREE_BUDGET_WINDOW_MS = 3_600_000;

/** Outcomes of an account's requests during some minutes. */
export interface OutcomeSpan {
  /** When it leaves the window, epoch milliseconds. */
  readonly leavesAtMs: number;
  /** What the free ones would have cost. */
  readonly freeCredits: number;
  readonly chargedCredits: number;
}

export interface FreeBudget {
  readonly usedCredits: number;
  readonly budgetCredits: number;
  /** Epoch milliseconds from which requests are accepted again; absent while the budget is not used up. */
  readonly freeAgainAtMs?: number;
}

/**
 * Free outcomes cost the operator as much as paid ones. An account may have `ownCredits` of them in a rolling hour, plus as
 * many as it was charged: an account that pays for every second page never reaches the limit, in whatever order they come.
 */
export const judgeFreeBudget = (spans: readonly OutcomeSpan[], ownCredits: number): FreeBudget => {
  let usedCredits = 0;
  let budgetCredits = ownCredits;
  for (const { freeCredits, chargedCredits } of spans) {
    usedCredits += freeCredits;
    budgetCredits += chargedCredits;
  }
  if (usedCredits < budgetCredits) return { usedCredits, budgetCredits };
  let lead = usedCredits - budgetCredits;
  let freeAgainAtMs = 0;
  for (const span of [...spans].sort((one, other) => one.leavesAtMs - other.leavesAtMs)) {
    if (lead < 0) break;
    lead -= span.freeCredits - span.chargedCredits;
    freeAgainAtMs = span.leavesAtMs;
  }
  return { usedCredits, budgetCredits, freeAgainAtMs };
};
