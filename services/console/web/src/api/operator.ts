import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.js';

/** An account as an operator sees it. */
export interface OperatorAccount {
  readonly id: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly plan: { readonly creditsPerPeriod: number; readonly periodDays: number; readonly renew: boolean };
  readonly concurrency: number;
  readonly storedBytes: number;
  readonly createdAt: string;
  /** Of the current period; null when the account has none. */
  readonly credits: {
    readonly granted: number;
    readonly charged: number;
    readonly held: number;
    readonly available: number;
    readonly periodEnd: string;
  } | null;
}

/** The work of one kind of worker at this moment. Figures of a queue that does not respond are left out. */
export interface QueueView {
  readonly name: string;
  readonly waiting?: number;
  readonly active?: number;
  /** How long the single request that came first has waited. */
  readonly oldestWaitMs?: number;
  /** Jobs that all live workers can run at once. */
  readonly slots?: number;
  /** Unfinished batches, and their items that have not ended. */
  readonly batches: number;
  readonly openItems: number;
}

export const operatorAccountsQuery = queryOptions({
  queryKey: ['operator', 'accounts'],
  queryFn: async ({ signal }) =>
    (await callJson<{ accounts: OperatorAccount[] }>('/api/operator/accounts', { signal })).accounts,
});

export const operatorQueuesQuery = queryOptions({
  queryKey: ['operator', 'queues'],
  queryFn: async ({ signal }) => (await callJson<{ queues: QueueView[] }>('/api/operator/queues', { signal })).queues,
  refetchInterval: 5_000,
});

const pathOf = (id: string): string => `/api/operator/accounts/${encodeURIComponent(id)}`;

export interface Grant {
  readonly id: string;
  readonly credits: number;
  /** The same grant is made once, however often it is sent. */
  readonly grantId: string;
}

export const grantCredits = ({ id, ...body }: Grant): Promise<OperatorAccount> =>
  callJson(`${pathOf(id)}/grant`, { method: 'POST', body });

export const setAccountDisabled = (id: string, isDisabled: boolean): Promise<OperatorAccount> =>
  callJson(pathOf(id), { method: 'PATCH', body: { isDisabled } });
