import type { Operation } from '@quarry/contracts';
import type { Account } from '@quarry/store';
import type { TokenSeals } from '@quarry/tokens';
import { refuse, type Refusal } from './screen-request.js';

/** Refuses a token that does not continue a search of this account; the worker opens only tokens that were valid here. */
export const judgeToken = (
  { tokens, nowMs }: { readonly tokens?: TokenSeals | undefined; readonly nowMs: number },
  { operation, account }: { readonly operation: Operation; readonly account: Account },
  params: Readonly<Record<string, unknown>>,
): Refusal | undefined => {
  const { id, tokenField } = operation;
  const token = tokenField === undefined ? undefined : params[tokenField];
  if (typeof token !== 'string') return undefined;
  const opened = tokens?.open({ operation: id, accountId: account.id }, token, nowMs);
  return opened ? undefined : refuse('token_expired');
};
