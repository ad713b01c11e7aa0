/** Who shares places with others, such as an account; undefined counts as one more of them. */
export type Sharer = string | undefined;

export interface FairPlacesOptions {
  readonly places: number;
  /** The last free place is for one who holds none, where there is more than one place. */
  readonly keepsOne: boolean;
  /** Beyond so many that wait, `take` rejects. Default: no bound. */
  readonly maxWaiting?: number;
}

/**
 * Places that several share. Whoever holds the fewest goes first, then who has waited longest; of one sharer, in the order
 * they came. With `keepsOne` one alone has all places but one, which is free for the next who comes.
 */
export interface FairPlaces {
  /** Resolves with true when a place is taken, with false when the signal aborts or the places close first. */
  take(sharer: Sharer, signal: AbortSignal): Promise<boolean>;
  leave(sharer: Sharer): void;
  readonly waitingCount: number;
  /** Ends all waiting; nothing is given out any more. */
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
    // Nobody is passed over: who waits could not take it, or would have been given it.
    if (this.#mayTake(sharer)) {
      this.#give(sharer);
      return true;
    }
    const { maxWaiting = Number.POSITIVE_INFINITY } = this.#options;
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
    const { places, keepsOne } = this.#options;
    const isKept = keepsOne && places > 1 && this.#free === 1;
    return this.#free > 0 && !(isKept && this.#heldBy(sharer) > 0);
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
