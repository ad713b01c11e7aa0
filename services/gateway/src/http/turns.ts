import { TURN_MS } from '../bounds.js';

/** Splits long work into turns, between which other calls are served. */
export class Turns {
  #endsAt = performance.now() + TURN_MS;

  /** Whether the turn is over, for hot loops that should not await each time. */
  isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Yields to other calls if the turn is over. */
  async take(): Promise<void> {
    if (!this.isOver()) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#endsAt = performance.now() + TURN_MS;
  }
}
