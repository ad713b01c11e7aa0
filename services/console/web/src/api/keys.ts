import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.js';

/** An API key as it may be shown: never the key itself. Times are ISO 8601. */
export interface KeyView {
  readonly id: string;
  readonly name: string;
  /** The first characters of the key, to recognise it by. */
  readonly prefix: string;
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

export const createKey = (name: string): Promise<CreatedKey> =>
  callJson('/api/keys', { method: 'POST', body: { name } });

export const revokeKey = (id: string): Promise<void> =>
  callJson(`/api/keys/${encodeURIComponent(id)}`, { method: 'DELETE' });
