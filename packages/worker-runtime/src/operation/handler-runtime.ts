import type { OperationJob } from '@quarry/contracts';
import type { Fetcher } from '@quarry/egress';
import type { FileStore } from '@quarry/files';
import type { EndedRow, Logger, PassFaultPoint, Tracing } from '@quarry/observability';
import type { BatchHints, Leases, ReplySender } from '@quarry/queue';
import type { BatchItem, Clock, RequestEnd, RequestRow, Store } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import type { FreeAllowance } from '../allowances/free-allowance.js';
import type { StorageAllowance } from '../allowances/storage-allowance.js';
import type { ExecuteOperation, OperationReport } from '../port.js';
import type { ReadingCounter } from '../reading/reading-counter.js';
import { retryStore } from './retry-store.js';

export interface OperationHandlerOptions {
  readonly store: Store;
  readonly files: FileStore;
  /** Public URL of stored files, without a slash at the end. */
  readonly filesUrl: string;
  readonly fetcher: Fetcher;
  readonly replies: Pick<ReplySender, 'send' | 'isHeard'>;
  readonly leases: Pick<Leases, 'release'>;
  readonly batchHints: Pick<BatchHints, 'announceEnd'>;
  /** By operation id. */
  readonly operations: Readonly<Record<string, ExecuteOperation>>;
  /** Default: nothing is counted or refused. */
  readonly freeAllowance?: FreeAllowance;
  /** Default: no quota. */
  readonly storageAllowance?: StorageAllowance;
  /** Default: no sealed headers can be opened. */
  readonly headerSeals?: HeaderSeals | undefined;
  readonly log: Logger;
  /** Default: traces are passed on, not recorded. */
  readonly tracing?: Tracing;
  readonly report?: (report: OperationReport) => void;
  /** Called for every row that was ended here. */
  readonly onEnded?: (row: EndedRow) => void;
  /** Counts what pages contained. */
  readonly reading?: Pick<ReadingCounter, 'note'>;
  readonly faultPoint?: PassFaultPoint;
  readonly clock?: Clock;
  /** How long a gateway that does not listen is waited for before its requests are cancelled. */
  readonly listenerGraceMs?: number;
}

export type Runtime = OperationHandlerOptions & { readonly faultPoint: PassFaultPoint; readonly clock: Clock };

/** One delivery of a job. */
export interface Run {
  readonly job: OperationJob;
  readonly signal: AbortSignal;
}

/** A request, or an item with the time of its hand-over. */
export type Row = RequestRow & Partial<Pick<BatchItem, 'handedOverAtMs'>>;

interface Rows {
  begin(id: string, attempt: number): Promise<Row | null>;
  finish(id: string, end: RequestEnd, attempt: number): Promise<{ isWinner: boolean; row: Row } | null>;
}

/** Where the row of a job is: batch items have rows of their own. */
export const rowsOf = ({ store }: Runtime, { job }: Run): Rows =>
  job.batchId === undefined ? store.requests : store.items;

/** Calls the store until it answers; rejects some time past the deadline or the abort of the job. */
export const withStore = <T>({ clock }: Runtime, { job, signal }: Run, call: () => Promise<T>): Promise<T> =>
  retryStore({ clock, deadlineAtMs: job.deadlineAtMs, signal }, call);

/** For what the end of a row does not depend on. */
export const warnOnFailure = ({ log }: Runtime, { job }: Run, work: Promise<void> | undefined): Promise<void> =>
  Promise.resolve(work).catch((error: unknown) => {
    log.warn('failure after the end', { requestId: job.requestId, error });
  });

export const isDraining = (signal: AbortSignal): boolean => signal.aborted && signal.reason === 'draining';
