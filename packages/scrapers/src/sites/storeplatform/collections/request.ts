import type { OperationParams } from '@quarry/contracts';
import type { PageRequest } from '../../../scraper/scraper.js';

/** Checked parameters of `storeplatform/collections`, defaults applied. */
export type CollectionsParams = OperationParams<'storeplatform/collections'>;

/** Address of the store's own list of its collections. `origin`: used instead of the store's own host. */
export const collectionsRequest = ({ url, limit, page }: CollectionsParams, origin?: string): PageRequest => {
  const list = new URL('/collections.json', origin ?? url);
  if (limit !== undefined) list.searchParams.set('limit', String(limit));
  // Defaults of the store are left out.
  if (page !== undefined && page > 1) list.searchParams.set('page', String(page));
  return { step: 'collections', url: list.href, headers: { accept: 'application/json' } };
};
