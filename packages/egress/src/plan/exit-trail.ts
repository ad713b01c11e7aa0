/** Why an exit was left: its page was doubtful, or was a block that only the reader recognised. */
export type LeaveReason = 'doubt' | 'block';

/**
 * The exits of one call. All its fetches use the same exit until it is left; each reason counts once, so a call tries at most
 * three exits.
 */
export class ExitTrail {
  readonly #left = new Map<LeaveReason, string>();

  constructor(private readonly firstSessionId: string) {}

  /** Session of the exit that the next fetch uses. */
  get sessionId(): string {
    return this.#left.size === 0 ? this.firstSessionId : `${this.firstSessionId}.${this.#left.size}`;
  }

  get leftSessions(): readonly string[] {
    return [...this.#left.values()];
  }

  /** Leaves the exit of the last fetch. False if one was left for this reason before: what two exits agree on is final. */
  leave(reason: LeaveReason): boolean {
    if (this.#left.has(reason)) return false;
    this.#left.set(reason, this.sessionId);
    return true;
  }
}
