import type { ErrorCode, QueueName } from '@quarry/contracts';
import {
  countEnd,
  logEnd,
  SPANS,
  withinSpan,
  type Logger,
  type Metrics,
  type PassFaultPoint,
} from '@quarry/observability';
import type { JobProducer, Leases, ReplyListener } from '@quarry/queue';
import { deadlineEnd, type Clock, type RequestEnd, type RequestRow, type Store } from '@quarry/store';
import type { AdmittedRequest } from '../admission/admission.js';
import { LOOK_GRACE_MS, MAX_REQUEUES } from '../bounds.js';
import { withTimeout } from '../http/with-timeout.js';
import { enqueueRequest } from './enqueue-request.js';

export interface SettlementOptions {
  readonly store: Store;
  readonly producer: JobProducer;
  readonly replies: ReplyListener;
  readonly leases: Pick<Leases, 'reassert' | 'release'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly waitSliceMs: number;
  /** Whether an operator has paused the queue, by the last sample. */
  readonly isPaused: (queue: QueueName) => boolean;
  readonly faultPoint: PassFaultPoint;
}

/** The ended row and the account's credits after it. */
export interface Settled {
  readonly row: RequestRow;
  readonly availableCredits: number | undefined;
}

export interface SettleCall {
  /** Aborts when the client has left. */
  readonly clientGone: AbortSignal;
  /** Aborts when this process must stop. */
  readonly stopping: AbortSignal;
  /** Called before anything runs. False: the request ends as cancelled. */
  readonly confirm?: (() => Promise<boolean>) | undefined;
  /** The request is of a dead gateway and may already be in the queue. */
  readonly isAdopted?: boolean;
}

const endWith = (state: 'failed' | 'cancelled', verdict: RequestEnd['verdict'], error: ErrorCode): RequestEnd => ({
  state,
  verdict,
  error,
  chargedCredits: 0,
});

/** The ends that the gateway itself writes before the deadline. */
export const ENDS = {
  clientGone: endWith('cancelled', 'cancelled', 'cancelled'),
  stopping: endWith('failed', 'internal_error', 'overloaded'),
  unavailable: endWith('failed', 'internal_error', 'overloaded'),
  superseded: endWith('cancelled', 'cancelled', 'cancelled'),
  lost: endWith('failed', 'internal_error', 'internal_error'),
} as const;

/** A timer may fire slightly early. */
const TIMER_SLACK_MS = 20;

/** Waits for the end of one admitted request. The row decides; replies only say when to read it. */
class Settling {
  #attempt = 1;
  #requeues = 0;
  /** Set if nothing may run or the enqueue has an unknown outcome: the row is ended before the response. */
  #owedEnd: 'unavailable' | 'superseded' | undefined;
  /** False until the lease is extended. */
  #isPlaceKept = false;
  /** Replies to a dead gateway do not arrive here. */
  #isDeaf: boolean;

  constructor(
    private readonly options: SettlementOptions,
    private readonly request: AdmittedRequest,
    private readonly call: SettleCall,
  ) {
    this.#isDeaf = call.isAdopted ?? false;
  }

