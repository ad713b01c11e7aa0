import { RETRY_MAX_MS, RETRY_MIN_MS } from './bounds.js';

export interface PeriodicTaskOptions {
  /** One step. May return the shortest pause before the next one, in milliseconds. */
  readonly run: () => Promise<number | void>;
  /** Longest time from the end of a step to the next one. */
  readonly everyMs: number;
  /** Called for the first failure of several in a row. */
  readonly onFailure: (error: unknown) => void;
}

/** Runs a step when triggered and from time to time by itself, never twice at once. Starts at once. */
export interface PeriodicTask {
  /** Runs the step within `delayMs`, after the current pause; `isUrgent` skips that pause unless it follows a failure. */
  trigger(delayMs?: number, options?: { isUrgent?: boolean }): void;
  /** Start of the current run, on the clock of `performance`; undefined between runs. */
  readonly runsSinceMs: number | undefined;
  /** Resolves when the current run has ended. */
  close(): Promise<void>;
}

const now = (): number => performance.now();

class SerialPeriodicTask implements PeriodicTask {
  readonly #options: PeriodicTaskOptions;
  #timer: NodeJS.Timeout | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #notBeforeMs = 0;
  #failures = 0;
  #running: Promise<void> | undefined;
  #runsSinceMs: number | undefined;
  #isUrgent = false;
  #isClosed = false;

  constructor(options: PeriodicTaskOptions) {
    this.#options = options;
    this.trigger();
  }

  get runsSinceMs(): number | undefined {
    return this.#runsSinceMs;
  }

  trigger(delayMs = 0, { isUrgent = false }: { isUrgent?: boolean } = {}): void {
    this.#isUrgent ||= isUrgent;
    if (isUrgent && this.#failures === 0) this.#notBeforeMs = 0;
    const dueAtMs = Math.max(now() + delayMs, this.#notBeforeMs);
    if (dueAtMs >= this.#dueAtMs) return;
    this.#dueAtMs = dueAtMs;
    this.#schedule();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#running !== undefined) return;
    this.#timer = setTimeout(() => this.#start(), Math.max(0, this.#dueAtMs - now()));
  }

  #start(): void {
    this.#dueAtMs = Number.POSITIVE_INFINITY;
    this.#isUrgent = false;
    this.#runsSinceMs = now();
    this.#running = this.#step().then((pauseMs) => {
      this.#running = undefined;
      this.#runsSinceMs = undefined;
      const hasFailed = this.#failures > 0;
      this.#notBeforeMs = now() + (this.#isUrgent && !hasFailed ? 0 : pauseMs);
      // Triggers during the run keep the pause as well.
      const nextAtMs = hasFailed ? this.#notBeforeMs : now() + Math.max(pauseMs, this.#options.everyMs);
      this.#dueAtMs = Math.min(Math.max(this.#dueAtMs, this.#notBeforeMs), nextAtMs);
      this.#schedule();
    });
  }

  async #step(): Promise<number> {
    try {
      const pauseMs = await this.#options.run();
      this.#failures = 0;
      return pauseMs ?? 0;
    } catch (error) {
      if (this.#failures === 0) this.#options.onFailure(error);
      this.#failures += 1;
      return Math.min(RETRY_MIN_MS * 2 ** Math.min(this.#failures - 1, 16), RETRY_MAX_MS);
    }
  }
}

export const startPeriodicTask = (options: PeriodicTaskOptions): PeriodicTask => new SerialPeriodicTask(options);
