/** Window of the rate. */
const WINDOW_MS = 15_000;
const MAX_SAMPLES = 256;
/** Minimum span; below it the rate would be noise. */
const LEAST_SPAN_MS = 900;

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** The recent rate of a growing count. */
export class RateMeter {
  #samples: Sample[] = [];

  add(atMs: number, done: number): void {
    const kept = this.#samples.filter((_, index, all) => {
      // The newest sample older than the window is its start.
      const next = all[index + 1];
      return next === undefined || next.atMs > atMs - WINDOW_MS;
    });
    this.#samples = [...kept.slice(1 - MAX_SAMPLES), { atMs, done }];
  }

  /** Per second; undefined until there are enough samples. */
  get perSecond(): number | undefined {
    const first = this.#samples.at(0);
    const last = this.#samples.at(-1);
    if (!first || !last || last.atMs - first.atMs < LEAST_SPAN_MS) return undefined;
    return ((last.done - first.done) * 1_000) / (last.atMs - first.atMs);
  }
}