  async run(): Promise<Settled> {
    if (!this.#isDeaf) await this.#begin();
    return withinSpan(SPANS.wait, {}, () => this.#wait());
  }

  async #wait(): Promise<Settled> {
    const { log } = this.options;
    for (;;) {
      if (this.#owedEnd === undefined && !this.#isDeaf) await this.#waitForNews();
      try {
        // A hanging dependency must not keep a client past its deadline.
        const lookMs = Math.max(0, this.#untilDeadlineMs()) + LOOK_GRACE_MS;
        const settled = await withTimeout(lookMs + TIMER_SLACK_MS, this.#look());
        if (settled !== undefined) return settled;
      } catch (error) {
        // Only the row says whether the request was charged, so there is no response before it can be read.
        log.warn('could not read the row of a waiting request', { error });
        if (this.#untilDeadlineMs() <= -LOOK_GRACE_MS) throw error;
        await this.#pause();
      }
    }
  }

  async #begin(): Promise<void> {
    const { log, faultPoint } = this.options;
    try {
      await faultPoint('gateway.credits_held');
      const isConfirmed = (await this.call.confirm?.()) ?? true;
      if (!isConfirmed) {
        this.#owedEnd = 'superseded';
        return;
      }
      await Promise.all([this.#enqueue(1), this.#keepPlace()]);
      await faultPoint('gateway.enqueued');
    } catch (error) {
      log.warn('could not enqueue', { error });
      this.#owedEnd = 'unavailable';
    }
  }

  /** Extends the lease to the deadline; retried at the next look if it fails. */
  async #keepPlace(): Promise<void> {
    const { leases, log } = this.options;
    const { accountId, requestId, deadlineAtMs } = this.request;
    try {
      await leases.reassert(accountId, requestId, deadlineAtMs);
      this.#isPlaceKept = true;
    } catch (error) {
      log.warn('could not extend a lease', { error });
    }
  }

  /** The result if the row has ended or this process ended it; undefined to keep waiting. */
  async #look(): Promise<Settled | undefined> {
    const { isPaused, store } = this.options;
    const { requests, accounts } = store;
    const { operation } = this.request;
    // In one turn, so that the store reads both at once, the credits after the row.
    const [row, period] = await Promise.all([
      requests.get(this.request.requestId),
      accounts.period(this.request.accountId),
    ]);
    if (row === null) throw new Error('the row of a waiting request is gone');
    if (row.state !== 'open') return { row, availableCredits: period?.available };
    this.#attempt = row.attempt;
    if (this.#owedEnd !== undefined) return this.#end(ENDS[this.#owedEnd]);
    if (this.#untilDeadlineMs() <= 0) return this.#end(deadlineEnd(row.params));
    if (this.call.stopping.aborted) return this.#end(ENDS.stopping);
    if (this.call.clientGone.aborted && row.startedAtMs === undefined) return this.#end(ENDS.clientGone);
    // No worker takes it now, and nobody knows for how long.
    if (row.startedAtMs === undefined && isPaused(operation.queue)) return this.#end(ENDS.unavailable);
    if (!this.#isPlaceKept) await this.#keepPlace();
    const isUnheard = this.#isDeaf && row.startedAtMs === undefined;
    this.#isDeaf = false;
    return this.#requeueIfLost(isUnheard);
  }

  async #requeueIfLost(isUnheard: boolean): Promise<Settled | undefined> {
    const { producer, store, metrics, log } = this.options;
    const { requestId, operation } = this.request;
    if (!isUnheard && (await producer.has(operation.queue, requestId, this.#attempt))) return undefined;
    if (this.#requeues >= MAX_REQUEUES) return this.#end(ENDS.lost);
    const attempt = await store.requests.nextAttempt(requestId, this.#attempt);
    if (attempt === null) return undefined;
    this.#attempt = attempt;
    await this.#enqueue(attempt);
    this.#requeues += 1;
    metrics.increment('requests_requeued_total', { queue: operation.queue });
    log.warn('queue had lost a request', { attempt });
    await this.#keepPlace();
    return undefined;
  }

  /** Ends the row unless it has ended already; returns its end. */
  async #end(end: RequestEnd): Promise<Settled> {
    const { store, producer, metrics, log } = this.options;
    const { requestId, operation } = this.request;
    const finished = await store.requests.finish(requestId, end);
    if (finished === null) throw new Error('the row of a waiting request is gone');
    if (finished.isWinner) countEnd(metrics, finished.row);
    if (finished.isWinner && this.#owedEnd === undefined) {
      await producer.cancel(operation.queue, requestId, this.#attempt).catch((error: unknown) => {
        log.warn('could not cancel a job that has ended', { error });
      });
    }
    return { row: finished.row, availableCredits: finished.availableCredits };
  }

  #enqueue(attempt: number): Promise<void> {
    const { producer, replies } = this.options;
    return enqueueRequest(producer, this.request, attempt, replies.address);
  }

  async #waitForNews(): Promise<void> {
    const { replies, waitSliceMs } = this.options;
    const sliceMs = Math.max(0, Math.min(waitSliceMs, this.#untilDeadlineMs()));
    // A client's leaving wakes the wait once; a running request is then waited for as before.
    const signals = this.call.clientGone.aborted ? [this.call.stopping] : [this.call.stopping, this.call.clientGone];
    if (this.call.stopping.aborted) return;
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    for (const signal of signals) signal.addEventListener('abort', wake, { once: true });
    try {
      await replies.wait(this.request.requestId, sliceMs, woken.signal);
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', wake);
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, Math.min(this.options.waitSliceMs, 1_000));
    });
  }

  #untilDeadlineMs(): number {
    return this.request.deadlineAtMs - this.options.clock();
  }
}

/**
 * Enqueues an admitted request and waits until its row has ended, at most slightly past its deadline.
 * The lease is always released. Rejects only if the store is unavailable.
 */
export const createSettlement =
  (options: SettlementOptions) =>
  async (request: AdmittedRequest, call: SettleCall): Promise<Settled> => {
    const { log, faultPoint } = options;
    try {
      const settled = await new Settling(options, request, call).run();
      logEnd(log, settled.row);
      // The result is returned whatever else fails.
      await faultPoint('gateway.settled').catch((error: unknown) => log.warn('failure after the end', { error }));
      return settled;
    } finally {
      await options.leases.release(request.accountId, request.requestId).catch((error: unknown) => {
        log.warn('could not release a lease', { error });
      });
    }
  };
