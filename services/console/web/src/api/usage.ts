import { queryOptions } from '@tanstack/react-query';
import { callJson, gatewayJson } from './client.js';
import { every } from './poll.js';

/** The account's credits of the current period and its concurrency, as the API reports them. */
export interface AccountUsage {
  readonly totalCredits: number;
  readonly availableCredits: number;
  readonly heldCredits: number;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly concurrentRequests: number;
  readonly availableConcurrency: number;
  readonly storedBytes?: number;
  readonly storedBytesLimit?: number;
}

interface Amounts {
  readonly credits: number;
  readonly requests: number;
  /** Requests that ended without a 200; free. */
  readonly failed: number;
}

export interface UsageDay extends Amounts {
  /** A day in UTC, such as `2026-01-31`. */
  readonly day: string;
}

export interface UsageReport {
  readonly period: {
    readonly start: string;
    readonly end: string;
    readonly total: number;
    readonly available: number;
    readonly held: number;
  };
  readonly days: readonly UsageDay[];
  readonly byOperation: readonly (Amounts & { readonly operation: string })[];
  /** Keys by their names; calls of the console and calls without a known key have ids of their own. */
  readonly byKey: readonly (Amounts & { readonly keyId: string; readonly name: string })[];
  readonly byHost: readonly (Amounts & { readonly host: string })[];
  readonly forecast: {
    /** Credits left when the period ends, at the rate of the last days; 0 when they end before. */
    readonly creditsAtPeriodEnd: number;
    /** Days until the credits end at the present rate; null without use. */
    readonly daysLeft: number | null;
  };
}

export const USAGE_DAYS = [7, 30, 90] as const;
export type UsageDays = (typeof USAGE_DAYS)[number];

export const accountUsageQuery = queryOptions({
  queryKey: ['account-usage'],
  queryFn: async ({ signal }) => (await gatewayJson<{ data: AccountUsage }>('/user/me/usage', { signal })).data,
  refetchInterval: every(15_000),
});

export const usageQuery = (days: UsageDays) =>
  queryOptions({
    queryKey: ['usage', days],
    queryFn: ({ signal }) => callJson<UsageReport>('/api/usage', { query: { days }, signal }),
    refetchInterval: every(60_000),
  });

/** Where the table of days, or of days and keys, is downloaded as CSV. */
export const usageCsvPath = (days: UsageDays, by: 'day' | 'key' = 'day'): string =>
  `/api/usage?days=${days}&format=csv${by === 'key' ? '&by=key' : ''}`;
