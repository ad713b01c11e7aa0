import type { ErrorCode, OperationJob } from '@quarry/contracts';
import {
  countEnd,
  SPANS,
  traceCarrier,
  withinSpan,
  type Logger,
  type Metrics,
  type PassFaultPoint,
  type Span,
} from '@quarry/observability';
import type { JobProducer, Leases, ReplyListener } from '@quarry/queue';
import type { Clock, RequestEnd, RequestRow, Store } from '@quarry/store';
import type { AdmittedRequest } from '../admission/admission.js';
import { LOOK_GRACE_MS, MAX_REQUEUES } from '../bounds.js';
import { answerWithin } from '../http/answer-within.js';

export interface SettlementOptions {
  readonly store: Store;
  readonly producer: JobProducer;
  readonly replies: ReplyListener;
  readonly leases: Pick<Leases, 'reassert' | 'release'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly waitSliceMs: number;
  readonly pass: PassFaultPoint;
}

/** The ended row, with the account's credits after it. */
export interface Settled {
  readonly row: RequestRow;
  readonly availableCredits: number | undefined;
}

export interface SettleCall {
  /** Aborts when nobody waits for the answer any more. */
  readonly clientGone: AbortSignal;
  /** Aborts when this process must go. */
  readonly stopping: AbortSignal;
  /** Asked before anything runs. False: nothing may run, the request ends as cancelled. */
  readonly confirm?: (() => Promise<boolean>) | undefined;
  /** The request was another gateway's, which died: it may be in the queue already. */
  readonly isAdopted?: boolean;
}

const endWith = (
  state: 'failed' | 'expired' | 'cancelled',
  verdict: RequestEnd['verdict'],
  error: ErrorCode,
): RequestEnd => ({
  state,
  verdict,
  error,
  chargedCredits: 0,
});

/** The ends that the gateway itself may write. */
export const ENDS = {
  deadline: endWith('expired', 'deadline_exceeded', 'deadline_exceeded'),
  clientGone: endWith('cancelled', 'cancelled', 'cancelled'),
  stopping: endWith('failed', 'internal_error', 'overloaded'),
  unavailable: endWith('failed', 'internal_error', 'overloaded'),
  superseded: endWith('cancelled', 'cancelled', 'cancelled'),
  lost: endWith('failed', 'internal_error', 'internal_error'),
} as const;

/** A timer may fire a moment before the clock says so. */
const TIMER_SLACK_MS = 20;

/** One admitted request on its way to its end. The row is the truth; replies only say when to look. */
class Settling {
  #attempt = 1;
  #requeues = 0;
  /** Set when nothing may run or nobody knows whether the queue took the job: it is ended before anything is answered. */
  #owedEnd: 'unavailable' | 'superseded' | undefined;
  /** False: the lease still ends soon after its hold. */
  #isPlaceKept = false;
  /** A reply to the gateway that died would not be heard here. */
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
        // Parts that hang must not keep a client past its deadline.
        const lookMs = Math.max(0, this.#untilDeadlineMs()) + LOOK_GRACE_MS;
        const settled = await answerWithin(lookMs + TIMER_SLACK_MS, this.#look());
        if (settled !== undefined) return settled;
      } catch (error) {
        // Whether the request was charged is in the row alone, so nothing is answered before the row can be read.
        log.warn('could not look at a waiting request', { error });
        if (this.#untilDeadlineMs() <= -LOOK_GRACE_MS) throw error;
        await this.#pause();
      }
    }
  }

  async #begin(): Promise<void> {
    const { log, pass } = this.options;
    try {
      await pass('gateway.credits_held');
      const isConfirmed = (await this.call.confirm?.()) ?? true;
      if (!isConfirmed) {
        this.#owedEnd = 'superseded';
        return;
      }
      await Promise.all([this.#enqueue(1), this.#keepPlace()]);
      await pass('gateway.enqueued');
    } catch (error) {
      log.warn('could not enqueue', { error });
      this.#owedEnd = 'unavailable';
    }
  }

  /** Lengthens the lease to the deadline; what fails is tried again at the next look. */
  async #keepPlace(): Promise<void> {
    const { leases, log } = this.options;
    const { accountId, requestId, deadlineAtMs } = this.request;
    try {
      await leases.reassert(accountId, requestId, deadlineAtMs);
      this.#isPlaceKept = true;
    } catch (error) {
      log.warn('lease could not be lengthened', { error });
    }
  }

