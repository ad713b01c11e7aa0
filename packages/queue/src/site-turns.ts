import type { Redis } from 'ioredis';
import { MAX_SITE_GAP_MS } from './bounds.js';
import { withTimeout } from './connection/unavailable.js';
import { siteTurnKey } from './names.js';
import type { SiteTurns } from './port.js';

/**
 * KEYS[1]: when the last turn at the site is, epoch milliseconds. ARGV: now, gap, longest wait. Returns the wait, or -1 where it
 * would be too long. The caller passes the time, as this server's clock may differ.
 */
const RESERVE = `
local now, gap, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local at = now
local last = tonumber(redis.call('GET', KEYS[1]) or '0')
if last + gap > at then at = last + gap end
if at - now > most then return -1 end
redis.call('SET', KEYS[1], string.format('%.0f', at), 'PX', at - now + ${MAX_SITE_GAP_MS})
return at - now`;

type Reserve = (key: string, nowMs: number, gapMs: number, mostMs: number) => Promise<number>;

/** Turns have no durable copy: if Redis loses them, each site has its next turn at once. */
export const openSiteTurns = ({
  redis,
  prefix,
  now,
}: {
  readonly redis: Redis;
  readonly prefix: string;
  readonly now: () => number;
}): SiteTurns => {
  redis.defineCommand('quarryReserveTurn', { numberOfKeys: 1, lua: RESERVE });
  // safe because defineCommand has just put the method there
  const script = redis as Redis & { quarryReserveTurn: Reserve };
  return {
    reserve: async ({ site, gapMs, mostMs }) => {
      const gap = Math.min(MAX_SITE_GAP_MS, Math.ceil(gapMs));
      const reserving = script.quarryReserveTurn(siteTurnKey(prefix, site), now(), gap, Math.floor(mostMs));
      const waitMs = await withTimeout('reserving a turn at a site', reserving);
      return waitMs < 0 ? undefined : waitMs;
    },
  };
};
