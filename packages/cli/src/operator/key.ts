import type { ApiKey, KeyLimits } from '@quarry/store';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { formatDay, renderTable, type Column } from '../output/table.js';
import type { OperatorOptions } from './account.js';
import { findAccount, unknownAccount, withStore } from './account-store.js';

const describeLimits = ({ creditsPerDay, operations, concurrency }: KeyLimits = {}): string =>
  [
    ...(creditsPerDay === undefined ? [] : [`${creditsPerDay} credits a day`]),
    ...(concurrency === undefined ? [] : [`${concurrency} at once`]),
    ...(operations === undefined ? [] : [operations.join(' ')]),
  ].join(', ') || 'none';

const COLUMNS: readonly Column<ApiKey>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'KEY', cell: ({ prefix }) => `${prefix}...` },
  { heading: 'NAME', cell: ({ name }) => name },
  { heading: 'LIMITS', cell: ({ limits }) => describeLimits(limits) },
  { heading: 'CREATED', cell: ({ createdAtMs }) => formatDay(createdAtMs) },
  { heading: 'STATE', cell: ({ revokedAtMs }) => (revokedAtMs ? `revoked ${formatDay(revokedAtMs)}` : 'live') },
];

const toJson = (key: ApiKey): Record<string, unknown> => ({
  id: key.id,
  accountId: key.accountId,
  name: key.name,
  prefix: key.prefix,
  limits: key.limits,
  createdAt: new Date(key.createdAtMs).toISOString(),
  revokedAt: key.revokedAtMs ? new Date(key.revokedAtMs).toISOString() : undefined,
});

export interface NewKeyInput {
  readonly account: string;
  readonly name: string;
  readonly limits: KeyLimits;
}

/** Prints only the key on standard output, for scripts. */
export const createKey = (options: OperatorOptions, input: NewKeyInput): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    const account = await findAccount(store, input.account);
    const created =
      account && (await store.keys.create({ accountId: account.id, name: input.name, limits: input.limits }));
    if (!created) return unknownAccount(options, input.account);
    if (options.isJson) return succeedWithJson({ ...toJson(created.key), key: created.plainKey });
    return succeed(created.plainKey, `key ${created.key.id} of ${account.name}; it is shown only once, keep it safe`);
  });

const unknownKey = (keyId: string): Outcome =>
  fail(`No active key with the id ${keyId}. The command key list shows those of an account.`);

/** Replaces all limits of a key. */
export const limitKey = (options: OperatorOptions, keyId: string, limits: KeyLimits): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    const key = await store.keys.change(keyId, { limits });
    if (!key) return unknownKey(keyId);
    return options.isJson ? succeedWithJson(toJson(key)) : succeed(`limits of ${keyId}: ${describeLimits(key.limits)}`);
  });

export const revokeKey = (options: OperatorOptions, keyId: string): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    if (!(await store.keys.revoke(keyId))) return unknownKey(keyId);
    return options.isJson ? succeedWithJson({ id: keyId, state: 'revoked' }) : succeed(`${keyId} is revoked`);
  });

export const listKeys = (options: OperatorOptions, reference: string): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    const account = await findAccount(store, reference);
    if (!account) return unknownAccount(options, reference);
    const keys = await store.keys.list(account.id);
    return options.isJson ? succeedWithJson(keys.map(toJson)) : succeed(renderTable(COLUMNS, keys));
  });
