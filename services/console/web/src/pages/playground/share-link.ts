import type { AccountView } from '../../api/session.js';

/** What the address of a shared call says: its id, and the account within which it is shared. */
export interface ShareSearch {
  readonly shared?: string;
  readonly in?: string;
}

const CALL_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const ACCOUNT_ID = /^[\w-]{1,64}$/;

/** Reads it of an address; anything else is left out. */
export const readShareSearch = ({ shared, in: accountId }: Readonly<Record<string, unknown>>): ShareSearch => {
  if (typeof shared !== 'string' || !CALL_ID.test(shared)) return {};
  // A router reads digits as a number.
  const account = String(accountId);
  return ACCOUNT_ID.test(account) && accountId !== undefined ? { shared, in: account } : { shared };
};

/** The path of a shared call. Nothing of its parameters is in it. */
export const sharePath = (operation: string, id: string, accountId: string): string =>
  `/playground/${operation}?shared=${id}&in=${encodeURIComponent(accountId)}`;

export type ShareRefusal =
  /** The person is a member of the account too, and may go there. */
  { readonly kind: 'other_account'; readonly account: AccountView } | { readonly kind: 'not_a_member' };

/** Why a shared call is not opened in this account; undefined: it is. */
export const judgeShare = (
  accountId: string,
  { account, accounts }: { readonly account: AccountView; readonly accounts: readonly AccountView[] },
): ShareRefusal | undefined => {
  if (accountId === account.id) return undefined;
  const other = accounts.find(({ id }) => id === accountId);
  return other === undefined ? { kind: 'not_a_member' } : { kind: 'other_account', account: other };
};
