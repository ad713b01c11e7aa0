import type { Redis } from 'ioredis';
import { KNOWN_LEASES_MS, RELEASED_LEASES_MS } from '../bounds.js';
import { leaseKey, releasedKey } from '../names.js';
import { openOwedReleases } from './owed-releases.js';
import type { Leases } from '../port.js';
import { withTimeout } from '../connection/unavailable.js';

/**
 * The places of an account: a sorted set of request ids by expiry. The member `*`, which is no request id, marks the set as
 * complete. If Redis loses the set it loses the mark too.
 *
 * KEYS[1]: the set. KEYS[2]: ids released while the set was not known. ARGV[1]: the step, ARGV[2]: now, then
 *   take: request id, limit (-1: none), expiry -> {1 taken | 0 refused | -1 unknown, places in use}
 *   put: request id, expiry                    -> adds an owner to the set, known or not
 *   seed: expiry, request id, ...              -> adds all holders, and the mark
 *   release: request id
 *   count                                      -> {1 | -1 unknown, places in use}
 * Expired owners go first, so a crashed owner never holds a place past its deadline.
 */
const LEASES = `
local key, gone, step, now = KEYS[1], KEYS[2], ARGV[1], tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', key, '-inf', ARGV[2])
local isKnown = redis.call('ZSCORE', key, '*')
local function used() return redis.call('ZCARD', key) - (redis.call('ZSCORE', key, '*') and 1 or 0) end
local function keepAlive()
  local last = redis.call('ZREVRANGEBYSCORE', key, '(+inf', '-inf', 'WITHSCORES', 'LIMIT', 0, 1)
  local untilMs = math.max(last[2] and tonumber(last[2]) or 0, now + ${KNOWN_LEASES_MS})
  -- A duration, not a time: the clocks of this server and of the callers may differ.
  redis.call('PEXPIRE', key, string.format('%.0f', untilMs - now))
end
if step == 'count' then return {isKnown and 1 or -1, used()} end
if step == 'release' then
  redis.call('ZREM', key, ARGV[3])
  if not isKnown then
    redis.call('SADD', gone, ARGV[3])
    redis.call('PEXPIRE', gone, ${RELEASED_LEASES_MS})
  end
  return {1, used()}
end
if step == 'seed' then
  for index = 3, #ARGV, 2 do
    local isOver = tonumber(ARGV[index]) <= now or redis.call('SISMEMBER', gone, ARGV[index + 1]) == 1
    if not isOver then redis.call('ZADD', key, ARGV[index], ARGV[index + 1]) end
  end
  redis.call('ZADD', key, '+inf', '*')
  keepAlive()
  return {1, used()}
end
if step == 'put' then
  if tonumber(ARGV[4]) > now then
    redis.call('ZADD', key, ARGV[4], ARGV[3])
    keepAlive()
  end
  return {1, used()}
end
if not isKnown then return {-1, 0} end
local limit, expiry = tonumber(ARGV[4]), tonumber(ARGV[5])
local isOwned = redis.call('ZSCORE', key, ARGV[3])
if expiry <= now or (not isOwned and limit >= 0 and used() >= limit) then return {0, used()} end
redis.call('ZADD', key, ARGV[5], ARGV[3])
keepAlive()
return {1, used()}`;

type RunStep = (key: string, goneKey: string, ...args: (string | number)[]) => Promise<[1 | 0 | -1, number]>;

export interface LeasesOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly now: () => number;
}

/** A limit of 0 or less always refuses, `Infinity` never; a lease past its expiry is not taken. */
export const openLeases = ({ redis, prefix, now }: LeasesOptions): Leases => {
  redis.defineCommand('quarryLeases', { numberOfKeys: 2, lua: LEASES });
  // safe because defineCommand has just put the method there
  const script = redis as Redis & { quarryLeases: RunStep };
  const run = (step: string, accountId: string, ...args: (string | number)[]) =>
    script.quarryLeases(leaseKey(prefix, accountId), releasedKey(prefix, accountId), step, now(), ...args);
  const owed = openOwedReleases((accountId, requestId) => run('release', accountId, requestId), now);
  const repeatRecent = (): void => owed.repeatRecent();
  redis.on('close', repeatRecent);
  return {
    take: async (accountId, requestId, limit, expiresAtMs) => {
      const bound = limit === Number.POSITIVE_INFINITY ? -1 : Math.max(0, Math.floor(limit));
      const work = run('take', accountId, requestId, bound, expiresAtMs);
      const [outcome, inUse] = await withTimeout('taking a lease', work);
      return outcome === -1 ? { isKnown: false } : { isKnown: true, isTaken: outcome === 1, inUse };
    },
    seed: async (accountId, owners) => {
      const pairs = owners.flatMap(({ requestId, expiresAtMs }) => [expiresAtMs, requestId]);
      await withTimeout('seeding leases', run('seed', accountId, ...pairs));
    },
    reassert: async (accountId, requestId, expiresAtMs) => {
      await withTimeout('putting a lease back', run('put', accountId, requestId, expiresAtMs));
    },
    release: async (accountId, requestId) => {
      try {
        await withTimeout('releasing a lease', run('release', accountId, requestId));
        owed.made(accountId, requestId);
      } catch (error) {
        owed.add(accountId, requestId);
        throw error;
      }
    },
    inUse: async (accountId) => {
      const [known, inUse] = await withTimeout('counting leases', run('count', accountId));
      return known === -1 ? undefined : inUse;
    },
    close: async () => {
      redis.off('close', repeatRecent);
      owed.close();
    },
  };
};
