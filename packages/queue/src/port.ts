import type {
  BatchEnd,
  ExitCount,
  ExitOutcome,
  JobReply,
  OperationJob,
  OutcomeSpan,
  ProcessBeat,
  QueueName,
} from '@quarry/contracts';

export type JobPriority = 'interactive' | 'batch';

export interface QueueBacklog {
  readonly waiting: number;
  readonly prioritized: number;
  readonly active: number;
  /** The active jobs of the batch lane. */
  readonly activeBatch: number;
  /** Of interactive jobs only: batch jobs may wait for long in normal operation. */
  readonly oldestWaitMs: number;
  /** Other than `open`: workers take no job. */
  readonly state: QueueSwitch['state'];
}

/** `draining`: paused, and the jobs that wait are to be ended. */
export type QueueSwitch =
  | { readonly state: 'open' }
  | { readonly state: 'paused' | 'draining'; readonly by: string; readonly atMs: number };

/** An operator's switch of each queue. Redis alone has it: if it loses its data, all queues are open. */
export interface QueueSwitches {
  read(queue: QueueName): Promise<QueueSwitch>;
  /** From now on no worker takes a job of the queue; those that run go on. `by`: who did it, for other operators. */
  pause(queue: QueueName, by: string): Promise<void>;
  /** The same, and asks the gateways to end what waits. */
  drain(queue: QueueName, by: string): Promise<void>;
  resume(queue: QueueName): Promise<void>;
  /** `draining` -> `paused`. False: it was not draining (any more). */
  noteDrained(queue: QueueName): Promise<boolean>;
  /** The next waiting jobs of a lane, up to `limit`, at most `MAX_JOBS_PER_CALL`. */
  waiting(queue: QueueName, lane: JobPriority, limit: number): Promise<JobRef[]>;
}

/** One job of a queue. */
export interface JobRef {
  readonly requestId: string;
  readonly attempt: number;
}

export interface JobProducer {
  /** Idempotent by `<requestId>-<attempt>`. */
  enqueue(queue: QueueName, job: OperationJob, priority: JobPriority): Promise<void>;
  /** The same for up to `MAX_JOBS_PER_CALL` jobs in one round trip. If it rejects, some may have been enqueued. */
  enqueueMany(queue: QueueName, jobs: readonly OperationJob[], priority: JobPriority): Promise<void>;
  /** False if the queue has lost or finished the job. */
  has(queue: QueueName, requestId: string, attempt: number): Promise<boolean>;
  /** The same for up to `MAX_JOBS_PER_CALL` jobs in one round trip, in their order. */
  hasMany(queue: QueueName, refs: readonly JobRef[]): Promise<boolean[]>;
  /** Removes waiting jobs, at most `MAX_JOBS_PER_CALL`, and returns those removed. Running jobs are not affected. */
  withdraw(queue: QueueName, refs: readonly JobRef[]): Promise<JobRef[]>;
  /** Removes a waiting job (true) or tells its worker to stop (false). */
  cancel(queue: QueueName, requestId: string, attempt: number): Promise<boolean>;
  backlog(queue: QueueName): Promise<QueueBacklog>;
  /** Jobs that all live workers together can run at once; 0 while none is registered. */
  slots(queue: QueueName): Promise<number>;
  close(): Promise<void>;
}

export interface JobContext {
  /** Aborts at the job's deadline, on cancel and when the worker drains. `signal.reason` is an `AbortReason`. */
  readonly signal: AbortSignal;
  /** Epoch milliseconds on the clock of the process that enqueued the job; absent without a queue. */
  readonly enqueuedAtMs?: number;
}

export type AbortReason = 'deadline' | 'cancelled' | 'draining';

export interface JobWorker {
  /** Epoch milliseconds of the last job that ended, or that began after an idle time; liveness is judged by it. */
  readonly lastProgressAtMs: number;
  readonly activeCount: number;
  /** Stops taking jobs, lets running ones end within `graceMs`, and hands the rest back to the queue. */
  drain(graceMs: number): Promise<void>;
}

