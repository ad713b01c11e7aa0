import { poll } from '../host/poll.js';

const TIMEOUT_MS = 60_000;

/** The part of a store that returns the periods of an account, as kept and as rebuilt from the journal. */
export interface Books {
  readonly accounts: { periods(accountId: string): Promise<readonly object[]> };
  readonly ledger: { rebuild(accountId: string): Promise<readonly object[]> };
}

/**
 * Waits until the journal of an account without held credits agrees with its periods. Where a call died between the two, a sweep
 * writes the rest. Rejects when they still differ after a dozen sweeps.
 */
export const untilJournalAgrees = async ({ accounts, ledger }: Books, accountId: string): Promise<void> => {
  const read = async () => ({
    periods: JSON.stringify(await accounts.periods(accountId)),
    rebuilt: JSON.stringify(await ledger.rebuild(accountId)),
  });
  const last = await poll(read, ({ periods, rebuilt }) => periods === rebuilt, { timeoutMs: TIMEOUT_MS });
  if (last.rebuilt !== last.periods)
    throw new Error(`the journal differs from the periods: ${last.rebuilt} instead of ${last.periods}`);
};
