const MIB = 1_048_576;

/** Shares of the memory limit: Chromium before it is replaced, and all conversion threads together. */
export const BROWSER_SHARE = 0.45;
export const CONVERT_SHARE = 0.2;
/** Above the first share of the limit new jobs wait until use is below the second. */
export const PAUSE_SHARE = 0.85;
export const RESUME_SHARE = 0.75;
/** Memory of Chromium without pages, and for each page. */
const BROWSER_BASE_BYTES = 200 * MIB;
const CONTEXT_BYTES = 150 * MIB;
/** Memory of a job's document, its decoded text and its result. */
const SLOT_BYTES = 24 * MIB;
const JOBS_SHARE = 0.2;
/** Bounds of the values derived from the limit. */
export const MAX_AUTOMATIC_SLOTS = 32;
/** One of them is kept for an account without an open page. */
export const MAX_AUTOMATIC_CONTEXTS = 5;
export const MAX_BROWSER_BYTES = 2_000 * MIB;
export const MIN_CONVERT_HEAP_MB = 64;
export const MAX_CONVERT_HEAP_MB = 512;

export interface MemoryPlan {
  /** Jobs at once. */
  readonly slots: number;
  /** Pages at once in Chromium. */
  readonly contexts: number;
  /** Chromium is replaced above it. */
  readonly browserBytes: number;
  /** Heap of one conversion thread. */
  readonly convertHeapMb: number;
  /** New jobs wait above it, until memory falls below `resumeBytes`. */
  readonly pauseBytes: number;
  readonly resumeBytes: number;
}

export interface MemoryPlanOptions {
  readonly limitBytes: number;
  readonly convertThreads: number;
  /** The operator's values override those derived from the limit. */
  readonly slots?: number | undefined;
  readonly contexts?: number | undefined;
}

const between = (least: number, value: number, most: number): number =>
  Math.max(least, Math.min(most, Math.floor(value)));

/** Divides the memory of the worker and its children. */
export const planMemory = (options: MemoryPlanOptions): MemoryPlan => {
  const { limitBytes, convertThreads } = options;
  const browserShare = limitBytes * BROWSER_SHARE;
  const contexts = between(1, (browserShare - BROWSER_BASE_BYTES) / CONTEXT_BYTES, MAX_AUTOMATIC_CONTEXTS);
  const slots = between(1, (limitBytes * JOBS_SHARE) / SLOT_BYTES, MAX_AUTOMATIC_SLOTS);
  const heapMb = (limitBytes * CONVERT_SHARE) / convertThreads / MIB;
  return {
    slots: options.slots ?? slots,
    contexts: options.contexts ?? contexts,
    browserBytes: Math.floor(Math.min(browserShare, MAX_BROWSER_BYTES)),
    convertHeapMb: between(MIN_CONVERT_HEAP_MB, heapMb, MAX_CONVERT_HEAP_MB),
    pauseBytes: Math.floor(limitBytes * PAUSE_SHARE),
    resumeBytes: Math.floor(limitBytes * RESUME_SHARE),
  };
};
