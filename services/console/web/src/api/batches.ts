import { queryOptions } from '@tanstack/react-query';
import { gatewayJson } from './client.js';

export type BatchState = 'pending' | 'in_progress' | 'done' | 'stopped';

/** A batch as the API lists it. */
export interface BatchView {
  readonly jobId: string;
  readonly operation: string;
  readonly status: BatchState;
  readonly requestsCount: number;
  readonly responsesCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
  readonly targetErrorCount: number;
  readonly creditsHeld: number;
  readonly creditsCharged: number;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly stopRequestedAt?: string;
  readonly resultsUrl: string;
  /** Of a crawl: addresses that it knows, those fetched included. */
  readonly discoveredCount?: number;
  /** Of a crawl: bounds that left addresses out. */
  readonly limitsHit?: readonly string[];
}

/** A crawl is a job whose requests are found while it runs. */
export const isCrawl = ({ resultsUrl }: Pick<BatchView, 'resultsUrl'>): boolean =>
  /\/crawl\/web\/[^/]+\/results$/.test(resultsUrl);

export interface BatchPage {
  readonly batches: readonly BatchView[];
  readonly nextPage?: string;
}

export const isRunning = ({ status }: Pick<BatchView, 'status'>): boolean =>
  status === 'pending' || status === 'in_progress';

/** A page of the account's batches, newest first. */
export const batchesQuery = (page: { limit?: number; cursor?: string } = {}) =>
  queryOptions({
    queryKey: ['batches', page],
    queryFn: async ({ signal }) =>
      (await gatewayJson<{ data: BatchPage }>('/batches', { query: { ...page }, signal })).data,
  });

/** The cursor of a `nextPage` URL; undefined at the end of a list. */
export const cursorOf = (nextPage: string | undefined): string | undefined =>
  nextPage === undefined
    ? undefined
    : (new URL(nextPage, 'http://console.local').searchParams.get('cursor') ?? undefined);
