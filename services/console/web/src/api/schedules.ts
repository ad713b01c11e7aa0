import { queryOptions } from '@tanstack/react-query';
import { gatewayJson } from './client.js';
import { every } from './poll.js';

export interface ScheduleTarget {
  readonly type: string;
  readonly operation: string;
  /** Without secrets; missing where they can no longer be read. */
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface ChangeTracking {
  readonly fields?: readonly string[];
  readonly markdown?: boolean;
  readonly links?: boolean;
}

export type MissedRuns = 'skip' | 'runOnce' | 'runAll';

/** A schedule as the API lists it. Times are ISO 8601. */
export interface ScheduleView {
  readonly id: string;
  readonly name?: string;
  readonly state: 'active' | 'paused';
  readonly cron?: string;
  readonly intervalSeconds?: number;
  readonly timeZone: string;
  readonly target: ScheduleTarget;
  readonly missedRuns: MissedRuns;
  readonly changeTracking?: ChangeTracking;
  readonly webhook?: { readonly url: string };
  readonly createdAt: string;
  readonly nextRuns: readonly string[];
  /** Address of its feed; only with `changeTracking`. */
  readonly changesUrl?: string;
}

export interface FieldChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What differs in one response; missing parts were not compared. */
export interface Differences {
  readonly fields?: readonly FieldChange[];
  readonly links?: { readonly added: readonly string[]; readonly removed: readonly string[] };
  readonly markdown?: { readonly added: number; readonly removed: number; readonly diff: string };
}

/** A page that has changed. Its counts are missing where what differs in it is left out, or no longer stored. */
export interface PageChange extends Differences {
  readonly url: string;
  readonly requestId: string;
  readonly added?: number;
  readonly removed?: number;
  readonly changed?: number;
}

/** How the pages of a batch or a crawl differ. The lists may be shorter than the counts of the change. */
export interface PageChanges {
  readonly compared: number;
  readonly unknown: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly PageChange[];
}

/** How a run differs from the one before it. The counts of a batch or a crawl are those of pages. */
export interface Change extends Differences {
  readonly status: 'first' | 'same' | 'changed' | 'unknown';
  readonly message?: string;
  readonly comparedWith?: string;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly pages?: PageChanges;
  readonly isCut?: true;
}

export type RunStatus = 'waiting' | 'running' | 'ok' | 'error' | 'refused' | 'missed';

export interface RunView {
  readonly id: string;
  readonly dueAt: string;
  readonly status: RunStatus;
  readonly endedAt?: string;
  readonly requestId?: string;
  readonly jobId?: string;
  readonly error?: string;
  readonly message?: string;
  readonly creditsCharged: number;
  readonly change?: Change;
}

export interface WholeSchedule extends ScheduleView {
  /** Newest first. */
  readonly runs: readonly RunView[];
}

/** The body of a call that makes a schedule. */
export interface NewSchedule {
  readonly name?: string;
  readonly cron?: string;
  readonly intervalSeconds?: number;
  readonly timeZone: string;
  readonly target: Required<ScheduleTarget>;
  readonly missedRuns: MissedRuns;
  readonly changeTracking?: ChangeTracking;
  readonly webhook?: { readonly url: string };
}

const LIST_POLL_MS = 15_000;
const LIVE_MS = 2_000;
const PATH = '/schedules';
const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

interface Answer<Data> {
  readonly data: Data;
}

const isOpen = ({ status }: RunView): boolean => status === 'waiting' || status === 'running';

/** All schedules of the account, newest first. */
export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: async ({ signal }) =>
    (await gatewayJson<Answer<{ schedules: readonly ScheduleView[] }>>(PATH, { signal })).data.schedules,
  refetchInterval: every(LIST_POLL_MS),
});

/** One schedule with its runs; read more often while one runs, or is about to. */
export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', id],
    queryFn: async ({ signal }) => (await gatewayJson<Answer<WholeSchedule>>(pathOf(id), { signal })).data,
    refetchInterval: (query) => {
      const { data } = query.state;
      const nextMs = Date.parse(data?.nextRuns[0] ?? '');
      const isDue = nextMs - Date.now() < LIST_POLL_MS;
      return every(isDue || data?.runs.some(isOpen) === true ? LIVE_MS : LIST_POLL_MS)(query);
    },
    retry: false,
  });

/** The same key with the same body never makes a second schedule. */
export const createSchedule = async (body: NewSchedule, key: string): Promise<ScheduleView> => {
  const headers = { 'idempotency-key': key };
  return (await gatewayJson<Answer<ScheduleView>>(PATH, { method: 'POST', body, headers })).data;
};

export const pauseSchedule = (id: string): Promise<unknown> =>
  gatewayJson(`${pathOf(id)}/pause`, { method: 'POST', body: {} });

export const resumeSchedule = (id: string): Promise<unknown> =>
  gatewayJson(`${pathOf(id)}/resume`, { method: 'POST', body: {} });

export const deleteSchedule = (id: string): Promise<unknown> => gatewayJson(pathOf(id), { method: 'DELETE' });

/** A link to the feed of changes that opens without a key. */
export const signFeedLink = async (id: string): Promise<string> =>
  (await gatewayJson<Answer<{ url: string }>>(`${pathOf(id)}/feed-link`, { method: 'POST', body: {} })).data.url;
