import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.js';

/** What a key may do at most; what is absent is not limited. */
export interface KeyLimits {
  /** In a UTC day. */
  readonly creditsPerDay?: number;
  /** Ids of operations, and families of them. */
  readonly operations?: readonly string[];
  readonly concurrency?: number;
}

/** An API key as it may be shown: never the key itself. Times are ISO 8601. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  /** The first characters of the key, to recognise it by. */
  readonly prefix: string;
  readonly limits: KeyLimits;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
  readonly revokedAt?: string;
}

export interface CreatedKey {
  readonly key: KeyView;
  /** The key itself, which the console shows this once. */
  readonly plainKey: string;
}

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await callJson<{ keys: KeyView[] }>('/api/keys', { signal })).keys,
});

export interface KeyName {
  readonly id: string;
  readonly name: string;
  readonly isRevoked: boolean;
}

/** Names of all keys, also revoked ones, for every member of the account. */
export const keyNamesQuery = queryOptions({
  queryKey: ['key-names'],
  queryFn: async ({ signal }) => (await callJson<{ keys: KeyName[] }>('/api/key-names', { signal })).keys,
  staleTime: 30_000,
});

/** As they were entered. */
export interface KeyInput {
  readonly name: string;
  readonly limits: Readonly<Record<string, unknown>>;
}

export const createKey = (body: KeyInput): Promise<CreatedKey> => callJson('/api/keys', { method: 'POST', body });

export const changeKey = (id: string, body: KeyInput): Promise<{ readonly key: KeyView }> =>
  callJson(`/api/keys/${encodeURIComponent(id)}`, { method: 'PATCH', body });

export const revokeKey = (id: string): Promise<void> =>
  callJson(`/api/keys/${encodeURIComponent(id)}`, { method: 'DELETE' });
