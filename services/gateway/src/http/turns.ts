import { TURN_MS } from '../bounds.js';

/** Long work taken in turns: between them, other calls are answered. */
export class Turns {
  #endsAt = performance.now() + TURN_MS;

  /** Whether the turn is over; to be asked in hot loops instead of awaiting each time. */
  isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Lets others go first, if the turn is over. */
  async take(): Promise<void> {
    if (!this.isOver()) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#endsAt = performance.now() + TURN_MS;
  }
}
