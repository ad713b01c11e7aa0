import { MAX_PAGE_TIME_MS } from '../fetch/time-budget.js';

/** Time limits of one hop's phases. */
export const HOP_TIMEOUTS_MS = {
  lookup: 10_000,
  connect: 15_000,
  secureConnect: 15_000,
  response: MAX_PAGE_TIME_MS,
} as const;
/** Longest block of response headers. */
export const MAX_HEADER_BYTES = 65_536;
