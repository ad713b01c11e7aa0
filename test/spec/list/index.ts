import type { EntryList } from '../entry.js';
import { DECIDED } from './decided.js';
import { ENGINEA } from './enginea.js';
import { ENGINEB } from './engineb.js';
import { ENGINEC } from './enginec.js';
import { JOBBOARD } from './jobboard.js';
import { LODGING } from './lodging.js';
import { LIMITS, PRICES } from './prices-and-limits.js';
import { MAP } from './map.js';
import { REALTYA, REALTYB } from './realty.js';
import { AI_MODE_RESULT, REQUEST_METADATA, SERP_RESULT } from './results.js';
import { RETAILER } from './retailer.js';
import { SCHOLAR } from './scholar.js';
import { LOCALREVIEWS, STOREPLATFORM } from './stores-and-places.js';
import { WEB, WEB_RESULT } from './web.js';
import { LOCALREVIEWS_SEARCH } from './localreviews-search.js';

/** The rules of all operations. */
export const LISTS: readonly EntryList[] = [
  WEB,
  WEB_RESULT,
  REQUEST_METADATA,
  SERP_RESULT,
  AI_MODE_RESULT,
  ...ENGINEA,
  SCHOLAR,
  ENGINEB,
  ENGINEC,
  ...LODGING,
  ...RETAILER,
  JOBBOARD,
  STOREPLATFORM,
  REALTYA,
  REALTYB,
  LOCALREVIEWS,
  ...PRICES,
  ...LIMITS,
  ...DECIDED,
  LOCALREVIEWS_SEARCH,
  MAP,
];
