import type { ApiKey } from '@quarry/store';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { formatDay, renderTable, type Column } from '../table.js';
import type { OperatorOptions } from './account.js';
import { findAccount, unknownAccount, withStore } from './account-store.js';

const COLUMNS: readonly Column<ApiKey>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'KEY', cell: ({ prefix }) => `${prefix}...` },
  { heading: 'NAME', cell: ({ name }) => name },
  { heading: 'CREATED', cell: ({ createdAtMs }) => formatDay(createdAtMs) },
  { heading: 'STATE', cell: ({ revokedAtMs }) => (revokedAtMs ? `revoked ${formatDay(revokedAtMs)}` : 'live') },
];

const toJson = (key: ApiKey): Record<string, unknown> => ({
  id: key.id,
  accountId: key.accountId,
  name: key.name,
  prefix: key.prefix,
  createdAt: new Date(key.createdAtMs).toISOString(),
  revokedAt: key.revokedAtMs ? new Date(key.revokedAtMs).toISOString() : undefined,
});

/** Prints only the key on standard output, for scripts. */
export const createKey = (options: OperatorOptions, input: { account: string; name: string }): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    const account = await findAccount(store, input.account);
    const created = account && (await store.keys.create({ accountId: account.id, name: input.name }));
    if (!created) return unknownAccount(options, input.account);
    if (options.isJson) return succeedWithJson({ ...toJson(created.key), key: created.plainKey });
    return succeed(created.plainKey, `key ${created.key.id} of ${account.name}; it is shown only once, keep it safe`);
  });

export const revokeKey = (options: OperatorOptions, keyId: string): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    if (!(await store.keys.revoke(keyId))) {
      return fail(`No active key with the id ${keyId}. The command key list shows those of an account.`);
    }
    return options.isJson ? succeedWithJson({ id: keyId, state: 'revoked' }) : succeed(`${keyId} is revoked`);
  });

export const listKeys = (options: OperatorOptions, reference: string): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    const account = await findAccount(store, reference);
    if (!account) return unknownAccount(options, reference);
    const keys = await store.keys.list(account.id);
    return options.isJson ? succeedWithJson(keys.map(toJson)) : succeed(renderTable(COLUMNS, keys));
  });
