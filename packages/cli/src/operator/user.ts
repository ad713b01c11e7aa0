import {
  createLinks,
  createMembers,
  createUsers,
  isActive,
  type LinkPurpose,
  type Member,
  type Role,
  type User,
} from '@quarry/people';
import type { Store } from '@quarry/store';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { formatDay, renderTable, type Column } from '../output/table.js';
import type { OperatorOptions } from './account.js';
import { findAccount, unknownAccount, withStore } from './account-store.js';

/** How long a link works unless it is used before. */
export const LINK_LIFETIME_MS = 24 * 3_600_000;

export interface UserOptions extends OperatorOptions {
  /** Public address of the console, without a slash at its end. */
  readonly consoleUrl: string;
}

/** A member of an account with their user; none before an invitation is accepted. */
interface UserRow extends Pick<Member, 'email' | 'role'> {
  readonly account: { readonly id: string; readonly name: string };
  readonly user: User | null;
  readonly isInvited: boolean;
}

const stateOf = ({ user, isInvited }: UserRow): string => {
  if (!user || isInvited) return 'invited';
  return user.passwordHash === undefined ? 'no password' : 'active';
};

const COLUMNS: readonly Column<UserRow>[] = [
  { heading: 'E-MAIL', cell: ({ email }) => email },
  { heading: 'NAME', cell: ({ user }) => user?.name ?? '-' },
  { heading: 'ACCOUNT', cell: ({ account }) => account.name },
  { heading: 'ROLE', cell: ({ role }) => role },
  { heading: 'OPERATOR', cell: ({ user }) => (user?.isOperator ? 'yes' : 'no') },
  { heading: 'CREATED', cell: ({ user }) => (user ? formatDay(user.createdAtMs) : '-') },
  { heading: 'STATE', cell: stateOf },
];

const toJson = (row: UserRow): Record<string, unknown> => ({
  email: row.email,
  name: row.user?.name,
  account: row.account,
  role: row.role,
  isOperator: row.user?.isOperator ?? false,
  state: stateOf(row),
  createdAt: row.user ? new Date(row.user.createdAtMs).toISOString() : undefined,
});

const peopleOf = ({ records }: Store) => ({
  users: createUsers(records, Date.now),
  members: createMembers(records),
  links: createLinks(records, Date.now),
});

/** Makes a link that works once; returns its address. */
export const makeLink = async (
  store: Store,
  { consoleUrl, email, purpose }: { consoleUrl: string; email: string; purpose: LinkPurpose },
): Promise<string> => {
  const link = peopleOf(store).links.draft({ email, purpose, lifeMs: LINK_LIFETIME_MS });
  await link.store();
  return `${consoleUrl.replace(/\/+$/, '')}/link/${link.token}`;
};

/** Makes a user, unless there is one of this address, and a member of the account. */
export const createUser = (
  options: UserOptions,
  input: { email: string; name: string; account: string; role: Role; isOperator: boolean },
): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    const account = await findAccount(store, input.account);
    if (!account) return unknownAccount(options, input.account);
    const { email, role, name, isOperator } = input;
    const { users, members } = peopleOf(store);
    if (await members.get(account.id, email))
      return fail(`${email} is already a member of ${account.name}, or invited.`);
    const user = (await users.add({ email, name, isOperator })) ?? (await users.get(email));
    if (isOperator && !user?.isOperator) {
      return fail(`A user ${email} exists and is no operator. Create an operator under another address.`);
    }
    await members.add(account.id, email, role);
    const row: UserRow = { email, role, account: { id: account.id, name: account.name }, user, isInvited: false };
    if (options.isJson) return succeedWithJson(toJson(row));
    return succeed(email, `${email} is ${role} of ${account.name}; next: ${options.command} user link ${email}`);
  });

/** Prints only the link on standard output, for scripts. */
export const createUserLink = (
  options: UserOptions,
  { email, purpose }: { email: string; purpose: LinkPurpose },
): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    if (!(await peopleOf(store).users.get(email))) {
      return fail(`No user ${email}. Create one first: ${options.command} user create ${email} --account <account>`);
    }
    const url = await makeLink(store, { consoleUrl: options.consoleUrl, email, purpose });
    const expiresAt = new Date(Date.now() + LINK_LIFETIME_MS).toISOString();
    if (options.isJson) return succeedWithJson({ email, purpose, url, expiresAt });
    const does = purpose === 'reset' ? 'sets a new password' : 'signs in';
    return succeed(url, `it ${does} as ${email}, once, until ${expiresAt}; send it by a way that nobody else reads`);
  });

/** The members of one account, or of all. */
export const listUsers = (options: UserOptions, reference: string | undefined): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    const account = reference === undefined ? null : await findAccount(store, reference);
    if (reference !== undefined && !account) return unknownAccount(options, reference);
    const { users, members } = peopleOf(store);
    const rows: UserRow[] = [];
    for (const { id, name } of account ? [account] : await store.accounts.list()) {
      for (const member of await members.list(id)) {
        const { email, role } = member;
        rows.push({ email, role, account: { id, name }, user: await users.get(email), isInvited: !isActive(member) });
      }
    }
    return options.isJson ? succeedWithJson(rows.map(toJson)) : succeed(renderTable(COLUMNS, rows));
  });
