import { jobboardListingOperation } from './jobboard/listing/operation.js';
import { realtybPropertyOperation } from './realtyb/property/operation.js';
import type { SiteOperation } from './shared/site-operation.js';
import { storeplatformCollectionsOperation } from './storeplatform/collections/operation.js';

const OPERATIONS: readonly SiteOperation[] = [
  jobboardListingOperation,
  realtybPropertyOperation,
  storeplatformCollectionsOperation,
];

/** All operations on sites, by their ids. */
export const SITE_OPERATIONS: ReadonlyMap<string, SiteOperation> = new Map(
  OPERATIONS.map((operation) => [operation.id, operation]),
);
