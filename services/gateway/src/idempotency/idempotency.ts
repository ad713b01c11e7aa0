import type { ErrorCode } from '@quarry/contracts';
import type { Logger, PassFaultPoint } from '@quarry/observability';
import {
  StoreError,
  type Clock,
  type IdempotencyScope,
  type IdempotencyStore,
  type IdempotentAnswer,
} from '@quarry/store';
import {
  IDEMPOTENCY_LEASE_MS,
  IDEMPOTENCY_LOCAL_POLL_MS,
  IDEMPOTENCY_POLL_MAX_MS,
  IDEMPOTENCY_POLL_MIN_MS,
  IDEMPOTENCY_RENEW_MS,
  STORE_ANSWER_MS,
} from '../bounds.js';
import { answerWithin } from '../http/answer-within.js';
import { pauseUntil } from './pause-until.js';

/** How the work of one call is begun. */
export interface WorkStart {
  /** The work goes by this id. */
  readonly requestId: string;
  readonly deadlineAtMs: number;
  /** To be asked once the work stands in the store and before any of it runs. False: nothing of it may run. */
  readonly confirm: () => Promise<boolean>;
}

/** What a call that died has left. */
export type Leftover<Answer> =
  | { readonly state: 'none' }
  | { readonly state: 'open'; resume(): Promise<Answer> }
  | { readonly state: 'ended'; readonly answer: Answer };

/** The work behind a key: any POST route brings its own. */
export interface KeyedWork<Answer> {
  start(start: WorkStart): Promise<Answer>;
  find(requestId: string): Promise<Leftover<Answer>>;
  /** Makes sure that work which a dead call began without being confirmed never runs. */
  bar(requestId: string): Promise<void>;
  /** What is kept to be given again; undefined frees the key. */
  keep(answer: Answer): IdempotentAnswer | undefined;
}

export interface KeyedCall {
  readonly scope: IdempotencyScope;
  readonly fingerprint: string;
  readonly requestId: string;
  readonly clientGone: AbortSignal;
}

export type KeyedOutcome<Answer> =
  | { readonly kind: 'own'; readonly answer: Answer }
  /** The answer of another call with the same key, which went by `requestId`. */
  | { readonly kind: 'replayed'; readonly requestId: string; readonly answer: IdempotentAnswer }
  | { readonly kind: 'refused'; readonly error: ErrorCode }
  /** Nobody waits for an answer any more. */
  | { readonly kind: 'gone' };

export interface IdempotencyOptions {
  readonly records: IdempotencyStore;
  readonly clock: Clock;
  /** Longest life of a call, its wait for another included. */
  readonly deadlineMs: number;
  readonly retentionMs: number;
  /** Aborts when this process must go. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
  readonly pass: PassFaultPoint;
  readonly leaseMs?: number;
  readonly renewMs?: number;
}

/** What a call carries through its tries. */
interface CallLife {
  readonly deadlineAtMs: number;
  /** Its own try was begun, and cancelled for another's sake. */
  isIdSpent: boolean;
}

/** A store that hangs must not hold an answer back. */
const soon = <T>(asked: Promise<T>): Promise<T> => answerWithin(STORE_ANSWER_MS, asked);

/** Calls of one key: the first works, the others wait for it and are given its answer. */
export class Idempotency {
  readonly #options: IdempotencyOptions;
  readonly #leaseMs: number;
  /** Ends of the first calls that this process works at, so that those who wait here need not look again and again. */
  readonly #ends = new Map<string, Promise<void>>();

  constructor(options: IdempotencyOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? IDEMPOTENCY_LEASE_MS;
  }

  /** Rejects when the store cannot be asked or the work itself rejects. */
  async run<Answer>(call: KeyedCall, work: KeyedWork<Answer>): Promise<KeyedOutcome<Answer>> {
    const { clock, stopping, deadlineMs } = this.#options;
    const life: CallLife = { deadlineAtMs: clock() + deadlineMs, isIdSpent: false };
    let pollMs = IDEMPOTENCY_POLL_MIN_MS;
    for (;;) {
      const begun = await this.#begin(call);
      if (begun.outcome === 'begun' && life.isIdSpent) return this.#giveUp(call);
      if (begun.outcome === 'conflict') return { kind: 'refused', error: 'idempotency_conflict' };
      if (begun.outcome === 'finished') {
        return { kind: 'replayed', requestId: begun.requestId, answer: begun.answer };
      }
      const outcome =
        begun.outcome === 'begun' ? await this.#lead(call, work, life) : await this.#lookAfter(call, work, begun, life);
      if (outcome !== undefined) return outcome;
      if (call.clientGone.aborted) return { kind: 'gone' };
      if (stopping.aborted) return { kind: 'refused', error: 'overloaded' };
      const leftMs = life.deadlineAtMs - clock();
      if (leftMs <= 0) return { kind: 'refused', error: 'deadline_exceeded' };
      const end = begun.outcome === 'begun' ? undefined : this.#ends.get(begun.requestId);
      // The first of this process tells its end by itself.
      const pauseMs = Math.min(leftMs, end === undefined ? pollMs : IDEMPOTENCY_LOCAL_POLL_MS);
      await pauseUntil(pauseMs, [call.clientGone, stopping], end);
      pollMs = Math.min(2 * pollMs, IDEMPOTENCY_POLL_MAX_MS);
    }
  }

