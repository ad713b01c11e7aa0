import type { SiteOperation } from './shared/site-operation.js';

const OPERATIONS: readonly SiteOperation[] = [];

/** All operations on sites, by their ids. */
export const SITE_OPERATIONS: ReadonlyMap<string, SiteOperation> = new Map(
  OPERATIONS.map((operation) => [operation.id, operation]),
);
