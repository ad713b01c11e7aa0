import { cookieKeyOf, type CookieChange } from '@quarry/contracts/kept-cookie';
import { verdictRule } from '@quarry/contracts/verdicts';
import type { FetchOutcome, FetchSession } from '../port.js';

/** Another exit may get the page: the response is of this exit alone. */
const isRefused = ({ verdict }: FetchOutcome): boolean => verdictRule(verdict).retries.includes('other_exit');

/**
 * The caller's session along the fetches of one call. Each fetch begins with what those before it did, as the next page of one
 * visitor; a refused one does nothing.
 */
export class SessionTrail {
  readonly #changes = new Map<string, CookieChange>();
  #exitId: string | undefined;

  /** The session that the next fetch begins with. Cookies leave by the exit that they came by. */
  before(session: FetchSession | undefined): FetchSession | undefined {
    if (!session || this.#changes.size === 0) return session;
    const cookies = new Map(session.cookies.map((cookie) => [cookieKeyOf(cookie), cookie]));
    for (const [key, { isDeleted, ...cookie }] of this.#changes) {
      if (isDeleted) cookies.delete(key);
      else cookies.set(key, cookie);
    }
    return { cookies: [...cookies.values()], exitId: this.#exitId };
  }

  /** The outcome with the changes of all fetches so far. */
  after(outcome: FetchOutcome): FetchOutcome {
    const { session } = outcome;
    if (!session || isRefused(outcome)) return outcome;
    for (const change of session.changes) this.#changes.set(cookieKeyOf(change), change);
    this.#exitId = session.exit.id;
    return { ...outcome, session: { ...session, changes: [...this.#changes.values()] } };
  }
}
