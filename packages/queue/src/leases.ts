import type { Redis } from 'ioredis';
import { leaseKey } from './names.js';
import { openOwedReleases } from './owed-releases.js';
import type { Leases } from './port.js';
import { withinBound } from './unavailable.js';

/**
 * KEYS[1]: sorted set of request ids by expiry. ARGV: request id, limit (-1: none), expiry, now.
 * Expired owners go first, so a crashed owner never holds a place past its deadline.
 */
const TAKE_LEASE = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[4])
local limit, expiry = tonumber(ARGV[2]), tonumber(ARGV[3])
local used = redis.call('ZCARD', KEYS[1])
local isOwned = redis.call('ZSCORE', KEYS[1], ARGV[1])
if expiry <= tonumber(ARGV[4]) or (not isOwned and limit >= 0 and used >= limit) then return {0, used} end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2]))
return {1, redis.call('ZCARD', KEYS[1])}`;

type TakeLease = (
  key: string,
  id: string,
  limit: number,
  expiresAtMs: number,
  nowMs: number,
) => Promise<[0 | 1, number]>;

export interface LeasesOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly now: () => number;
}

/** A limit of 0 or less refuses always, `Infinity` never; a lease that is past its expiry is not taken. */
export const openLeases = ({ redis, prefix, now }: LeasesOptions): Leases => {
  redis.defineCommand('quarryTakeLease', { numberOfKeys: 1, lua: TAKE_LEASE });
  // safe because defineCommand has just put the method there
  const script = redis as Redis & { quarryTakeLease: TakeLease };
  const owed = openOwedReleases((key, requestId) => redis.zrem(key, requestId));
  const take = async (accountId: string, requestId: string, limit: number, expiresAtMs: number) => {
    const bound = limit === Number.POSITIVE_INFINITY ? -1 : Math.max(0, Math.floor(limit));
    const work = script.quarryTakeLease(leaseKey(prefix, accountId), requestId, bound, expiresAtMs, now());
    const [isTaken, inUse] = await withinBound('taking a lease', work);
    return { isTaken: isTaken === 1, inUse };
  };
  return {
    take,
    reassert: async (accountId, requestId, expiresAtMs) => {
      await take(accountId, requestId, Number.POSITIVE_INFINITY, expiresAtMs);
    },
    release: async (accountId, requestId) => {
      const key = leaseKey(prefix, accountId);
      try {
        await withinBound('releasing a lease', redis.zrem(key, requestId));
      } catch (error) {
        owed.add(key, requestId);
        throw error;
      }
    },
    inUse: async (accountId) =>
      withinBound('counting leases', redis.zcount(leaseKey(prefix, accountId), `(${now()}`, '+inf')),
    close: async () => owed.close(),
  };
};
