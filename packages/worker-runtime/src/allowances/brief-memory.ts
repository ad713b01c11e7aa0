import { LRUCache } from 'lru-cache';
import { ALLOWANCE_KNOWN_MS, MAX_ALLOWANCES_KNOWN } from '../bounds.js';

/**
 * Asks about an account at most once per `ALLOWANCE_KNOWN_MS`, however many of its items run: calls in that time share one
 * result. A failure is not remembered. `now` in milliseconds.
 */
export const rememberBriefly = <T>(
  ask: (accountId: string) => Promise<T>,
  now: () => number,
): ((accountId: string) => Promise<T>) => {
  const known = new LRUCache<string, Promise<T>>({
    max: MAX_ALLOWANCES_KNOWN,
    ttl: ALLOWANCE_KNOWN_MS,
    ttlResolution: 0,
    perf: { now },
  });
  return (accountId) => {
    const last = known.get(accountId);
    if (last) return last;
    const next = ask(accountId);
    known.set(accountId, next);
    next.catch(() => known.peek(accountId) === next && known.delete(accountId));
    return next;
  };
};
