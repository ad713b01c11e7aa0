import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.js';

/** A call of the playground that is shared within the account: parameters without secrets. Times are ISO 8601. */
export interface SharedCall {
  readonly id: string;
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** E-mail address of the person who shared it. */
  readonly by: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export const sharedCallsQuery = queryOptions({
  queryKey: ['shared-calls'],
  queryFn: async ({ signal }) => (await callJson<{ calls: SharedCall[] }>('/api/shared-calls', { signal })).calls,
});

export const sharedCallQuery = (id: string) =>
  queryOptions({
    queryKey: ['shared-calls', id],
    queryFn: ({ signal }) => callJson<SharedCall>(`/api/shared-calls/${encodeURIComponent(id)}`, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const shareCall = (body: Pick<SharedCall, 'operation' | 'params'>): Promise<SharedCall> =>
  callJson('/api/shared-calls', { method: 'POST', body });

export const removeSharedCall = (id: string): Promise<void> =>
  callJson(`/api/shared-calls/${encodeURIComponent(id)}`, { method: 'DELETE' });
