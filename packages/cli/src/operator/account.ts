import { randomUUID } from 'node:crypto';
import { stopBatches, type Account, type Period } from '@quarry/store';
import { groupDigits } from '@quarry/contracts';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { formatDay, renderTable, type Column } from '../output/table.js';
import { findAccount, unknownAccount, withStore, type StoreChoice } from './account-store.js';

/** Options of every operator command. */
export interface OperatorOptions extends StoreChoice {
  readonly isJson: boolean;
  /** Printed commands begin with it. */
  readonly command: string;
}

export interface NewAccount {
  readonly name: string;
  readonly credits: number;
  readonly periodDays: number;
  readonly isRenewed: boolean;
  readonly concurrency: number;
}

interface AccountRow {
  readonly account: Account;
  readonly period: Period | null;
}

const COLUMNS: readonly Column<AccountRow>[] = [
  { heading: 'ID', cell: ({ account }) => account.id },
  { heading: 'NAME', cell: ({ account }) => account.name },
  { heading: 'AVAILABLE', isNumber: true, cell: ({ period }) => groupDigits(period?.available ?? 0) },
  { heading: 'HELD', isNumber: true, cell: ({ period }) => groupDigits(period?.held ?? 0) },
  { heading: 'GRANTED', isNumber: true, cell: ({ period }) => groupDigits(period?.granted ?? 0) },
  { heading: 'PERIOD ENDS', cell: ({ period }) => (period ? formatDay(period.endMs) : '-') },
  { heading: 'RENEWS', cell: ({ account: { plan } }) => (plan.renew ? groupDigits(plan.creditsPerPeriod) : 'no') },
  { heading: 'CONCURRENCY', isNumber: true, cell: ({ account }) => groupDigits(account.concurrency) },
  { heading: 'STATE', cell: ({ account }) => (account.isDisabled ? 'disabled' : 'active') },
];

const toJson = ({ account, period }: AccountRow): Record<string, unknown> => ({
  id: account.id,
  name: account.name,
  state: account.isDisabled ? 'disabled' : 'active',
  plan: account.plan,
  concurrency: account.concurrency,
  createdAt: new Date(account.createdAtMs).toISOString(),
  ...(period
    ? {
        credits: {
          granted: period.granted,
          charged: period.charged,
          held: period.held,
          expired: period.expired,
          available: period.available,
        },
        periodStart: new Date(period.startMs).toISOString(),
        periodEnd: new Date(period.endMs).toISOString(),
      }
    : {}),
});

export const createAccount = (options: OperatorOptions, input: NewAccount): Promise<Outcome> =>
  withStore({ ...options, isCreated: true }, async (store) => {
    if ((await store.accounts.list()).some(({ name }) => name === input.name)) {
      return fail(`An account "${input.name}" already exists. Choose another name.`);
    }
    const account = await store.accounts.create({
      name: input.name,
      plan: { creditsPerPeriod: input.credits, periodDays: input.periodDays, renew: input.isRenewed },
      concurrency: input.concurrency,
    });
    if (options.isJson) return succeedWithJson(toJson({ account, period: await store.accounts.period(account.id) }));
    return succeed(account.id, `account "${account.name}" is ready; next: ${options.command} key create ${account.id}`);
  });

export const grantCredits = (
  options: OperatorOptions,
  input: { account: string; credits: number; grantId?: string | undefined },
): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    const account = await findAccount(store, input.account);
    if (!account) return unknownAccount(options, input.account);
    const period = await store.accounts.grant(account.id, input.credits, input.grantId ?? randomUUID());
    if (!period) return unknownAccount(options, input.account);
    if (options.isJson) return succeedWithJson(toJson({ account, period }));
    return succeed(`${account.name}: ${groupDigits(period.available)} credits until ${formatDay(period.endMs)}`);
  });

export const listAccounts = (options: OperatorOptions): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    const rows: AccountRow[] = [];
    for (const account of await store.accounts.list()) {
      rows.push({ account, period: await store.accounts.period(account.id) });
    }
    return options.isJson ? succeedWithJson(rows.map(toJson)) : succeed(renderTable(COLUMNS, rows));
  });

export const setAccountDisabled = (
  options: OperatorOptions,
  input: { account: string; isDisabled: boolean },
): Promise<Outcome> =>
  withStore({ ...options, isCreated: false }, async (store) => {
    const found = await findAccount(store, input.account);
    const account = found && (await store.accounts.setDisabled(found.id, input.isDisabled));
    if (!account) return unknownAccount(options, input.account);
    // Their owner can no longer stop them, as the keys are refused.
    const stopping = input.isDisabled ? await stopBatches(store, account.id) : 0;
    if (options.isJson) return succeedWithJson(toJson({ account, period: await store.accounts.period(account.id) }));
    if (!input.isDisabled) return succeed(`${account.name} is active again`);
    const batches = stopping === 0 ? '' : `, ${stopping} of its batches are stopping`;
    return succeed(`${account.name} is disabled; its keys are refused${batches}`);
  });
