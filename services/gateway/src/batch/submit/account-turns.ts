/** Runs `work` after the account's earlier work has ended. */
export type InAccountTurn = <T>(accountId: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs the work of each account one after the other: in parallel it would take as long, and none would know how the earlier
 * ones ended. Accounts do not wait for each other.
 */
export const createAccountTurns = (): InAccountTurn => {
  const last = new Map<string, Promise<unknown>>();

  return async (accountId, work) => {
    const before = last.get(accountId) ?? Promise.resolve();
    const own = before.then(work, work);
    last.set(accountId, own);
    try {
      return await own;
    } finally {
      if (last.get(accountId) === own) last.delete(accountId);
    }
  };
};
