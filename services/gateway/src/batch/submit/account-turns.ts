/** Runs `work` once the account's other work that began before it has ended. */
export type InAccountTurn = <T>(accountId: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets each account do one thing after the other, in its order: together they would take no less time, and none of them would
 * know how those before it ended. Accounts wait for nobody else.
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