/** Runs one job. May be called twice for one job id; the store's terminal step must make it idempotent. */
export type JobHandler = (job: OperationJob, context: JobContext) => Promise<void>;

export interface ReplyListener {
  /** Goes into `OperationJob.replyTo`. */
  readonly address: string;
  /** Resolves with true when a reply for the request comes, with false after `timeoutMs` or when the signal aborts. */
  wait(requestId: string, timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

export interface ReplySender {
  /** Whether a process listens at the address now. */
  isHeard(address: string): Promise<boolean>;
  send(address: string, reply: JobReply): Promise<void>;
  close(): Promise<void>;
}

/** Hints for the leaders of batches. They may be lost: the store has the state. */
export interface BatchHints {
  announceEnd(end: BatchEnd): Promise<void>;
  /** A job was created, or asked to stop. */
  announceJob(batchId: string): Promise<void>;
}

export interface BatchListener {
  onEnd(end: BatchEnd): void;
  onJob(batchId: string): void;
}

export type LeaseTake =
  /** `inUse`: leases of the account now in use, this one included when taken. */
  | { readonly isKnown: true; readonly isTaken: boolean; readonly inUse: number }
  /** Redis does not know who holds the account's places. Call `seed`, then take again. */
  | { readonly isKnown: false };

export interface LeaseOwner {
  readonly requestId: string;
  readonly expiresAtMs: number;
}

/** Concurrency leases: one per request in flight, owner = request id, expiry = its deadline. */
export interface Leases {
  take(accountId: string, requestId: string, limit: number, expiresAtMs: number): Promise<LeaseTake>;
  /** Adds the holders of the account's places, except those released meanwhile. */
  seed(accountId: string, owners: readonly LeaseOwner[]): Promise<void>;
  /** Restores a lease that Redis has lost, regardless of the limit. */
  reassert(accountId: string, requestId: string, expiresAtMs: number): Promise<void>;
  /** Rejects while Redis is unavailable; the release is then repeated once Redis is available again. */
  release(accountId: string, requestId: string): Promise<void>;
  /** Undefined while Redis does not know; call `seed`. */
  inUse(accountId: string): Promise<number | undefined>;
  close(): Promise<void>;
}

export type OutcomeCredits = Pick<OutcomeSpan, 'freeCredits' | 'chargedCredits'>;

/** Recent outcomes of the requests of accounts, for budgets, never for billing. */
export interface OutcomeCounts {
  note(accountId: string, credits: OutcomeCredits): Promise<void>;
  /** For the many items of a batch: summed and written within `OUTCOMES_SUMMED_MS`, and on close. */
  noteSoon(accountId: string, credits: OutcomeCredits): void;
  /** In no order. */
  lastHour(accountId: string): Promise<OutcomeSpan[]>;
  close(): Promise<void>;
}

/** A process that has told of itself within `BEAT_LIFE_MS`. */
export interface LiveProcess extends ProcessBeat {
  readonly id: string;
  /** Since it last did. */
  readonly ageMs: number;
}

/** Attempts through one exit, over all workers. */
export interface ExitFigures {
  readonly exit: string;
  readonly lastHour: Readonly<Record<ExitOutcome, number>>;
  readonly lastDay: Readonly<Record<ExitOutcome, number>>;
}

/** What processes tell operators of themselves and of their exits. Nothing else depends on it. */
export interface ProcessRegistry {
  beat(id: string, beat: ProcessBeat): Promise<void>;
  leave(id: string): Promise<void>;
  /** In no order. */
  list(): Promise<LiveProcess[]>;
  countExits(counts: readonly ExitCount[]): Promise<void>;
  /** Those with an attempt within a day. */
  exits(): Promise<ExitFigures[]>;
}

/** Turns at sites whose requests keep a gap, shared by all processes. */
export interface SiteTurns {
  /**
   * Reserves the next turn, `gapMs` after the last one. Resolves with the milliseconds until then; undefined: it would come after
   * `mostMs`, and nothing is reserved. Rejects with a `QueueUnavailableError`.
   */
  reserve(turn: {
    readonly site: string;
    readonly gapMs: number;
    readonly mostMs: number;
  }): Promise<number | undefined>;
}
