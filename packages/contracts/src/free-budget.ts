/** Length of the window that free outcomes are counted in. */
export const FREE_BUDGET_WINDOW_MS = 3_600_000;

/** What an account's requests of some minutes came to. */
export interface OutcomeSpan {
  /** When it leaves the window, epoch milliseconds. */
  readonly leavesAtMs: number;
  /** What those that were free would have cost. */
  readonly freeCredits: number;
  readonly chargedCredits: number;
}

export interface FreeBudget {
  readonly usedCredits: number;
  readonly budgetCredits: number;
  /** Epoch milliseconds from which on there is room again; absent while there is. */
  readonly freeAgainAtMs?: number;
}

/**
 * Free outcomes cost the operator what paid ones do. An account has `ownCredits` of them in a rolling hour, and beyond that
 * as many as it was charged: whoever pays for every second page never meets the bound, in whatever order they come.
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
