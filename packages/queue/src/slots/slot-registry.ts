import type { QueueName } from '@quarry/contracts';
import type { Redis } from 'ioredis';
import { REGISTERED_SLOTS_MS } from '../bounds.js';
import { slotsKey } from '../names.js';

/**
 * KEYS[1]: the workers of a queue, `<id>:<slots>` by expiry on the server's clock. ARGV: the step, the member, its life.
 * Returns the slots of all live workers. A killed worker is dropped at its expiry.
 */
const SLOTS = `
local key, step = KEYS[1], ARGV[1]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
if step == 'put' then
  redis.call('ZADD', key, now + tonumber(ARGV[3]), ARGV[2])
  redis.call('PEXPIRE', key, ARGV[3])
end
if step == 'drop' then redis.call('ZREM', key, ARGV[2]) end
local sum = 0
for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do sum = sum + tonumber(string.match(member, '%d+$')) end
return sum`;

export interface SlotRegistry {
  /** Registers the worker for `REGISTERED_SLOTS_MS`. */
  put(workerId: string, slots: number): Promise<void>;
  drop(workerId: string, slots: number): Promise<void>;
  /** Slots of all live workers. */
  sum(): Promise<number>;
}

/** How many jobs all live workers of a queue together can run at once. */
export const openSlotRegistry = (redis: Redis, prefix: string, queue: QueueName): SlotRegistry => {
  const run = (...args: (string | number)[]) => redis.eval(SLOTS, 1, slotsKey(prefix, queue), ...args);
  const member = (workerId: string, slots: number) => `${workerId}:${slots}`;
  return {
    put: async (workerId, slots) => void (await run('put', member(workerId, slots), REGISTERED_SLOTS_MS)),
    drop: async (workerId, slots) => void (await run('drop', member(workerId, slots))),
    sum: async () => Number(await run('sum')),
  };
};
