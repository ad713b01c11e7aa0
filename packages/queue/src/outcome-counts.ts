import { FREE_BUDGET_WINDOW_MS, type OutcomeSpan } from '@quarry/contracts';
import type { Redis } from 'ioredis';
import { MAX_SUMMED_ACCOUNTS, OUTCOMES_SUMMED_MS } from './bounds.js';
import type { QueueLog } from './connection/connections.js';
import { outcomesKey } from './names.js';
import type { OutcomeCounts, OutcomeCredits } from './port.js';
import { withTimeout } from './connection/unavailable.js';

/** Outcomes are counted in spans of this length; the window moves by whole spans. */
export const OUTCOME_SPAN_MS = 300_000;
const WINDOW_SPANS = FREE_BUDGET_WINDOW_MS / OUTCOME_SPAN_MS;
/** Two fields for each span of the window, and as many for spans that have left it. */
const MAX_FIELDS = 4 * WINDOW_SPANS;

/**
 * KEYS[1]: a hash of `f<span>` and `c<span>`: free and charged credits of a span. ARGV: span, free, charged, oldest span kept.
 * A span's number is its time divided by its length. The caller passes the time, as this server's clock may differ.
 */
const NOTE = `
local key, oldest = KEYS[1], tonumber(ARGV[4])
if tonumber(ARGV[2]) > 0 then redis.call('HINCRBY', key, 'f' .. ARGV[1], ARGV[2]) end
if tonumber(ARGV[3]) > 0 then redis.call('HINCRBY', key, 'c' .. ARGV[1], ARGV[3]) end
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
  readonly log: QueueLog;
}

type Note = (key: string, span: number, free: number, charged: number, oldest: number) => Promise<1>;

/** Counters without a durable copy: if Redis loses them, the hour starts anew. */
export const openOutcomeCounts = ({ redis, prefix, now, log }: OutcomeCountsOptions): OutcomeCounts => {
  redis.defineCommand('quarryNoteOutcome', { numberOfKeys: 1, lua: NOTE });
  // safe because defineCommand has just put the method there
  const script = redis as Redis & { quarryNoteOutcome: Note };
  const spanNow = (): number => Math.floor(now() / OUTCOME_SPAN_MS);
  const note = async (accountId: string, { freeCredits, chargedCredits }: OutcomeCredits): Promise<void> => {
    if (freeCredits === 0 && chargedCredits === 0) return;
    const span = spanNow();
    const key = outcomesKey(prefix, accountId);
    const noting = script.quarryNoteOutcome(key, span, freeCredits, chargedCredits, span - WINDOW_SPANS + 1);
    await withTimeout('counting an outcome', noting);
  };

  const sums = new Map<string, OutcomeCredits>();
  let timer: NodeJS.Timeout | undefined;
  /** Never rejects: outcomes that may have been counted are not counted again. */
  const noteSums = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const noting = [...sums].map(([accountId, credits]) => note(accountId, credits));
    sums.clear();
    const failed = (await Promise.allSettled(noting)).filter((result) => result.status === 'rejected');
    const [first] = failed;
    if (first) log.warn('outcomes of items were not counted', { failedCount: failed.length, error: first.reason });
  };
  const noteSoon = (accountId: string, { freeCredits, chargedCredits }: OutcomeCredits): void => {
    const sum = sums.get(accountId) ?? { freeCredits: 0, chargedCredits: 0 };
    sums.set(accountId, {
      freeCredits: sum.freeCredits + freeCredits,
      chargedCredits: sum.chargedCredits + chargedCredits,
    });
    if (sums.size >= MAX_SUMMED_ACCOUNTS) void noteSums();
    else timer ??= setTimeout(() => void noteSums(), OUTCOMES_SUMMED_MS);
  };

  return {
    note,
    noteSoon,
    close: noteSums,
    lastHour: async (accountId) => {
      const fields = await withTimeout('reading outcomes', redis.hgetall(outcomesKey(prefix, accountId)));
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
