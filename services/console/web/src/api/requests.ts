import { queryOptions } from '@tanstack/react-query';
import { gatewayJson } from './client.js';

export type RequestStatus = 'pending' | 'ok' | 'error';

/** A request of the log, as the API lists it. Times are ISO 8601, durations milliseconds. */
export interface RequestView {
  readonly id: string;
  readonly operation: string;
  readonly status: RequestStatus;
  readonly verdict?: string;
  readonly error?: string;
  readonly message?: string;
  readonly retryable?: boolean;
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  /** Id of the API key that made it, or `console`. */
  readonly key?: string;
  readonly batch?: string;
  readonly index?: number;
  readonly host?: string;
  readonly tier?: string;
  readonly statusCode?: number;
  readonly attempt?: number;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly timings: {
    readonly queueMs?: number;
    readonly fetchMs?: number;
    readonly renderMs?: number;
    readonly readMs?: number;
    readonly totalMs?: number;
  };
  readonly creditsHeld: number;
  readonly creditsCharged: number;
  /** URLs of the stored response and of the stored page. */
  readonly result?: string;
  readonly html?: string;
}

export interface RequestPage {
  readonly requests: readonly RequestView[];
  /** URL of the next page; its `cursor` leads there. */
  readonly nextPage?: string;
}

export interface RequestFilters {
  readonly operation?: string;
  readonly status?: RequestStatus;
  readonly error?: string;
  readonly host?: string;
  /** Id of an API key, or `console`. */
  readonly key?: string;
  /** Dates or times as the API reads them. */
  readonly since?: string;
  readonly until?: string;
  readonly batch?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** A page of the request log, newest first. */
export const requestsQuery = (filters: RequestFilters = {}) =>
  queryOptions({
    queryKey: ['requests', filters],
    queryFn: async ({ signal }) =>
      (await gatewayJson<{ data: RequestPage }>('/requests', { query: { ...filters }, signal })).data,
  });
