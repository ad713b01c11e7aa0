/** Who shares places with others: an account, or a host that is asked; undefined counts as one more of them. */
export type Sharer = string | undefined;

export interface FairPlacesOptions {
  readonly places: number;
  /** The last free place is kept for a sharer that holds none, if there is more than one place. Default: no. */
  readonly keepsOne?: boolean;
  /** Most places of one sharer. Default: no bound. */
  readonly maxPerSharer?: number | undefined;
  /** When so many wait, `take` rejects. Default: no bound. */
  readonly maxWaiting?: number;
}

/**
 * Places that several share. The sharer that holds the fewest goes first, then the one that has waited longest; calls of one
 * sharer go in their order. A sharer at its limit holds up no other.
 */
export interface FairPlaces {
  /** Resolves with true when a place is taken, with false when the signal aborts or `close` is called first. */
  take(sharer: Sharer, signal: AbortSignal): Promise<boolean>;
  leave(sharer: Sharer): void;
  readonly waitingCount: number;
  /** Ends all waits; no place is given out after it. */
  close(): void;
}

interface Waiting {
  readonly sharer: Sharer;
  readonly end: (isTaken: boolean) => void;
}

class Places implements FairPlaces {
  readonly #options: FairPlacesOptions;
  readonly #held = new Map<Sharer, number>();
  /** In the order they came. */
  readonly #waiting = new Set<Waiting>();
  #free: number;
  #isClosed = false;

  constructor(options: FairPlacesOptions) {
    this.#options = options;
    this.#free = options.places;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  async take(sharer: Sharer, signal: AbortSignal): Promise<boolean> {
    if (this.#isClosed || signal.aborted) return false;
    // No waiting call is passed over: it would have been given the place if it might take it.
    if (this.#mayTake(sharer)) {
      this.#give(sharer);
      return true;
    }
    const { maxWaiting = Infinity } = this.#options;
    if (this.#waiting.size >= maxWaiting) throw new Error(`more than ${maxWaiting} wait already`);
    return new Promise((resolve) => {
      const onAbort = (): void => waiting.end(false);
      const waiting: Waiting = {
        sharer,
        end: (isTaken) => {
          this.#waiting.delete(waiting);
          signal.removeEventListener('abort', onAbort);
          resolve(isTaken);
        },
      };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  leave(sharer: Sharer): void {
    const held = this.#heldBy(sharer) - 1;
    if (held > 0) this.#held.set(sharer, held);
    else this.#held.delete(sharer);
    this.#free += 1;
    for (let next = this.#next(); next; next = this.#next()) {
      this.#give(next.sharer);
      next.end(true);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const { end } of [...this.#waiting]) end(false);
  }

  #heldBy(sharer: Sharer): number {
    return this.#held.get(sharer) ?? 0;
  }

  #mayTake(sharer: Sharer): boolean {
    const { places, keepsOne = false, maxPerSharer = Infinity } = this.#options;
    const held = this.#heldBy(sharer);
    const isKept = keepsOne && places > 1 && this.#free === 1;
    return this.#free > 0 && held < maxPerSharer && !(isKept && held > 0);
  }

  #give(sharer: Sharer): void {
    this.#free -= 1;
    this.#held.set(sharer, this.#heldBy(sharer) + 1);
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (!this.#mayTake(waiting.sharer)) continue;
      if (next === undefined || this.#heldBy(waiting.sharer) < this.#heldBy(next.sharer)) next = waiting;
    }
    return next;
  }
}

export const createFairPlaces = (options: FairPlacesOptions): FairPlaces => new Places(options);
