export interface ByteBudgetOptions {
  readonly maxBytes: number;
  /** Maximum wait for room. */
  readonly waitMs: number;
}

interface Waiter {
  readonly bytes: number;
  readonly enter: () => void;
}

/** Limits the memory that calls hold together. First come, first served, so that small bodies do not starve a large one. */
export class ByteBudget {
  readonly #options: ByteBudgetOptions;
  readonly #waiters: Waiter[] = [];
  #taken = 0;

  constructor(options: ByteBudgetOptions) {
    this.#options = options;
  }

  /** Resolves with a function that releases the room, or with undefined if there was none in time. Larger requests count as the maximum. */
  async enter(wantedBytes: number): Promise<(() => void) | undefined> {
    const bytes = Math.min(wantedBytes, this.#options.maxBytes);
    if (this.#waiters.length > 0 || !this.#hasRoom(bytes)) {
      const isIn = await this.#wait(bytes);
      if (!isIn) return undefined;
    } else this.#taken += bytes;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#taken -= bytes;
      this.#letIn();
    };
  }

  #hasRoom(bytes: number): boolean {
    return this.#taken + bytes <= this.#options.maxBytes;
  }

  #letIn(): void {
    for (let [next] = this.#waiters; next !== undefined && this.#hasRoom(next.bytes); [next] = this.#waiters) {
      this.#waiters.shift();
      this.#taken += next.bytes;
      next.enter();
    }
  }

  #wait(bytes: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter = { bytes, enter: () => settle(true) };
      const timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        settle(false);
        this.#letIn();
      }, this.#options.waitMs);
      const settle = (isIn: boolean): void => {
        clearTimeout(timer);
        resolve(isIn);
      };
      this.#waiters.push(waiter);
    });
  }
}
