import type { AccountView } from '../../api/session.js';
import { isRecord } from '../../forms/json-schema.js';
import { maskParams } from './history/mask-params.js';

/** Longest fragment that a link carries; browsers and chats cut longer ones. */
export const SHARE_MAX_CHARS = 6_000;
const FRAGMENT = /^#a=([\w-]{1,64})&p=([\w-]+)$/;

const toBase64Url = (text: string): string => {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

const fromBase64Url = (text: string): string => {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
};

/** A call that was shared, and the account within which. */
export interface SharedCall {
  readonly accountId: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The fragment of a link that opens the same parameters, without secrets, for members of the account; undefined if it would be too
 * long. A fragment is never sent to a server.
 */
export const toShareFragment = ({ accountId, params }: SharedCall): string | undefined => {
  const fragment = `#a=${accountId}&p=${toBase64Url(JSON.stringify(maskParams(params)))}`;
  return fragment.length <= SHARE_MAX_CHARS ? fragment : undefined;
};

/** The call of a link; undefined if its fragment has none. */
export const readShareFragment = (fragment: string): SharedCall | undefined => {
  const [, accountId, text] = (fragment.length <= SHARE_MAX_CHARS && FRAGMENT.exec(fragment)) || [];
  if (accountId === undefined || text === undefined) return undefined;
  try {
    const params: unknown = JSON.parse(fromBase64Url(text));
    return isRecord(params) ? { accountId, params } : undefined;
  } catch {
    return undefined;
  }
};

export type ShareRefusal =
  /** The person is a member of the account too, and may go there. */
  { readonly kind: 'other_account'; readonly account: AccountView } | { readonly kind: 'not_a_member' };

/** Why a shared call is not opened in this account; undefined: it is. */
export const judgeShare = (
  { accountId }: Pick<SharedCall, 'accountId'>,
  { account, accounts }: { readonly account: AccountView; readonly accounts: readonly AccountView[] },
): ShareRefusal | undefined => {
  if (accountId === account.id) return undefined;
  const other = accounts.find(({ id }) => id === accountId);
  return other === undefined ? { kind: 'not_a_member' } : { kind: 'other_account', account: other };
};
