/** What the rate is taken over. */
const WINDOW_MS = 15_000;
const MAX_SAMPLES = 256;
/** Below this the rate would be noise. */
const LEAST_SPAN_MS = 900;

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** How fast a count grows of late. */
export class RateMeter {
  #samples: Sample[] = [];

  add(atMs: number, done: number): void {
    const kept = this.#samples.filter((_, index, all) => {
      // The newest that is older than the window is where it begins.
      const next = all[index + 1];
      return next === undefined || next.atMs > atMs - WINDOW_MS;
    });
    this.#samples = [...kept.slice(1 - MAX_SAMPLES), { atMs, done }];
  }

  /** Per second; undefined until it can be told. */
  get perSecond(): number | undefined {
    const first = this.#samples.at(0);
    const last = this.#samples.at(-1);
    if (!first || !last || last.atMs - first.atMs < LEAST_SPAN_MS) return undefined;
    return ((last.done - first.done) * 1_000) / (last.atMs - first.atMs);
  }
}
