import { ALLOWANCE_KNOWN_MS, MAX_ALLOWANCES_KNOWN } from '../bounds.js';

interface Known<T> {
  readonly answer: Promise<T>;
  readonly untilMs: number;
}

/**
 * Asks about an account once in a while, however many of its items run: an answer is believed for `ALLOWANCE_KNOWN_MS`, and who
 * asks meanwhile shares it. What could not be answered is asked anew. `now` in milliseconds.
 */
export const rememberBriefly = <T>(
  ask: (accountId: string) => Promise<T>,
  now: () => number,
): ((accountId: string) => Promise<T>) => {
  const known = new Map<string, Known<T>>();
  return (accountId) => {
    const last = known.get(accountId);
    if (last !== undefined && now() < last.untilMs) return last.answer;
    if (known.size >= MAX_ALLOWANCES_KNOWN) known.clear();
    const next = { answer: ask(accountId), untilMs: now() + ALLOWANCE_KNOWN_MS };
    known.set(accountId, next);
    next.answer.catch(() => known.get(accountId) === next && known.delete(accountId));
    return next.answer;
  };
};
