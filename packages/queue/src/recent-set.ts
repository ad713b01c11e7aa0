/** Remembers the last `capacity` values; the oldest goes first. */
export class RecentSet {
  readonly #values = new Set<string>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#values.size;
  }

  add(value: string): void {
    this.#values.delete(value);
    this.#values.add(value);
    if (this.#values.size <= this.#capacity) return;
    for (const oldest of this.#values) {
      this.#values.delete(oldest);
      return;
    }
  }

  /** True when it was there. */
  delete(value: string): boolean {
    return this.#values.delete(value);
  }
}
