import { FREE_BUDGET_WINDOW_MS, type OutcomeSpan } from '@quarry/contracts';
import type { Redis } from 'ioredis';
import { outcomesKey } from './names.js';
import type { OutcomeCounts } from './port.js';
import { withinBound } from './unavailable.js';

/** Outcomes are counted by spans of this length: the window moves on by whole ones. */
export const OUTCOME_SPAN_MS = 300_000;
const WINDOW_SPANS = FREE_BUDGET_WINDOW_MS / OUTCOME_SPAN_MS;
/** Two fields for each span of the window and some that are on their way out. */
const MAX_FIELDS = 4 * WINDOW_SPANS;

/**
 * For a field that is new: the hash is kept until the field has left the window, and fields that have are dropped. KEYS[1]: a hash
 * of `f<span>` and `c<span>`, free and charged credits of a span. ARGV: the oldest span kept. A span's number is its time by its
 * length; who counts it says the time, as the clocks of this server may differ.
 */
const TIDY = `
local key, oldest = KEYS[1], tonumber(ARGV[1])
redis.call('PEXPIRE', key, ${FREE_BUDGET_WINDOW_MS + OUTCOME_SPAN_MS})
if redis.call('HLEN', key) > ${MAX_FIELDS} then
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if tonumber(string.sub(field, 2)) < oldest then redis.call('HDEL', key, field) end
  end
end
return 1`;

export interface OutcomeCountsOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly now: () => number;
}

type Tidy = (key: string, oldest: number) => Promise<1>;

/** Counters, no truth: a Redis that forgets them begins the hour anew. */
export const openOutcomeCounts = ({ redis, prefix, now }: OutcomeCountsOptions): OutcomeCounts => {
  redis.defineCommand('quarryTidyOutcomes', { numberOfKeys: 1, lua: TIDY });
  // safe because defineCommand has just put the method there
  const script = redis as Redis & { quarryTidyOutcomes: Tidy };
  const spanNow = (): number => Math.floor(now() / OUTCOME_SPAN_MS);
  /** One short command for each of the many outcomes of a span, and the script for the first. */
  const add = async (key: string, kind: 'f' | 'c', span: number, credits: number): Promise<void> => {
    if (credits === 0) return;
    const total = await redis.hincrby(key, `${kind}${span}`, credits);
    if (total === credits) await script.quarryTidyOutcomes(key, span - WINDOW_SPANS + 1);
  };
  return {
    note: async (accountId, { freeCredits, chargedCredits }) => {
      if (freeCredits === 0 && chargedCredits === 0) return;
      const span = spanNow();
      const key = outcomesKey(prefix, accountId);
      const noting = [add(key, 'f', span, freeCredits), add(key, 'c', span, chargedCredits)];
      await withinBound('counting an outcome', Promise.all(noting));
    },
    lastHour: async (accountId) => {
      const fields = await withinBound('reading outcomes', redis.hgetall(outcomesKey(prefix, accountId)));
      const oldest = spanNow() - WINDOW_SPANS + 1;
      const numbers = new Set(Object.keys(fields).map((field) => Number(field.slice(1))));
      return [...numbers]
        .filter((span) => span >= oldest)
        .map((span): OutcomeSpan => ({
          leavesAtMs: (span + WINDOW_SPANS) * OUTCOME_SPAN_MS,
          freeCredits: Number(fields[`f${span}`] ?? 0),
          chargedCredits: Number(fields[`c${span}`] ?? 0),
        }));
    },
  };
};
