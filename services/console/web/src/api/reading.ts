import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.js';
import { every } from './poll.js';
import type { HostRates } from '../../../src/health/host-rates.js';
import type { FieldHealth as CountedField, SiteHealth } from '../../../src/health/reading-report.js';

/** Share of the pages of a day that had a field; null on a day without pages. */
export interface ReadingDay {
  readonly day: string;
  readonly pages: number;
  readonly share: number | null;
}

export interface FieldHealth extends Omit<CountedField, 'days'> {
  /** The field in words, where its name is none of the response. */
  readonly title: string;
  /** Oldest first; the last one is today. */
  readonly days: readonly ReadingDay[];
}

export interface OperationHealth {
  readonly operation: string;
  readonly summary: string;
  readonly pagesToday: number;
  readonly fieldsCount: number;
  readonly dropsCount: number;
  readonly worst: FieldHealth | null;
  readonly sites: readonly SiteHealth[];
}

/** A request whose page lacks a field. */
export interface MissingPage {
  readonly requestId: string;
  readonly accountId: string;
  readonly hasPage: boolean;
}

export type FieldDetail = FieldHealth & { readonly missing: readonly MissingPage[] };

export interface OperationDetail {
  readonly operation: string;
  readonly summary: string;
  readonly fields: readonly FieldDetail[];
  readonly sites: readonly SiteHealth[];
}

const REFRESH_MS = 30_000;

export const readingQuery = queryOptions({
  queryKey: ['operator', 'reading'],
  queryFn: async ({ signal }) =>
    (await callJson<{ operations: OperationHealth[] }>('/api/operator/reading', { signal })).operations,
  refetchInterval: every(REFRESH_MS),
});

/** Hosts with the most requests lost first. */
export const hostRatesQuery = queryOptions({
  queryKey: ['operator', 'hosts'],
  queryFn: async ({ signal }) => (await callJson<{ hosts: HostRates[] }>('/api/operator/hosts', { signal })).hosts,
  refetchInterval: every(REFRESH_MS),
});

export const readingDetailQuery = (operation: string) =>
  queryOptions({
    queryKey: ['operator', 'reading', operation],
    queryFn: ({ signal }) =>
      callJson<OperationDetail>(`/api/operator/reading/detail?operation=${encodeURIComponent(operation)}`, { signal }),
    refetchInterval: every(REFRESH_MS),
  });

export const missingPagePath = (operation: string, requestId: string): string =>
  `/api/operator/reading/page?operation=${encodeURIComponent(operation)}&request=${encodeURIComponent(requestId)}`;
