const TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** The part of a store that knows the periods of an account, by their numbers and by the journal. */
export interface Books {
  readonly accounts: { periods(accountId: string): Promise<readonly object[]> };
  readonly ledger: { rebuild(accountId: string): Promise<readonly object[]> };
}

/**
 * Waits until the journal of an account whose credits are at rest tells what its periods say. Where a call died between the two, a
 * sweep writes the rest. Rejects when they still differ after a dozen sweeps.
 */
export const untilJournalAgrees = async ({ accounts, ledger }: Books, accountId: string): Promise<void> => {
  const giveUpAt = Date.now() + TIMEOUT_MS;
  for (;;) {
    const periods = JSON.stringify(await accounts.periods(accountId));
    const rebuilt = JSON.stringify(await ledger.rebuild(accountId));
    if (rebuilt === periods) return;
    if (Date.now() > giveUpAt) throw new Error(`the journal tells another story: ${rebuilt} instead of ${periods}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};
