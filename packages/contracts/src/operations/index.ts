import type { Operation } from '../operation.js';
import { engineaAiMode } from './enginea/ai-mode.js';
import { engineaImages } from './enginea/images.js';
import { engineaScholar } from './enginea/scholar.js';
import { engineaSerp } from './enginea/serp.js';
import { engineaShopping } from './enginea/shopping.js';
import { enginebSerp } from './engineb/serp.js';
import { enginecSerp } from './enginec/serp.js';
import { jobboardListing } from './jobboard/listing.js';
import { localreviewsPlace } from './localreviews/place.js';
import { lodgingPlace } from './lodging/place.js';
import { lodgingSearch } from './lodging/search.js';
import { scrapeWeb } from './page/web.js';
import { realtyaListing } from './realtya/listing.js';
import { realtybProperty } from './realtyb/property.js';
import { retailerProduct } from './retailer/product.js';
import { retailerSearch } from './retailer/search.js';
import { storeplatformCollections } from './storeplatform/collections.js';

/** Every endpoint that costs credits. Routes, OpenAPI, CLI commands and docs are made from this list. */
export const OPERATIONS: readonly Operation[] = [
  scrapeWeb,
  engineaSerp,
  engineaAiMode,
  engineaShopping,
  engineaImages,
  engineaScholar,
  enginebSerp,
  enginecSerp,
  lodgingSearch,
  lodgingPlace,
  retailerSearch,
  retailerProduct,
  jobboardListing,
  storeplatformCollections,
  realtyaListing,
  realtybProperty,
  localreviewsPlace,
];

const byId = new Map(OPERATIONS.map((operation) => [operation.id, operation]));
const byPath = new Map(OPERATIONS.map((operation) => [operation.path, operation]));

export const operationById = (id: string): Operation | undefined => byId.get(id);

/** The operation served under a path such as `/scrape/enginea/serp`. */
export const operationForPath = (path: string): Operation | undefined => byPath.get(path);
