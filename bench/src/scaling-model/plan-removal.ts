import { LIMITS, type Traffic } from './assumptions.js';

/** A request's files are listed, then removed with one call; each gateway takes one request after the other. */
const CALLS_PER_REQUEST = 2;
/** The sweep of markers looks at so many side by side, with two lists for each. Markers go by the page, with one call for hundreds. */
const MARKERS_AT_ONCE = 8;
const CALLS_PER_MARKERS = 2;
/** Lists cost what puts cost: one when the row goes, two when its marker does. */
export const LISTS_PER_REMOVAL = 3;

const MS = 1_000;

/** Requests whose files one gateway removes in a second; items of batches go beside single calls at the same pace. */
export const removalsPerSecond = (callMs: number): number => MS / (CALLS_PER_REQUEST * callMs);

/** Markers that the whole fleet's one sweep removes in a second. */
export const markersPerSecond = (callMs: number): number => (MARKERS_AT_ONCE * MS) / (CALLS_PER_MARKERS * callMs);

export interface RemovalPlan {
  /** Gateways that would remove without a pause. */
  readonly gateways: number;
  /** Markers that come, over those that the one sweep of the bucket removes. */
  readonly sweepShare: number;
}

/** What comes in a day must go in a day; what is late at the peak is caught up at night. */
export const planRemoval = (meanPerSecond: number, { batchShare }: Traffic): RemovalPlan => ({
  gateways: (meanPerSecond * Math.max(batchShare, 1 - batchShare)) / removalsPerSecond(LIMITS.s3CallMs),
  sweepShare: meanPerSecond / markersPerSecond(LIMITS.s3CallMs),
});
