import type { Logger } from '@quarry/observability';

/** How often the memory in use is looked at. */
export const LOOK_EVERY_MS = 5_000;

export interface MemoryGateOptions {
  /** Memory in use by the worker and its children, in bytes. */
  readonly readBytes: () => Promise<number>;
  /** Closes above it. */
  readonly pauseBytes: number;
  /** Opens again below it. */
  readonly resumeBytes: number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Default: `LOOK_EVERY_MS`. */
  readonly lookEveryMs?: number;
}

export interface MemoryGate {
  readonly isOpen: boolean;
  /** Bytes in use at the last look. */
  readonly lastBytes: number;
  /** Runs `job` once the gate is open, or alone: what holds the memory may go only with the next job. */
  run<T>(signal: AbortSignal, job: () => Promise<T>): Promise<T>;
  stop(): void;
}

class Gate implements MemoryGate {
  isOpen = true;
  lastBytes = 0;
  #running = 0;
  #isLooking = false;
  readonly #waiting = new Set<() => void>();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly options: MemoryGateOptions) {
    this.#timer = setInterval(() => void this.#look(), options.lookEveryMs ?? LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async run<T>(signal: AbortSignal, job: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await job();
    } finally {
      this.#running -= 1;
      this.#admit();
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    this.isOpen = true;
    this.#admit();
  }

  /** A job that is told to stop goes through: ending is work of the job, not of the gate. */
  async #enter(signal: AbortSignal): Promise<void> {
    if (this.isOpen || this.#running === 0 || signal.aborted) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve) => {
      const enter = (): void => {
        this.#running += 1;
        this.#waiting.delete(enter);
        signal.removeEventListener('abort', enter);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', enter, { once: true });
    });
  }

  #admit(): void {
    if (this.isOpen) for (const enter of [...this.#waiting]) enter();
    else if (this.#running === 0) [...this.#waiting][0]?.();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      this.lastBytes = await this.options.readBytes();
      this.#judge();
    } catch {
      // An unknown use bounds nothing; the next look may tell.
    } finally {
      this.#isLooking = false;
    }
  }

  #judge(): void {
    const { pauseBytes, resumeBytes, log } = this.options;
    const usedBytes = this.lastBytes;
    if (this.isOpen && usedBytes > pauseBytes) {
      this.isOpen = false;
      log.warn('memory is short; new jobs wait', { usedBytes, pauseBytes });
    } else if (!this.isOpen && usedBytes < resumeBytes) {
      this.isOpen = true;
      log.info('memory fell; jobs go on', { usedBytes, resumeBytes });
      this.#admit();
    }
  }
}

/** Holds up new jobs while the worker uses too much of its memory. */
export const createMemoryGate = (options: MemoryGateOptions): MemoryGate => new Gate(options);
