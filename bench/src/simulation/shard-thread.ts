/** The one thread of a queue shard: it does what it is asked for in turn, and is polled besides. */
export class ShardThread {
  readonly #pollingShare: number;
  readonly #settleMs: number;
  #freeAtMs = 0;
  #workedMs = 0;
  longestWaitMs = 0;

  constructor(pollingShare: number, settleMs: number) {
    this.#pollingShare = pollingShare;
    this.#settleMs = settleMs;
  }

  /** How long what comes now waits for its turn. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#freeAtMs - nowMs);
  }

  take(nowMs: number, workMs: number): void {
    const waitMs = this.waitMs(nowMs);
    this.#freeAtMs = nowMs + waitMs + workMs / (1 - this.#pollingShare);
    if (nowMs < this.#settleMs) return;
    this.#workedMs += workMs;
    this.longestWaitMs = Math.max(this.longestWaitMs, waitMs);
  }

  /** Share of its time in use, polling among it. */
  usedUntil(nowMs: number): number {
    return this.#workedMs / (nowMs - this.#settleMs) + this.#pollingShare;
  }
}
