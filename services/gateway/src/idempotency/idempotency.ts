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
import { withTimeout } from '../http/with-timeout.js';
import { pauseUntil } from './pause-until.js';

/** How to start the work of a call. */
export interface WorkStart {
  /** Id of the work. */
  readonly requestId: string;
  readonly deadlineAtMs: number;
  /** To be called after the work is stored and before any of it runs. False: nothing may run. */
  readonly confirm: () => Promise<boolean>;
}

/** The state left by a dead call. */
export type Leftover<Answer> =
  | { readonly state: 'none' }
  | { readonly state: 'open'; resume(): Promise<Answer> }
  | { readonly state: 'ended'; readonly answer: Answer };

/** The work behind a key; each POST route has its own. */
export interface KeyedWork<Answer> {
  start(start: WorkStart): Promise<Answer>;
  find(requestId: string): Promise<Leftover<Answer>>;
  /** Ensures that unconfirmed work of a dead call never runs. */
  cancelUnconfirmed(requestId: string): Promise<void>;
  /** The response to store; undefined frees the key. */
  toStoredAnswer(answer: Answer): IdempotentAnswer | undefined;
}

export interface KeyedCall {
  readonly scope: IdempotencyScope;
  readonly fingerprint: string;
  readonly requestId: string;
  readonly clientGone: AbortSignal;
}

export type KeyedOutcome<Answer> =
  | { readonly kind: 'own'; readonly answer: Answer }
  /** The response of another call with the same key; `requestId` is that call's id. */
  | { readonly kind: 'replayed'; readonly requestId: string; readonly answer: IdempotentAnswer }
  | { readonly kind: 'refused'; readonly error: ErrorCode }
  /** The client has left. */
  | { readonly kind: 'gone' };

export interface IdempotencyOptions {
  readonly records: IdempotencyStore;
  readonly clock: Clock;
  /** Maximum duration of a call, including its wait for another. */
  readonly deadlineMs: number;
  readonly retentionMs: number;
  /** Aborts when this process must stop. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
  readonly faultPoint: PassFaultPoint;
  readonly leaseMs?: number;
  readonly renewMs?: number;
}

/** The state of a call across its attempts. */
interface CallLife {
  readonly deadlineAtMs: number;
  /** Its own attempt was started and cancelled in favour of another. */
  isIdSpent: boolean;
}

/** A hanging store must not block a response. */
const withStoreTimeout = <T>(asked: Promise<T>): Promise<T> => withTimeout(STORE_ANSWER_MS, asked);

/** Calls with the same key: the first does the work, the others wait for its response. */
export class Idempotency {
  readonly #options: IdempotencyOptions;
  readonly #leaseMs: number;
  /** Ends of the first calls in this process, so that calls waiting here need not poll. */
  readonly #ends = new Map<string, Promise<void>>();

  constructor(options: IdempotencyOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? IDEMPOTENCY_LEASE_MS;
  }

