import type { Members, Role, User, Users } from '@quarry/people';
import type { AccountStore } from '@quarry/store';

/** What an account gets that is made by signing up. */
export interface SignUpPlan {
  readonly credits: number;
  readonly periodDays: number;
  readonly concurrency: number;
}

/** An account as one of its people sees it. */
export interface OwnAccount {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly isDisabled: boolean;
}

export interface OwnAccounts {
  /** The account with the person's role; undefined for strangers and unknown accounts. */
  find(email: string, accountId: string): Promise<OwnAccount | undefined>;
  /** All accounts of a person, oldest membership first. */
  list(email: string): Promise<OwnAccount[]>;
  /** Makes the account of a sign-up with its owner. Every step may be repeated, so a sign-up may end at any line. */
  complete(user: User): Promise<User>;
}

export interface OwnAccountsOptions {
  readonly accounts: Pick<AccountStore, 'create' | 'get'>;
  readonly members: Members;
  readonly users: Users;
  readonly plan: SignUpPlan;
}

export const createOwnAccounts = ({ accounts, members, users, plan }: OwnAccountsOptions): OwnAccounts => {
  const find = async (email: string, accountId: string): Promise<OwnAccount | undefined> => {
    const [role, account] = await Promise.all([members.roleOf(accountId, email), accounts.get(accountId)]);
    if (role === undefined || account === null) return undefined;
    return { id: account.id, name: account.name, role, isDisabled: account.isDisabled };
  };
  return {
    find,
    list: async (email) => {
      const found = await Promise.all((await members.accountsOf(email)).map((accountId) => find(email, accountId)));
      return found.filter((account) => account !== undefined);
    },
    complete: async (user) => {
      if (user.pendingAccount === undefined) return user;
      const { id, name } = user.pendingAccount;
      const { credits, periodDays, concurrency } = plan;
      await accounts.create({ id, name, concurrency, plan: { creditsPerPeriod: credits, periodDays, renew: true } });
      await members.add(id, user.email, 'owner');
      return (await users.change(user.email, () => ({ pendingAccount: undefined }))) ?? user;
    },
  };
};
