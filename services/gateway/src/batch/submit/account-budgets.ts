import { ByteBudget, type ByteBudgetOptions } from './byte-budget.js';

/** A `ByteBudget` per account, created on use. */
export const createAccountBudgets = (options: ByteBudgetOptions) => {
  const accounts = new Map<string, { readonly budget: ByteBudget; calls: number }>();

  return async (accountId: string, bytes: number): Promise<(() => void) | undefined> => {
    const own = accounts.get(accountId) ?? { budget: new ByteBudget(options), calls: 0 };
    accounts.set(accountId, own);
    own.calls += 1;
    const forget = (): void => {
      own.calls -= 1;
      if (own.calls === 0) accounts.delete(accountId);
    };
    const leave = await own.budget.enter(bytes);
    if (leave === undefined) {
      forget();
      return undefined;
    }
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      leave();
      forget();
    };
  };
};
