import type { OperationName, WorkerName } from './figures.js';

/** What single requests are asked for; items of batches are of the same kinds. */
export const KINDS = ['page20', 'page200', 'browser', 'search', 'site'] as const satisfies readonly OperationName[];
export type Kind = (typeof KINDS)[number];

export interface KindOfTraffic {
  /** Of all requests; together 1. */
  readonly share: number;
  /** How long the target lets one wait: the median, and how far it spreads (sigma of the logarithm). */
  readonly targetMs: number;
  readonly targetSpread: number;
  /** Bytes that come from the target, packed, with what a page loads in Chromium. */
  readonly wireBytes: number;
}

export interface Traffic {
  readonly kinds: Readonly<Record<Kind, KindOfTraffic>>;
  /** Share of requests that are items of batches. */
  readonly batchShare: number;
  /** The day's busiest minutes over its mean. */
  readonly peakFactor: number;
  /** Share of requests that leave by a proxy that is paid by the byte. */
  readonly proxiedShare: number;
  readonly accounts: number;
  /** Share of all requests that the largest account sends. */
  readonly largestAccount: number;
  readonly retentionDays: number;
}

const KIB = 1_024;
export const MIB = KIB * KIB;
export const GIB = KIB * MIB;
export const TB = 1e12;

/** Assumed, for want of a user's own: every figure of it may be replaced. */
export const TRAFFIC: Traffic = {
  kinds: {
    page20: { share: 0.3, targetMs: 400, targetSpread: 0.8, wireBytes: 20 * KIB },
    page200: { share: 0.3, targetMs: 700, targetSpread: 0.8, wireBytes: 60 * KIB },
    browser: { share: 0.12, targetMs: 2_500, targetSpread: 0.6, wireBytes: 800 * KIB },
    search: { share: 0.2, targetMs: 900, targetSpread: 0.6, wireBytes: 120 * KIB },
    site: { share: 0.08, targetMs: 900, targetSpread: 0.6, wireBytes: 150 * KIB },
  },
  batchShare: 0.4,
  peakFactor: 2,
  proxiedShare: 0.1,
  accounts: 2_000,
  largestAccount: 0.1,
  retentionDays: 30,
};

/**
 * Replicas of workers on average, by requests a day, where batches of 500 items are among them: KEDA's rule asks for replicas
 * for such a job as if it were due at once. Taken from the simulation, which holds them against what it comes to.
 */
export const WORKERS_BY_RULE: ReadonlyMap<number, number> = new Map([
  [1e6, 21],
  [1e7, 73],
  [1e8, 306],
]);

export interface ReplicaSize {
  readonly cores: number;
  readonly gib: number;
  /** The fewest that run. */
  readonly least: number;
}

/** As in k8s/base: the limit of cores, the memory that is asked for. */
export const REPLICAS: Readonly<Record<WorkerName | 'gateway' | 'batch-fanout', ReplicaSize>> = {
  gateway: { cores: 2, gib: 1, least: 2 },
  'browser-scrape': { cores: 2, gib: 3, least: 2 },
  serp: { cores: 2, gib: 3, least: 2 },
  sites: { cores: 2, gib: 3, least: 2 },
  'batch-fanout': { cores: 2, gib: 1.5, least: 2 },
};
/** `SLOTS` and `BROWSER_CONTEXTS` there. */
export const SLOTS = 16;
export const CONTEXTS = 4;

/** What is planned with: beyond these, waits grow. */
export const LIMITS = {
  /** Share of slots, contexts and cores that may be in use at the peak. */
  replicaShare: 0.7,
  /** Share of its one thread that a Redis may use at the peak. */
  redisShare: 0.5,
  /** Writes a second of one MongoDB shard of three members, 8 cores and fast disks each. */
  storeShardWrites: 10_000,
  /** Data with its indexes on one shard. */
  storeShardBytes: 2 * TB,
  /** Indexes over documents. */
  storeIndexFactor: 1.6,
  /** Updates a second that one document of a MongoDB bears with w: majority. */
  oneDocumentUpdates: 500,
  /** Writes a second that S3 promises for one prefix of keys before it has split it. */
  s3PrefixWrites: 3_500,
  /** What a list or a removal on S3 takes. */
  s3CallMs: 100,
} as const;

/** Dollars. Orders of magnitude of public list prices of large clouds; what stands in a contract may differ twofold. */
export const PRICES = {
  coreHour: 0.04,
  gibHour: 0.005,
  /** A node of 2 cores and 8 GiB with a replica of it. */
  redisShardHour: 0.4,
  /** Three members of 8 cores and 32 GiB with disks. */
  storeShardHour: 3,
  putsPerThousand: 0.005,
  getsPerThousand: 0.0004,
  storedGbMonth: 0.023,
  egressGb: 0.08,
  proxyGb: 4,
} as const;

const DAY_HOURS = 24;
export const MONTH_DAYS = 30;
export const perDay = (hourly: number): number => hourly * DAY_HOURS;
