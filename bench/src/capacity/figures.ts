/** What `npm run bench:capacity` writes, and docs/scaling.md is made from. */

/** The kinds of requests that are measured. */
export const OPERATION_NAMES = ['page20', 'page200', 'browser', 'search', 'site', 'batch20'] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

export const PROCESS_NAMES = [
  'gateway',
  'browser-scrape',
  'serp',
  'sites',
  'batch-fanout',
  'chromium',
  'redis',
  'store server',
  'file server',
] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];

export type PartsName = 'embedded' | 'production';
export type WorkerName = 'browser-scrape' | 'serp' | 'sites';

export const WORKER_OF: Readonly<Record<OperationName, WorkerName>> = {
  page20: 'browser-scrape',
  page200: 'browser-scrape',
  browser: 'browser-scrape',
  search: 'serp',
  site: 'sites',
  batch20: 'browser-scrape',
};

type ByProcess = Readonly<Partial<Record<ProcessName, number>>>;

/** Per request, without what the fleet does when idle. */
export interface RedisUse {
  readonly commands: number;
  /** Calls of scripts among them. */
  readonly scripts: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

export interface StoreUse {
  readonly commands: number;
  /** Commands that write, among them. */
  readonly writes: number;
  readonly bytes: number;
}

export interface FileUse {
  readonly puts: number;
  readonly gets: number;
  readonly others: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Data that one request leaves until its retention ends. */
export interface KeptUse {
  readonly rows: number;
  /** Documents, or SQLite's file with its indexes. */
  readonly storeBytes: number;
  readonly files: number;
  readonly fileBytes: number;
}

export interface OperationFigures {
  readonly requests: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Latencies of calls one at a time, in steps of 5 % from lowest to highest. */
  readonly aloneMs: readonly number[];
  /** CPU per request. */
  readonly cpuMs: ByProcess;
  /** The main thread's part of it: at most one core. */
  readonly mainThreadMs: ByProcess;
  readonly peakMb: ByProcess;
  /** Share of the machine's cores that was in use. */
  readonly busyShare: number;
  readonly redis: RedisUse;
  readonly store: StoreUse;
  readonly files: FileUse;
  readonly kept: KeptUse;
  /** Size of the document as the target served it. */
  readonly targetBytes: number;
  /** Bytes of one response to the caller. */
  readonly answerBytes: number;
}

export interface IdleFigures {
  readonly cpuMsPerSecond: ByProcess;
  readonly mb: ByProcess;
  readonly redisCommandsPerSecond: number;
  readonly storeCommandsPerSecond: number;
  /** All of them, per second. */
  readonly redis: RedisUse;
  readonly store: StoreUse;
}

/** Calls that wait in the gateway for their turn. */
export interface WaitingFigures {
  readonly calls: number;
  readonly gatewayCpuMsPerCallSecond: number;
  readonly gatewayKbPerCall: number;
  readonly redisCommandsPerCallSecond: number;
  readonly storeCommandsPerCallSecond: number;
}

export interface PartsFigures {
  readonly store: string;
  readonly files: string;
  readonly idle: IdleFigures;
  readonly waiting: WaitingFigures;
  readonly operations: Readonly<Record<OperationName, OperationFigures>>;
}

export interface Ceiling {
  /** Measured with the client on the same machine. */
  readonly perSecond: number;
  /** For one core of the server. */
  readonly perServerCpuSecond: number;
}

export interface Ceilings {
  readonly redisSet: Ceiling;
  /** A script of the size of a lease. */
  readonly redisScript: Ceiling;
  readonly storeInsert?: Ceiling;
  readonly storeUpdate?: Ceiling;
  /** All updates are of one document. */
  readonly storeOneDocument?: Ceiling;
  readonly filePut?: Ceiling;
  /** One request's files listed and removed, one request after the other. */
  readonly fileRemovalMs?: number;
  /** Whole requests in the store alone: admit, begin, finish. */
  readonly ledger: Readonly<Partial<Record<PartsName, { readonly oneAccount: number; readonly manyAccounts: number }>>>;
}

export interface CapacityFigures {
  readonly form: 'full' | 'quick';
  readonly takenAt: string;
  readonly machine: {
    readonly cores: number;
    readonly gib: number;
    readonly node: string;
    /** Load of the last minute before the run. */
    readonly loadBefore: number;
  };
  readonly slots: number;
  readonly width: number;
  readonly parts: { readonly embedded: PartsFigures; readonly production?: PartsFigures };
  readonly ceilings: Ceilings;
}
