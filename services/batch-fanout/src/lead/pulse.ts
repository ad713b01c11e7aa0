import { RETRY_MAX_MS, RETRY_MIN_MS } from '../bounds.js';

export interface PulseOptions {
  /** One step. May answer the pause that is kept before the next one. */
  readonly run: () => Promise<number | void>;
  /** Without a poke it runs again after this. */
  readonly everyMs: number;
  /** Hears the first failure of several in a row. */
  readonly onFailure: (error: unknown) => void;
}

/** A step that is run again and again, never twice at once: when poked, and from time to time by itself. Starts at once. */
export interface Pulse {
  /** Has it run within `delayMs`. Pauses are kept, unless it is urgent; pauses after a failure always. */
  poke(delayMs?: number, options?: { isUrgent?: boolean }): void;
  /** Since when the present run runs, on the clock of `performance`. */
  readonly runsSinceMs: number | undefined;
  /** Resolves when the present run has ended. */
  close(): Promise<void>;
}

const now = (): number => performance.now();

class SteppingPulse implements Pulse {
  readonly #options: PulseOptions;
  #timer: NodeJS.Timeout | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #notBeforeMs = 0;
  #failures = 0;
  #running: Promise<void> | undefined;
  #runsSinceMs: number | undefined;
  #isUrgent = false;
  #isClosed = false;

  constructor(options: PulseOptions) {
    this.#options = options;
    this.poke();
  }

  get runsSinceMs(): number | undefined {
    return this.#runsSinceMs;
  }

  poke(delayMs = 0, { isUrgent = false }: { isUrgent?: boolean } = {}): void {
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
      // Pokes that came meanwhile keep the pause as well.
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

export const openPulse = (options: PulseOptions): Pulse => new SteppingPulse(options);
