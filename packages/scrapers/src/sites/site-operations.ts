import { jobboardListingOperation } from './jobboard/listing/operation.js';
import { localreviewsPlaceOperation } from './localreviews/place/operation.js';
import { lodgingPlaceOperation } from './lodging/place/operation.js';
import { lodgingSearchOperation } from './lodging/search/operation.js';
import { realtyaListingOperation } from './realtya/listing/operation.js';
import { realtybPropertyOperation } from './realtyb/property/operation.js';
import { retailerProductOperation } from './retailer/product/operation.js';
import { retailerSearchOperation } from './retailer/search/operation.js';
import type { Scraper, Scrapers } from '../scraper/scraper.js';
import { storeplatformCollectionsOperation } from './storeplatform/collections/operation.js';
import { localreviewsSearchOperation } from './localreviews/search/operation.js';

const OPERATIONS: readonly Scraper[] = [
  jobboardListingOperation,
  localreviewsPlaceOperation,
  lodgingPlaceOperation,
  lodgingSearchOperation,
  realtyaListingOperation,
  realtybPropertyOperation,
  retailerSearchOperation,
  retailerProductOperation,
  storeplatformCollectionsOperation,
  localreviewsSearchOperation,
];

/** All operations on sites, by their ids. */
export const SITE_OPERATIONS: Scrapers = new Map(OPERATIONS.map((operation) => [operation.id, operation]));