  /** The end, when the row has ended or this process ended it; undefined to wait on. */
  async #look(): Promise<Settled | undefined> {
    const { requests, accounts } = this.options.store;
    // In one turn, so that the store answers both at once, the credits after the row.
    const [row, period] = await Promise.all([
      requests.get(this.request.requestId),
      accounts.period(this.request.accountId),
    ]);
    if (row === null) throw new Error('the row of a waiting request is gone');
    if (row.state !== 'open') return { row, availableCredits: period?.available };
    this.#attempt = row.attempt;
    if (this.#owedEnd !== undefined) return this.#end(this.#owedEnd);
    if (this.#untilDeadlineMs() <= 0) return this.#end('deadline');
    if (this.call.stopping.aborted) return this.#end('stopping');
    if (this.call.clientGone.aborted && row.startedAtMs === undefined) return this.#end('clientGone');
    if (!this.#isPlaceKept) await this.#keepPlace();
    const isUnheard = this.#isDeaf && row.startedAtMs === undefined;
    this.#isDeaf = false;
    return this.#requeueIfLost(isUnheard);
  }

  async #requeueIfLost(isUnheard: boolean): Promise<Settled | undefined> {
    const { producer, store, metrics, log } = this.options;
    const { requestId, operation } = this.request;
    if (!isUnheard && (await producer.has(operation.queue, requestId, this.#attempt))) return undefined;
    if (this.#requeues >= MAX_REQUEUES) return this.#end('lost');
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

  /** Ends the row unless it has ended already; what stands is returned. */
  async #end(why: keyof typeof ENDS): Promise<Settled> {
    const { store, producer, metrics, log } = this.options;
    const { requestId, operation } = this.request;
    const finished = await store.requests.finish(requestId, ENDS[why]);
    if (finished === null) throw new Error('the row of a waiting request is gone');
    if (finished.isWinner) countEnd(metrics, finished.row);
    if (finished.isWinner && this.#owedEnd === undefined) {
      await producer.cancel(operation.queue, requestId, this.#attempt).catch((error: unknown) => {
        log.warn('could not cancel a job that has ended', { error });
      });
    }
    return { row: finished.row, availableCredits: finished.availableCredits };
  }

  async #enqueue(attempt: number): Promise<void> {
    const { queue } = this.request.operation;
    const attributes = { 'messaging.destination.name': queue, 'quarry.attempt': attempt };
    await withinSpan(SPANS.enqueue, { kind: 'producer', attributes }, (span) =>
      this.options.producer.enqueue(queue, this.#jobOf(attempt, span), 'interactive'),
    );
  }

  #jobOf(attempt: number, { context }: Span): OperationJob {
    const { requestId, accountId, operation, deadlineAtMs } = this.request;
    const replyTo = this.options.replies.address;
    const trace = context && traceCarrier(context);
    return { requestId, accountId, operation: operation.id, attempt, deadlineAtMs, replyTo, trace };
  }

  async #waitForNews(): Promise<void> {
    const { replies, waitSliceMs } = this.options;
    const sliceMs = Math.max(0, Math.min(waitSliceMs, this.#untilDeadlineMs()));
    // A client that left counts once: after it, a request that runs is waited for as before.
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
 * Enqueues an admitted request and waits until its row has ended; never later than its deadline plus a moment.
 * The lease is given back on every path. Rejects only when the store cannot be asked.
 */
export const createSettlement =
  (options: SettlementOptions) =>
  async (request: AdmittedRequest, call: SettleCall): Promise<Settled> => {
    const { log, pass } = options;
    try {
      const settled = await new Settling(options, request, call).run();
      // What has ended is answered whatever else fails.
      await pass('gateway.settled').catch((error: unknown) => log.warn('failure after the end', { error }));
      return settled;
    } finally {
      await options.leases.release(request.accountId, request.requestId).catch((error: unknown) => {
        log.warn('lease is given back when Redis is', { error });
      });
    }
  };