  async #begin({ scope, fingerprint, requestId }: KeyedCall) {
    const { records, retentionMs, log } = this.#options;
    try {
      const leaseMs = this.#leaseMs;
      return await soon(records.begin({ ...scope, fingerprint, requestId, leaseMs, retentionMs }));
    } catch (error) {
      // Nobody knows whether the key was taken. If it was, its lease ends soon.
      log.warn('could not take an idempotency key', { error });
      throw error;
    }
  }

  /** Gives back the key that was free at the second try: no request runs twice under one id. */
  async #giveUp({ scope, requestId }: KeyedCall): Promise<KeyedOutcome<never>> {
    await this.#conclude(scope, requestId, undefined);
    return { kind: 'refused', error: 'overloaded' };
  }

  /** Does the work as the first call. Undefined when another call has the key now. */
  async #lead<Answer>(
    { scope, requestId }: KeyedCall,
    work: KeyedWork<Answer>,
    life: CallLife,
  ): Promise<KeyedOutcome<Answer> | undefined> {
    const { records, pass } = this.#options;
    const { deadlineAtMs } = life;
    life.isIdSpent = true;
    let isSuperseded = false;
    const confirm = async (): Promise<boolean> => {
      isSuperseded = !(await soon(records.renew(scope, requestId, this.#leaseMs)));
      return !isSuperseded;
    };
    return this.#holding(scope, requestId, async () => {
      try {
        await pass('gateway.idempotency_begun');
        const answer = await work.start({ requestId, deadlineAtMs, confirm });
        if (isSuperseded) return undefined;
        await this.#conclude(scope, requestId, work.keep(answer));
        return { kind: 'own', answer };
      } catch (error) {
        await this.#leave(scope, requestId, work);
        throw error;
      }
    });
  }

  /** Takes over what a dead call has left. Undefined: wait, or ask for the key again. */
  async #lookAfter<Answer>(
    call: KeyedCall,
    work: KeyedWork<Answer>,
    { requestId, leaseEndsAtMs }: { readonly requestId: string; readonly leaseEndsAtMs: number },
    life: CallLife,
  ): Promise<KeyedOutcome<Answer> | undefined> {
    const { records, clock } = this.#options;
    const { scope } = call;
    if (leaseEndsAtMs > clock() || this.#ends.has(requestId)) return undefined;
    const left = await soon(work.find(requestId));
    if (left.state === 'ended') {
      await this.#conclude(scope, requestId, work.keep(left.answer));
      return undefined;
    }
    if (left.state === 'none') {
      if (life.isIdSpent) return { kind: 'refused', error: 'overloaded' };
      const to = { requestId: call.requestId, leaseMs: this.#leaseMs };
      if (!(await soon(records.takeOver(scope, requestId, to)))) return undefined;
      await work.bar(requestId);
      return this.#lead(call, work, life);
    }
    // Under the same id: the work goes on as what it was.
    const sameCall = { requestId, leaseMs: this.#leaseMs };
    if (!(await soon(records.takeOver(scope, requestId, sameCall)))) return undefined;
    return this.#holding(scope, requestId, async () => {
      const answer = work.keep(await left.resume());
      await this.#conclude(scope, requestId, answer);
      return answer && { kind: 'replayed', requestId, answer };
    });
  }

  /** Keeps the lease while the work goes on, and tells those who wait here when it has ended. */
  async #holding<Result>(scope: IdempotencyScope, requestId: string, work: () => Promise<Result>): Promise<Result> {
    const { records, log, renewMs = IDEMPOTENCY_RENEW_MS } = this.#options;
    const end = Promise.withResolvers<void>();
    this.#ends.set(requestId, end.promise);
    const renew = (): void => {
      records.renew(scope, requestId, this.#leaseMs).catch((error: unknown) => {
        log.warn('could not lengthen the lease of an idempotency key', { error });
      });
    };
    const timer = setInterval(renew, renewMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.#ends.delete(requestId);
      end.resolve();
    }
  }

  /** Never rejects: an answer that could not be kept is found in what the work has left. */
  async #conclude(scope: IdempotencyScope, requestId: string, kept: IdempotentAnswer | undefined): Promise<void> {
    const { records, log, pass } = this.#options;
    try {
      if (kept === undefined) await soon(records.forget(scope, requestId));
      else await this.#keep(scope, requestId, kept);
      await pass('gateway.idempotency_finished');
    } catch (error) {
      log.warn('idempotency key stays until its lease ends', { error });
    }
  }

  async #keep(scope: IdempotencyScope, requestId: string, kept: IdempotentAnswer): Promise<void> {
    const { records } = this.#options;
    try {
      await soon(records.finish(scope, requestId, kept));
    } catch (error) {
      // A body too large to be kept: a refusal that would be the same again.
      if (!(error instanceof StoreError) || error.code !== 'invalid_input') throw error;
      await soon(records.forget(scope, requestId));
    }
  }

  /** After a failure: the key is free again unless something of the work stands, which is then looked after. */
  async #leave<Answer>(scope: IdempotencyScope, requestId: string, work: KeyedWork<Answer>): Promise<void> {
    const { records, log } = this.#options;
    try {
      const left = await soon(work.find(requestId));
      if (left.state === 'none') await soon(records.forget(scope, requestId));
      if (left.state === 'ended') await this.#conclude(scope, requestId, work.keep(left.answer));
    } catch (error) {
      log.warn('idempotency key stays until its lease ends', { error });
    }
  }
}
