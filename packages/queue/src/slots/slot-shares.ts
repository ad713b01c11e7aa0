/**
 * Shares the slots of one worker among accounts. The last free slot is kept for an account that holds none, so that the calls of
 * one account, however many and long, never prevent those of another from beginning.
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

  /** The accounts that may not take the last free slot; none if more slots are free, or the worker has only one. */
  withheldFrom(): string[] {
    const isLast = this.#slots > 1 && this.#slots - this.#taken === 1;
    return isLast ? [...this.#held.keys()] : [];
  }

  #heldBy(accountId: string): number {
    return this.#held.get(accountId) ?? 0;
  }
}