  /** Rejects if the store is unavailable or the work rejects. */
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
      // A first call in this process resolves `end`.
      const pauseMs = Math.min(leftMs, end === undefined ? pollMs : IDEMPOTENCY_LOCAL_POLL_MS);
      await pauseUntil(pauseMs, [call.clientGone, stopping], end);
      pollMs = Math.min(2 * pollMs, IDEMPOTENCY_POLL_MAX_MS);
    }
  }

  async #begin({ scope, fingerprint, requestId }: KeyedCall) {
    const { records, retentionMs, log } = this.#options;
    try {
      const leaseMs = this.#leaseMs;
      return await withStoreTimeout(records.begin({ ...scope, fingerprint, requestId, leaseMs, retentionMs }));
    } catch (error) {
      // The key may have been taken; its lease ends soon.
      log.warn('could not take an idempotency key', { error });
      throw error;
    }
  }

  /** Releases the key taken at a second attempt: no request runs twice under one id. */
  async #giveUp({ scope, requestId }: KeyedCall): Promise<KeyedOutcome<never>> {
    await this.#conclude(scope, requestId, undefined);
    return { kind: 'refused', error: 'overloaded' };
  }

  /** Does the work as the first call. Undefined if another call has the key now. */
  async #lead<Answer>(
    { scope, requestId }: KeyedCall,
    work: KeyedWork<Answer>,
    life: CallLife,
  ): Promise<KeyedOutcome<Answer> | undefined> {
    const { records, faultPoint } = this.#options;
    const { deadlineAtMs } = life;
    life.isIdSpent = true;
    let isSuperseded = false;
    const confirm = async (): Promise<boolean> => {
      isSuperseded = !(await withStoreTimeout(records.renew(scope, requestId, this.#leaseMs)));
      return !isSuperseded;
    };
    return this.#holding(scope, requestId, async () => {
      try {
        await faultPoint('gateway.idempotency_begun');
        const answer = await work.start({ requestId, deadlineAtMs, confirm });
        if (isSuperseded) return undefined;
        await this.#conclude(scope, requestId, work.toStoredAnswer(answer));
        return { kind: 'own', answer };
      } catch (error) {
        await this.#leave(scope, requestId, work);
        throw error;
      }
    });
  }

  /** Takes over from a dead call. Undefined: wait, or try to take the key again. */
  async #lookAfter<Answer>(
    call: KeyedCall,
    work: KeyedWork<Answer>,
    { requestId, leaseEndsAtMs }: { readonly requestId: string; readonly leaseEndsAtMs: number },
    life: CallLife,
  ): Promise<KeyedOutcome<Answer> | undefined> {
    const { records, clock } = this.#options;
    const { scope } = call;
    if (leaseEndsAtMs > clock() || this.#ends.has(requestId)) return undefined;
    const left = await withStoreTimeout(work.find(requestId));
    if (left.state === 'ended') {
      await this.#conclude(scope, requestId, work.toStoredAnswer(left.answer));
      return undefined;
    }
    if (left.state === 'none') {
      if (life.isIdSpent) return { kind: 'refused', error: 'overloaded' };
      const to = { requestId: call.requestId, leaseMs: this.#leaseMs };
      if (!(await withStoreTimeout(records.takeOver(scope, requestId, to)))) return undefined;
      await work.cancelUnconfirmed(requestId);
      return this.#lead(call, work, life);
    }
    // The work continues under the same id.
    const sameCall = { requestId, leaseMs: this.#leaseMs };
    if (!(await withStoreTimeout(records.takeOver(scope, requestId, sameCall)))) return undefined;
    return this.#holding(scope, requestId, async () => {
      const answer = work.toStoredAnswer(await left.resume());
      await this.#conclude(scope, requestId, answer);
      return answer && { kind: 'replayed', requestId, answer };
    });
  }

  /** Renews the lease while the work runs, and notifies the calls waiting here when it has ended. */
  async #holding<Result>(scope: IdempotencyScope, requestId: string, work: () => Promise<Result>): Promise<Result> {
    const { records, log, renewMs = IDEMPOTENCY_RENEW_MS } = this.#options;
    const end = Promise.withResolvers<void>();
    this.#ends.set(requestId, end.promise);
    const renew = (): void => {
      records.renew(scope, requestId, this.#leaseMs).catch((error: unknown) => {
        log.warn('could not renew the lease of an idempotency key', { error });
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

  /** Never rejects: a response that could not be stored is found through the work itself. */
  async #conclude(scope: IdempotencyScope, requestId: string, kept: IdempotentAnswer | undefined): Promise<void> {
    const { records, log, faultPoint } = this.#options;
    try {
      if (kept === undefined) await withStoreTimeout(records.forget(scope, requestId));
      else await this.#keep(scope, requestId, kept);
      await faultPoint('gateway.idempotency_finished');
    } catch (error) {
      log.warn('idempotency key stays until its lease ends', { error });
    }
  }

  async #keep(scope: IdempotencyScope, requestId: string, kept: IdempotentAnswer): Promise<void> {
    const { records } = this.#options;
    try {
      await withStoreTimeout(records.finish(scope, requestId, kept));
    } catch (error) {
      // The body is too large to store: a refusal that a new call would get again.
      if (!(error instanceof StoreError) || error.code !== 'invalid_input') throw error;
      await withStoreTimeout(records.forget(scope, requestId));
    }
  }

  /** After a failure: frees the key unless the work has left something, which is then taken over. */
  async #leave<Answer>(scope: IdempotencyScope, requestId: string, work: KeyedWork<Answer>): Promise<void> {
    const { records, log } = this.#options;
    try {
      const left = await withStoreTimeout(work.find(requestId));
      if (left.state === 'none') await withStoreTimeout(records.forget(scope, requestId));
      if (left.state === 'ended') await this.#conclude(scope, requestId, work.toStoredAnswer(left.answer));
    } catch (error) {
      log.warn('idempotency key stays until its lease ends', { error });
    }
  }
}
