import type { Role } from '@quarry/people';
import type { OwnAccount, OwnAccounts } from '../people/accounts.js';
import type { SignUpSwitch } from '../people/sign-up-switch.js';
import type { Visitor } from './visitors.js';

export interface SessionView {
  readonly user: { readonly email: string; readonly name: string; readonly isOperator: boolean } | null;
  readonly account?: AccountView | undefined;
  readonly accounts?: readonly AccountView[];
  readonly signUp: 'open' | 'closed';
  /** Public addresses of the API and of stored files. */
  readonly apiUrl: string;
  readonly filesUrl: string;
  readonly version: string;
}

interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Present only if so. */
  readonly isDisabled?: true;
}

export interface SessionViewOptions {
  readonly ownAccounts: Pick<OwnAccounts, 'list'>;
  readonly signUpSwitch: Pick<SignUpSwitch, 'read'>;
  readonly apiUrl: string;
  readonly filesUrl: string;
  readonly version: string;
}

const viewOf = ({ id, name, role, isDisabled }: OwnAccount): AccountView => ({
  ...{ id, name, role },
  ...(isDisabled ? { isDisabled } : {}),
});

/** What the app knows of the person who uses it. */
export const createSessionView =
  ({ ownAccounts, signUpSwitch, apiUrl, filesUrl, version }: SessionViewOptions) =>
  async (visitor: Visitor | undefined): Promise<SessionView> => {
    const { isOpen } = await signUpSwitch.read();
    const common = { signUp: isOpen ? 'open' : 'closed', apiUrl, filesUrl, version } as const;
    if (visitor === undefined) return { user: null, ...common };
    const { user, account } = visitor;
    return {
      user: { email: user.email, name: user.name, isOperator: user.isOperator },
      account: account && viewOf(account),
      accounts: (await ownAccounts.list(user.email)).map(viewOf),
      ...common,
    };
  };
