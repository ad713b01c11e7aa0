import type { BatchEnd, JobReply, OperationJob, OutcomeSpan, QueueName } from '@quarry/contracts';

export type JobPriority = 'interactive' | 'batch';

export interface QueueBacklog {
  readonly waiting: number;
  readonly prioritized: number;
  readonly active: number;
  /** Of the active ones, those of the batch lane. */
  readonly activeBatch: number;
  /** Of the interactive jobs alone: batch jobs may wait for long without anything being wrong. */
  readonly oldestWaitMs: number;
}

/** One job of a queue. */
export interface JobRef {
  readonly requestId: string;
  readonly attempt: number;
}

export interface JobProducer {
  /** Idempotent by `<requestId>-<attempt>`. */
  enqueue(queue: QueueName, job: OperationJob, priority: JobPriority): Promise<void>;
  /** The same for up to `MAX_JOBS_PER_CALL` jobs in one round trip; when it rejects, some of them may be there. */
  enqueueMany(queue: QueueName, jobs: readonly OperationJob[], priority: JobPriority): Promise<void>;
  /** False when the queue has lost or finished it. */
  has(queue: QueueName, requestId: string, attempt: number): Promise<boolean>;
  /** The same for up to `MAX_JOBS_PER_CALL` jobs in one round trip, in their order. */
  hasMany(queue: QueueName, refs: readonly JobRef[]): Promise<boolean[]>;
  /** Takes waiting jobs out of the queue: those it took, at most `MAX_JOBS_PER_CALL`. Jobs that run are left alone. */
  withdraw(queue: QueueName, refs: readonly JobRef[]): Promise<JobRef[]>;
  /** Removes a waiting job (true) or tells the worker that runs it to stop (false). */
  cancel(queue: QueueName, requestId: string, attempt: number): Promise<boolean>;
  backlog(queue: QueueName): Promise<QueueBacklog>;
  /** Jobs that all live workers together run at once; 0 while no worker has told. */
  slots(queue: QueueName): Promise<number>;
  close(): Promise<void>;
}

export interface JobContext {
  /** Aborts at the job's deadline, on cancel and when the worker must go. `signal.reason` is an `AbortReason`. */
  readonly signal: AbortSignal;
  /** Epoch milliseconds on the clock of who enqueued the job; absent where there is no queue. */
  readonly enqueuedAtMs?: number;
}

export type AbortReason = 'deadline' | 'cancelled' | 'draining';

export interface JobWorker {
  /** Epoch milliseconds of the last job that ended, or that began after an idle time; liveness is judged by it. */
  readonly lastProgressAtMs: number;
  readonly activeCount: number;
  /** Stops taking jobs, lets running ones end within `graceMs`, hands the rest back to waiting. */
  drain(graceMs: number): Promise<void>;
}

/** Runs one job. May be called twice for one job id: must be idempotent by the store's terminal step. */
export type JobHandler = (job: OperationJob, context: JobContext) => Promise<void>;

export interface ReplyListener {
  /** Goes into `OperationJob.replyTo`. */
  readonly address: string;
  /** Resolves with true when a reply for the request came, false after `timeoutMs` or when the signal aborts. */
  wait(requestId: string, timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

export interface ReplySender {
  /** Whether anybody listens at the address now. */
  isHeard(address: string): Promise<boolean>;
  send(address: string, reply: JobReply): Promise<void>;
  close(): Promise<void>;
}

/** Hints for the leaders of batches; lossy, as the store has the truth. */
export interface BatchHints {
  announceEnd(end: BatchEnd): Promise<void>;
  /** A job was made, or asked to stop. */
  announceJob(batchId: string): Promise<void>;
}

export interface BatchListener {
  onEnd(end: BatchEnd): void;
  onJob(batchId: string): void;
}

export type LeaseTake =
  /** `inUse`: leases of the account now in use, this one included when taken. */
  | { readonly isKnown: true; readonly isTaken: boolean; readonly inUse: number }
  /** Redis does not know (any more) who holds the account's places: `seed` tells it, then take again. */
  | { readonly isKnown: false };

export interface LeaseOwner {
  readonly requestId: string;
  readonly expiresAtMs: number;
}

/** Concurrency leases: one per request in flight, owner = request id, expiry = its deadline. */
export interface Leases {
  take(accountId: string, requestId: string, limit: number, expiresAtMs: number): Promise<LeaseTake>;
  /** Tells who holds the account's places. Adds to what is there; leaves out whose release came meanwhile. */
  seed(accountId: string, owners: readonly LeaseOwner[]): Promise<void>;
  /** Puts a lease back that a Redis loss swallowed; not judged against the limit. */
  reassert(accountId: string, requestId: string, expiresAtMs: number): Promise<void>;
  /** Rejects while Redis is away; the release is then made good by itself once Redis is back. */
  release(accountId: string, requestId: string): Promise<void>;
  /** Undefined while Redis does not know: `seed` tells it. */
  inUse(accountId: string): Promise<number | undefined>;
  close(): Promise<void>;
}

export type OutcomeCredits = Pick<OutcomeSpan, 'freeCredits' | 'chargedCredits'>;

/** What the requests of accounts came to lately, for budgets; never for bills. */
export interface OutcomeCounts {
  note(accountId: string, credits: OutcomeCredits): Promise<void>;
  /** For the many items of a batch: summed up and written within `OUTCOMES_SUMMED_MS`, and before the close. */
  noteSoon(accountId: string, credits: OutcomeCredits): void;
  /** In no order. */
  lastHour(accountId: string): Promise<OutcomeSpan[]>;
  close(): Promise<void>;
}
