import type { BatchStatus } from '../generated/types.js';
import type { WaitOptions } from '../polling.js';

export type BatchState = BatchStatus['data'];

/** An S3 bucket of the caller's own. The keys are stored encrypted until the delivery has ended. */
export interface BatchDelivery {
  readonly bucket: string;
  readonly region: string;
  /** Default: Amazon S3 in the region. */
  readonly endpoint?: string | undefined;
  /** Before the name of each file. */
  readonly prefix?: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default: `ndjson`. */
  readonly formats?: readonly ('ndjson' | 'csv' | 'parquet' | 'warc')[] | undefined;
  /** With the full response of each item in the lines of `ndjson`. */
  readonly answers?: boolean | undefined;
}

export interface BatchWebhook {
  readonly url: string;
  /** Default: `batch.completed`. */
  readonly events?: readonly BatchEvent[] | undefined;
}

export type BatchEvent = 'batch.started' | 'batch.progress' | 'batch.item.failed' | 'batch.completed';

export interface BatchWaitOptions extends WaitOptions {
  /** Pause between looks at the batch, milliseconds. Default: 1,000. */
  readonly pollIntervalMs?: number | undefined;
  /** Called after each look. */
  readonly onProgress?: ((state: BatchState) => void) | undefined;
}

export interface ResultsOptions extends BatchWaitOptions {
  /** Results to skip. Default: those that were taken before. */
  readonly cursor?: number | undefined;
  /** Results per call, 1 to 1,000. Default: 100. */
  readonly pageSize?: number | undefined;
  /** False: only the results that there are already. Default: true, until the batch has ended. */
  readonly isToEnd?: boolean | undefined;
}

export const POLL_INTERVAL_MS = 1_000;

export const hasEnded = ({ status }: BatchState): boolean => status === 'done' || status === 'stopped';
