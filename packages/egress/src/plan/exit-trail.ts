/** Why an exit was left: what it served was doubtful, or a page that only the reader recognised as a block. */
export type LeaveReason = 'doubt' | 'block';

/**
 * The exits of one call. All its fetches go by the same exit until one is left; each reason counts once, so that a call tries
 * three exits at most.
 */
export class ExitTrail {
  readonly #left = new Map<LeaveReason, string>();

  constructor(private readonly firstSessionId: string) {}

  /** Session whose exit the next fetch goes by. */
  get sessionId(): string {
    return this.#left.size === 0 ? this.firstSessionId : `${this.firstSessionId}.${this.#left.size}`;
  }

  get leftSessions(): readonly string[] {
    return [...this.#left.values()];
  }

  /** Leaves the exit of the last fetch. False when one was left for this reason before: what two exits say alike stands. */
  leave(reason: LeaveReason): boolean {
    if (this.#left.has(reason)) return false;
    this.#left.set(reason, this.sessionId);
    return true;
  }
}
