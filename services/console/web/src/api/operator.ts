import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.js';
import { every } from './poll.js';

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

/** `draining`: paused, and what waits is being ended. */
export type QueueState = 'open' | 'paused' | 'draining';

/** The work of one kind of worker at this moment. Figures of a queue that does not respond are left out. */
export interface QueueView {
  readonly name: string;
  readonly waiting?: number;
  readonly active?: number;
  /** How long the single request that came first has waited. */
  readonly oldestWaitMs?: number;
  /** Jobs that all live workers can run at once. */
  readonly slots?: number;
  readonly state?: QueueState;
  /** Who paused it, and when. */
  readonly by?: string;
  readonly since?: string;
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
  refetchInterval: every(5_000),
});

/** A process of the fleet that tells of itself; one that was killed leaves the list after 20 s. */
export interface ProcessView {
  readonly id: string;
  readonly service: string;
  readonly host: string;
  readonly pid: number;
  /** Digest of the code that it runs. */
  readonly build: string;
  readonly memoryBytes: number;
  readonly activeJobs?: number;
  readonly slots?: number;
  readonly pagesOpen?: number;
  readonly startedAt: string;
  readonly seenAt: string;
}

export interface ExitCounts {
  readonly served: number;
  readonly blocked: number;
  readonly failed: number;
}

/** One exit over all workers; each worker rests it for itself. */
export interface ExitView {
  /** Pool and place, such as `residential:0`; `direct` is the machine's own address. */
  readonly name: string;
  readonly workers: number;
  readonly downWorkers: number;
  readonly downUntil?: string;
  /** The most sites for which one worker does not use it now. */
  readonly restingSites: number;
  readonly lastHour: ExitCounts;
  readonly lastDay: ExitCounts;
}

export const operatorFleetQuery = queryOptions({
  queryKey: ['operator', 'fleet'],
  queryFn: ({ signal }) =>
    callJson<{ processes: readonly ProcessView[]; exits: readonly ExitView[] }>('/api/operator/fleet', { signal }),
  refetchInterval: every(5_000),
});

export const setQueueState = (name: string, state: QueueState): Promise<unknown> =>
  callJson(`/api/operator/queues/${encodeURIComponent(name)}`, { method: 'PUT', body: { state } });

export interface SignUpView {
  readonly signUp: 'open' | 'closed';
  /** What the setting says. */
  readonly default: 'open' | 'closed';
  /** Absent: the setting decides. */
  readonly changedBy?: string;
  readonly changedAt?: string;
}

export const signUpQuery = queryOptions({
  queryKey: ['operator', 'sign-up'],
  queryFn: ({ signal }) => callJson<SignUpView>('/api/operator/sign-up', { signal }),
});

export const setSignUp = (signUp: 'open' | 'closed' | 'default'): Promise<SignUpView> =>
  callJson('/api/operator/sign-up', { method: 'PUT', body: { signUp } });

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

export interface PlanChange {
  readonly id: string;
  readonly creditsPerPeriod: number;
  readonly periodDays: number;
  readonly renew: boolean;
  readonly concurrency: number;
}

export const changePlan = ({ id, ...body }: PlanChange): Promise<OperatorAccount> =>
  callJson(pathOf(id), { method: 'PATCH', body });
