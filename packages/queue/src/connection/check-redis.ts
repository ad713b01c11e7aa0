import type { Redis } from 'ioredis';
import type { QueueLog } from './connections.js';
import { withTimeout } from './unavailable.js';

/** Oldest Redis that has all commands the queue uses. */
export const MIN_REDIS_VERSION = [6, 2] as const;

/** This Redis would lose or corrupt jobs. An error of configuration, not an outage: do not start. */
export class RedisUnfitError extends Error {
  override readonly name = 'RedisUnfitError';
}

const infoField = (info: string, field: string): string | undefined =>
  info
    .split(/\r?\n/)
    .find((line) => line.startsWith(`${field}:`))
    ?.slice(field.length + 1)
    .trim();

/** Managed Redis often forbids CONFIG; INFO has the same value. */
const readPolicy = async (redis: Redis): Promise<string | undefined> => {
  const answer = await redis.config('GET', 'maxmemory-policy').catch(() => []);
  const policy = Array.isArray(answer) ? answer[1] : undefined;
  if (typeof policy === 'string') return policy;
  return infoField(await redis.info('memory'), 'maxmemory_policy');
};

const isOldVersion = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < MIN_REDIS_VERSION[0] || (major === MIN_REDIS_VERSION[0] && minor < MIN_REDIS_VERSION[1]);
};

/** Rejects with `RedisUnfitError` (wrong settings) or `QueueUnavailableError` (not reachable). */
export const checkRedis = async (redis: Redis, log: QueueLog): Promise<void> => {
  const version = infoField(await withTimeout('INFO', redis.info('server')), 'redis_version');
  if (version !== undefined && isOldVersion(version)) {
    throw new RedisUnfitError(`Redis ${version} is too old: ${MIN_REDIS_VERSION.join('.')} or newer is needed.`);
  }
  const policy = await withTimeout('reading maxmemory-policy', readPolicy(redis));
  if (policy === undefined) {
    log.warn('redis does not tell its maxmemory-policy; it must be noeviction');
  } else if (policy !== 'noeviction') {
    throw new RedisUnfitError(
      `Redis has maxmemory-policy ${policy} and may evict jobs and leases. Set maxmemory-policy to noeviction.`,
    );
  }
};
