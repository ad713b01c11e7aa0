import type { MongoEngine } from '../mongo-engine.js';

export interface StoredOfRow {
  readonly accountId: string;
  readonly storedBytes?: number | undefined;
}

/**
 * Keeps the sum of the bytes that an account's rows have stored. It is a separate step after the row's: a process that
 * dies between the two leaves the bytes of one row uncounted, which is acceptable for a quota.
 */
export const createStoredBytes = ({ models: { accounts, requests }, run }: MongoEngine) => {
  const move = async (accountId: string, bytes: number): Promise<void> => {
    if (bytes === 0) return;
    await run('accounts.stored', () => accounts.updateOne({ _id: accountId }, { $inc: { storedBytes: bytes } }).exec());
  };

  return {
    add: ({ accountId, storedBytes = 0 }: StoredOfRow): Promise<void> => move(accountId, storedBytes),
    remove: async (rows: readonly StoredOfRow[]): Promise<void> => {
      const sums = new Map<string, number>();
      for (const { accountId, storedBytes = 0 } of rows) sums.set(accountId, (sums.get(accountId) ?? 0) + storedBytes);
      for (const [accountId, bytes] of sums) await move(accountId, -bytes);
    },
    /** Records that a request has no stored files any more. */
    forget: async (requestId: string): Promise<void> => {
      const emptied = await run('requests.forgetStored', () =>
        requests
          .findOneAndUpdate({ _id: requestId, storedBytes: { $gt: 0 } }, { $unset: { storedBytes: 1 } })
          .lean<{ accountId: string; storedBytes?: number }>()
          .exec(),
      );
      if (emptied) await move(emptied.accountId, -(emptied.storedBytes ?? 0));
    },
  };
};

export type StoredBytes = ReturnType<typeof createStoredBytes>;
