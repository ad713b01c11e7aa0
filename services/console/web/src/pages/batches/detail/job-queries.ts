import { queryOptions } from '@tanstack/react-query';
import { cursorOf, isRunning, type BatchView } from '../../../api/batches.js';
import { isApiError } from '../../../api/api-error.js';
import { gatewayJson } from '../../../api/client.js';
import type { RequestPage, RequestView } from '../../../api/requests.js';
import { batchPath, CRAWL_PATH, jobPath } from '../batch-paths.js';

const LIVE_MS = 2_000;
/** Rows of one call for results, and of one for failures: the most that the API gives. */
export const RESULTS_ROWS = 100;
const FAILURES_ROWS = 100;
/** Failures that are read to be counted by reason. */
export const FAILURES_MAX = 2_000;

interface StatusBody {
  readonly jobId: string;
  readonly data: Omit<BatchView, 'jobId' | 'operation'>;
}

/** Where a job may be: the API has batches under their operation, and crawls apart. */
interface Place {
  readonly operation: string;
  readonly path: string;
}

const CRAWLS: Place = { operation: 'scrape/web', path: CRAWL_PATH };

/** Where a job may be that is not known to be a crawl. `candidates`: the operations that a batch may be of. */
export const anyPlace = (candidates: readonly string[]): readonly Place[] => {
  const [first, ...others] = candidates.map((operation) => ({ operation, path: batchPath(operation) }));
  return [...(first === undefined ? [] : [first]), CRAWLS, ...others];
};

export const CRAWL_PLACE: readonly Place[] = [CRAWLS];

const readJob = async ({ operation, path }: Place, jobId: string, signal: AbortSignal): Promise<BatchView> => {
  const { data } = await gatewayJson<StatusBody>(`${path}/${encodeURIComponent(jobId)}`, { signal });
  return { ...data, jobId, operation };
};

/** Where each job is, once known. */
const placeOf = new Map<string, Place>();

const findJob = async (candidates: readonly Place[], jobId: string, signal: AbortSignal): Promise<BatchView> => {
  const known = placeOf.get(jobId);
  const [first = CRAWLS, ...others] = known === undefined ? candidates : [known];
  try {
    const job = await readJob(first, jobId, signal);
    placeOf.set(jobId, first);
    return job;
  } catch (error) {
    if (others.length > 0 && isApiError(error, 'job_not_found')) return findJob(others, jobId, signal);
    throw error;
  }
};

/** The state of one job; read again while it runs. */
export const jobQuery = (places: readonly Place[], jobId: string) =>
  queryOptions({
    queryKey: ['batches', 'one', jobId],
    queryFn: ({ signal }) => findJob(places, jobId, signal),
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? LIVE_MS : false),
    retry: false,
  });

export interface ResultRow {
  readonly query: unknown;
  readonly result: {
    readonly id: string;
    readonly index: number;
    readonly status: 'ok' | 'error';
    readonly error?: string;
    readonly message?: string;
    readonly statusCode?: number;
    readonly reason?: string;
  };
}

/** Where the number of the page is in a key of `resultsQuery`. */
export const PAGE_OF_KEY = 3;

/** A page of results in the order in which they ended, from 0. A full page never changes. */
export const resultsQuery = (batch: BatchView, page: number, rows: number) =>
  queryOptions({
    queryKey: ['batches', 'results', batch.jobId, page, rows],
    queryFn: async ({ signal }) => {
      const query = { page: page + 1, limit: RESULTS_ROWS };
      const path = `${jobPath(batch)}/results`;
      return (await gatewayJson<{ results: readonly ResultRow[] }>(path, { query, signal })).results;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The failed items of a batch, in the order of submission; `isWhole` is false if there are more. */
export const failuresQuery = (jobId: string, failedCount: number) =>
  queryOptions({
    queryKey: ['batches', 'failures', jobId, failedCount],
    queryFn: async ({ signal }): Promise<{ failures: readonly RequestView[]; isWhole: boolean }> => {
      const failures: RequestView[] = [];
      let cursor: string | undefined;
      do {
        const query = {
          batch: jobId,
          status: 'error',
          limit: FAILURES_ROWS,
          ...(cursor === undefined ? {} : { cursor }),
        };
        const { data } = await gatewayJson<{ data: RequestPage }>('/requests', { query, signal });
        failures.push(...data.requests);
        cursor = cursorOf(data.nextPage);
      } while (cursor !== undefined && failures.length < FAILURES_MAX);
      return { failures, isWhole: cursor === undefined };
    },
    enabled: failedCount > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
