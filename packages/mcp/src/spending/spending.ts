/** Most batches of a session whose credits are followed; those of further ones stay counted at their hold. */
export const MAX_FOLLOWED_BATCHES = 1_000;

/** Credits of a session. */
export interface SpendingView {
  readonly maxCredits: number;
  /** Charged by calls that have ended, batches included. */
  readonly chargedCredits: number;
  /** Held by calls that run and by items of batches that have not ended. */
  readonly heldCredits: number;
  readonly leftCredits: number;
}

/** Credits held for one call. Only its first end counts. */
export interface SpendingHold {
  /** The call has ended and was charged so much. */
  settle(credits: number): void;
  /** The call submitted a batch: its hold stays until `settleBatch` says what the batch costs. */
  keepForBatch(jobId: string): void;
}

/**
 * The spending cap of one session. A call holds its highest possible price before it is sent and settles what it was charged, so
 * that calls at the same time cannot pass the cap together.
 */
export class Spending {
  #charged = 0;
  #held = 0;
  #calls = 0;
  /** Credits of batches by job id: those charged so far and those held. */
  readonly #batches = new Map<string, { charged: number; held: number }>();

  constructor(readonly maxCredits: number) {}

  /** Undefined if the credits are more than what is left. Free calls always pass. */
  hold(credits: number): SpendingHold | undefined {
    if (credits > this.maxCredits - this.#charged - this.#held && credits > 0) return undefined;
    this.#held += credits;
    this.#calls += 1;
    let isOpen = true;
    const end = (): boolean => {
      if (!isOpen) return false;
      isOpen = false;
      this.#held -= credits;
      this.#calls -= 1;
      return true;
    };
    return {
      settle: (charged) => {
        if (end()) this.#charged += charged;
      },
      keepForBatch: (jobId) => {
        if (!end()) return;
        if (this.#batches.size >= MAX_FOLLOWED_BATCHES) {
          this.#charged += credits;
          return;
        }
        this.#held += credits;
        this.#batches.set(jobId, { charged: 0, held: credits });
      },
    };
  }

  /** Counts a batch of this session at what it was charged and what it still holds. Others are ignored. */
  settleBatch(jobId: string, { charged, held }: { charged: number; held: number }): void {
    const before = this.#batches.get(jobId);
    if (before === undefined) return;
    this.#charged += charged - before.charged;
    this.#held += held - before.held;
    this.#batches.set(jobId, { charged, held });
  }

  view(): SpendingView {
    const { maxCredits } = this;
    return {
      maxCredits,
      chargedCredits: this.#charged,
      heldCredits: this.#held,
      leftCredits: Math.max(0, maxCredits - this.#charged - this.#held),
    };
  }

  /** True while a call has not settled. */
  get isBusy(): boolean {
    return this.#calls > 0;
  }

  /** True if forgetting the session would change nothing. */
  get isPristine(): boolean {
    return !this.isBusy && this.#charged === 0 && this.#held === 0 && this.#batches.size === 0;
  }
}
