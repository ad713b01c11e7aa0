import {
  EXIT_OUTCOMES,
  processBeatSchema,
  type ExitCount,
  type ExitOutcome,
  type ProcessBeat,
} from '@quarry/contracts';
import type { Redis } from 'ioredis';
import { BEAT_LIFE_MS, EXIT_SPAN_MS, EXIT_SPANS_KEPT, MAX_EXIT_FIELDS, MAX_PROCESSES } from './bounds.js';
import { parseJson } from './connection/parse-json.js';
import { withTimeout } from './connection/unavailable.js';
import { exitsKey, processesKey } from './names.js';
import type { ExitFigures, LiveProcess, ProcessRegistry } from './port.js';

/**
 * KEYS[1]: a hash of `<time> <JSON>` by process, on the server's clock. ARGV: the step, the process, its JSON. Returns the
 * entries of live processes with their ages; an entry that is too old is removed.
 */
const PROCESSES = `
local key, step = KEYS[1], ARGV[1]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
if step == 'put' and (redis.call('HEXISTS', key, ARGV[2]) == 1 or redis.call('HLEN', key) < ${MAX_PROCESSES}) then
  redis.call('HSET', key, ARGV[2], now .. ' ' .. ARGV[3])
  redis.call('PEXPIRE', key, ${BEAT_LIFE_MS})
end
if step == 'drop' then redis.call('HDEL', key, ARGV[2]) end
if step ~= 'list' then return {} end
local result = {}
local entries = redis.call('HGETALL', key)
for index = 1, #entries, 2 do
  local at, text = string.match(entries[index + 1], '^(%d+) (.*)$')
  if at and now - tonumber(at) < ${BEAT_LIFE_MS} then
    result[#result + 1] = entries[index]
    result[#result + 1] = tostring(now - tonumber(at))
    result[#result + 1] = text
  else
    redis.call('HDEL', key, entries[index])
  end
end
return result`;

/** KEYS[1]: a hash of counts by `<outcome> <exit>`. ARGV: pairs of a field and its increment. */
const COUNT = `
local key = KEYS[1]
local size = redis.call('HLEN', key)
for index = 1, #ARGV, 2 do
  if redis.call('HEXISTS', key, ARGV[index]) == 1 or size < ${MAX_EXIT_FIELDS} then
    if redis.call('HINCRBY', key, ARGV[index], ARGV[index + 1]) == tonumber(ARGV[index + 1]) then size = size + 1 end
  end
end
redis.call('PEXPIRE', key, ${(EXIT_SPANS_KEPT + 1) * EXIT_SPAN_MS})
return 1`;

const SPANS_OF_HOUR = 3_600_000 / EXIT_SPAN_MS;
const NONE: Readonly<Record<ExitOutcome, number>> = { served: 0, blocked: 0, failed: 0 };

const isOutcome = (text: string | undefined): text is ExitOutcome => EXIT_OUTCOMES.some((one) => one === text);

export interface ProcessRegistryOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly now: () => number;
}

export const openProcessRegistry = ({ redis, prefix, now }: ProcessRegistryOptions): ProcessRegistry => {
  const run = (...args: string[]) => withTimeout('processes', redis.eval(PROCESSES, 1, processesKey(prefix), ...args));
  const spanNow = (): number => Math.floor(now() / EXIT_SPAN_MS);

  const toProcess = (id: string, ageMs: string, json: string): LiveProcess[] => {
    const parsed = processBeatSchema.safeParse(parseJson(json));
    return parsed.success ? [{ id, ageMs: Number(ageMs), ...parsed.data }] : [];
  };

  const addSpan = (figures: Map<string, ExitFigures>, counts: Readonly<Record<string, string>>, isRecent: boolean) => {
    for (const [field, text] of Object.entries(counts)) {
      const at = field.indexOf(' ');
      const outcome = field.slice(0, at);
      const exit = field.slice(at + 1);
      if (!isOutcome(outcome)) continue;
      const { lastHour, lastDay } = figures.get(exit) ?? { lastHour: NONE, lastDay: NONE };
      const add = (sums: typeof NONE) => ({ ...sums, [outcome]: sums[outcome] + Number(text) });
      figures.set(exit, { exit, lastHour: isRecent ? add(lastHour) : lastHour, lastDay: add(lastDay) });
    }
  };

  return {
    beat: async (id: string, beat: ProcessBeat) => {
      await run('put', id, JSON.stringify(processBeatSchema.parse(beat)));
    },
    leave: async (id) => {
      await run('drop', id);
    },
    list: async () => {
      // safe because the script above returns exactly these triples
      const flat = (await run('list')) as string[];
      const processes: LiveProcess[] = [];
      for (let at = 0; at + 2 < flat.length; at += 3) {
        const [id = '', ageMs = '', json = ''] = flat.slice(at, at + 3);
        processes.push(...toProcess(id, ageMs, json));
      }
      return processes;
    },
    countExits: async (counts: readonly ExitCount[]) => {
      if (counts.length === 0) return;
      const args = counts.flatMap(({ exit, outcome, count }) => [`${outcome} ${exit}`, String(count)]);
      await withTimeout('counting exits', redis.eval(COUNT, 1, exitsKey(prefix, spanNow()), ...args));
    },
    exits: async () => {
      const newest = spanNow();
      const pipeline = redis.pipeline();
      for (let back = 0; back < EXIT_SPANS_KEPT; back += 1) pipeline.hgetall(exitsKey(prefix, newest - back));
      const replies = (await withTimeout('reading exits', pipeline.exec())) ?? [];
      const figures = new Map<string, ExitFigures>();
      replies.forEach(([error, counts], back) => {
        if (error) throw error;
        // The span of this moment has only begun, so the hour is up to ten minutes longer.
        addSpan(figures, counts as Record<string, string>, back <= SPANS_OF_HOUR);
      });
      return [...figures.values()].sort((one, other) => (one.exit < other.exit ? -1 : 1));
    },
  };
};
