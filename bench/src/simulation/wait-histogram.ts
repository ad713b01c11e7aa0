/** Waits in classes that grow by 5 %, from a millisecond on. */
const GROWTH = Math.log(1.05);
const LEAST_MS = 1;
const CLASSES = 400;

export class WaitHistogram {
  readonly #counts = new Float64Array(CLASSES);
  #total = 0;
  #sumMs = 0;

  add(waitMs: number): void {
    const index = waitMs <= LEAST_MS ? 0 : Math.min(CLASSES - 1, Math.ceil(Math.log(waitMs / LEAST_MS) / GROWTH));
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#total += 1;
    this.#sumMs += waitMs;
  }

  get count(): number {
    return this.#total;
  }

  get meanMs(): number {
    return this.#total === 0 ? 0 : this.#sumMs / this.#total;
  }

  /** The wait that this share did not exceed, to 5 %; 0 for what did not wait. */
  quantileMs(share: number): number {
    let left = this.#total * share;
    for (let index = 0; index < CLASSES; index += 1) {
      left -= this.#counts[index] ?? 0;
      if (left <= 0) return index === 0 ? 0 : LEAST_MS * Math.exp(index * GROWTH);
    }
    return 0;
  }
}
