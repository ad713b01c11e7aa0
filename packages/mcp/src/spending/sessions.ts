import { createHash } from 'node:crypto';
import { Spending, type SpendingHold, type SpendingView } from './spending.js';

/** Most sessions with charges or holds at once. */
export const MAX_SESSIONS = 1_000;
/** A session without a call for so long has ended; the next call of its key begins another. */
export const SESSION_IDLE_MS = 3_600_000;

/** The spending of one caller. */
export interface Spender {
  /** `full`: too many sessions have charges. */
  hold(credits: number): { readonly hold: SpendingHold } | { readonly refused: 'cap' | 'full' };
  settleBatch(jobId: string, credits: { charged: number; held: number }): void;
  view(): SpendingView;
}

/** The one session of a process that serves one client. */
export const singleSpender = (maxCredits: number): Spender => {
  const spending = new Spending(maxCredits);
  return {
    hold: (credits) => {
      const hold = spending.hold(credits);
      return hold ? { hold } : { refused: 'cap' };
    },
    settleBatch: (jobId, credits) => spending.settleBatch(jobId, credits),
    view: () => spending.view(),
  };
};

interface SessionsOptions {
  readonly maxCredits: number;
  readonly maxSessions?: number;
  readonly idleMs?: number;
  readonly nowMs?: () => number;
}

/**
 * Sessions of a server with many clients, one per API key: HTTP calls of the protocol carry no session of their own. Keys are
 * kept hashed, and keys that have cost nothing are not kept.
 */
export class SpendingSessions {
  readonly #sessions = new Map<string, { spending: Spending; usedAtMs: number }>();
  readonly #options: Required<SessionsOptions>;

  constructor(options: SessionsOptions) {
    this.#options = { maxSessions: MAX_SESSIONS, idleMs: SESSION_IDLE_MS, nowMs: Date.now, ...options };
  }

  get size(): number {
    return this.#sessions.size;
  }

  of(apiKey: string): Spender {
    const name = createHash('sha256').update(apiKey).digest('base64');
    const find = (): Spending | undefined => this.#find(name);
    return {
      hold: (credits) => {
        const spending = find() ?? this.#begin(name);
        if (spending === undefined) return { refused: 'full' };
        const hold = spending.hold(credits);
        return hold ? { hold } : { refused: 'cap' };
      },
      settleBatch: (jobId, credits) => find()?.settleBatch(jobId, credits),
      view: () => (find() ?? new Spending(this.#options.maxCredits)).view(),
    };
  }

  #find(name: string): Spending | undefined {
    const nowMs = this.#options.nowMs();
    const session = this.#sessions.get(name);
    if (session === undefined) return undefined;
    if (this.#isOver(session, nowMs)) {
      this.#sessions.delete(name);
      return undefined;
    }
    session.usedAtMs = nowMs;
    return session.spending;
  }

  #begin(name: string): Spending | undefined {
    const { maxSessions, maxCredits, nowMs } = this.#options;
    const now = nowMs();
    for (const [other, session] of this.#sessions) {
      if (session.spending.isPristine || this.#isOver(session, now)) this.#sessions.delete(other);
    }
    if (this.#sessions.size >= maxSessions) return undefined;
    const spending = new Spending(maxCredits);
    this.#sessions.set(name, { spending, usedAtMs: now });
    return spending;
  }

  #isOver({ spending, usedAtMs }: { spending: Spending; usedAtMs: number }, nowMs: number): boolean {
    return !spending.isBusy && nowMs - usedAtMs >= this.#options.idleMs;
  }
}
