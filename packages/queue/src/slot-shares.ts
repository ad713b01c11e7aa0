/**
 * Who may take the slots of one worker. One account alone has all but one of them: the last free slot is kept for an account
 * that holds none, so that nobody's calls, however many and long, keep the calls of another from beginning.
 */
export class SlotShares {
  readonly #slots: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  hasFree(): boolean {
    return this.#taken < this.#slots;
  }

  mayBegin(accountId: string): boolean {
    const free = this.#slots - this.#taken;
    return free > 1 || (free === 1 && (this.#slots === 1 || this.#heldBy(accountId) === 0));
  }

  begin(accountId: string): void {
    this.#taken += 1;
    this.#held.set(accountId, this.#heldBy(accountId) + 1);
  }

  end(accountId: string): void {
    this.#taken -= 1;
    const held = this.#heldBy(accountId) - 1;
    if (held > 0) this.#held.set(accountId, held);
    else this.#held.delete(accountId);
  }

  /** Of those that may begin, one of the account that holds the fewest slots; the first of those. */
  next<T>(waiting: Iterable<T>, accountOf: (one: T) => string): T | undefined {
    let next: T | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const one of waiting) {
      const accountId = accountOf(one);
      const held = this.#heldBy(accountId);
      if (held >= fewest || !this.mayBegin(accountId)) continue;
      next = one;
      fewest = held;
    }
    return next;
  }

  #heldBy(accountId: string): number {
    return this.#held.get(accountId) ?? 0;
  }
}
