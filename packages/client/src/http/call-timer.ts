import { QuarryError } from '../errors.js';

/** Longest time that a call or a wait may be given, milliseconds: a day and an hour, longer than any batch. */
export const MAX_TIMEOUT_MS = 25 * 3_600_000;

export const checkTimeout = (name: string, timeoutMs: number): number => {
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS) return timeoutMs;
  throw new RangeError(`${name} must be more than 0 and at most ${MAX_TIMEOUT_MS} milliseconds.`);
};

/** The time of one call, and the signal that ends it: of the caller, or of the timer. */
export class CallTimer {
  readonly signal: AbortSignal;
  readonly #timeout = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #endsAtMs: number;

  constructor(
    timeoutMs: number,
    readonly caller: AbortSignal | undefined,
  ) {
    checkTimeout('timeoutMs', timeoutMs);
    this.#endsAtMs = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#timeout.abort(), timeoutMs);
    this.signal = caller ? AbortSignal.any([caller, this.#timeout.signal]) : this.#timeout.signal;
  }

  get leftMs(): number {
    return this.#endsAtMs - performance.now();
  }

  get isOver(): boolean {
    return this.#timeout.signal.aborted;
  }

  /** Ends the timer; the caller's signal keeps its effect on a body that is still read. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Throws the caller's reason if it has aborted, else a `call_timeout` if the time is over, else the error itself. */
  rethrow(error: unknown, message: string): never {
    this.caller?.throwIfAborted();
    if (!this.isOver) throw error;
    throw new QuarryError({ code: 'call_timeout', message, retryable: true, cause: error });
  }

  /** Resolves after `delayMs`; rejects when the signal is aborted. */
  pause(delayMs: number): Promise<void> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        reject(new Error('The wait was aborted.'));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', end);
        resolve();
      }, delayMs);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }
}
