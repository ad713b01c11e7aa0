import type { Logger } from '@quarry/observability';

/** How often the memory in use is read. */
export const LOOK_EVERY_MS = 5_000;

export interface MemoryGateOptions {
  /** Memory in use by the worker and its children, in bytes. */
  readonly readBytes: () => Promise<number>;
  /** The gate closes above this use. */
  readonly pauseBytes: number;
  /** The gate opens again below this use. */
  readonly resumeBytes: number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Default: `LOOK_EVERY_MS`. */
  readonly lookEveryMs?: number;
}

export interface MemoryGate {
  readonly isOpen: boolean;
  /** Bytes in use when last read. */
  readonly lastBytes: number;
  /** A closed gate lets jobs through one at a time, because the next job may be what frees the memory. */
  mayTake(activeCount: number): boolean;
  stop(): void;
}

class Gate implements MemoryGate {
  isOpen = true;
  lastBytes = 0;
  #isLooking = false;
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly options: MemoryGateOptions) {
    this.#timer = setInterval(() => void this.#look(), options.lookEveryMs ?? LOOK_EVERY_MS);
    this.#timer.unref();
  }

  mayTake(activeCount: number): boolean {
    return this.isOpen || activeCount === 0;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.isOpen = true;
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      this.lastBytes = await this.options.readBytes();
      this.#judge();
    } catch {
      // The use is unknown; the gate stays as it is until the next read.
    } finally {
      this.#isLooking = false;
    }
  }

  #judge(): void {
    const { pauseBytes, resumeBytes, log } = this.options;
    const usedBytes = this.lastBytes;
    if (this.isOpen && usedBytes > pauseBytes) {
      this.isOpen = false;
      log.warn('memory is short; new jobs stay in the queue', { usedBytes, pauseBytes });
    } else if (!this.isOpen && usedBytes < resumeBytes) {
      this.isOpen = true;
      log.info('memory fell; jobs are taken again', { usedBytes, resumeBytes });
    }
  }
}

/** Keeps the worker from taking jobs while it uses too much of its memory. */
export const createMemoryGate = (options: MemoryGateOptions): MemoryGate => new Gate(options);
