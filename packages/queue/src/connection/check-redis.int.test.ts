import { afterEach, describe, expect, it } from '@jest/globals';
import { RedisUnfitError } from './check-redis.js';
import { openTestQueue } from '../../test/queue-fixture.js';
import { startRedis } from '../../test/redis-fixture.js';

const cleanups: Array<() => Promise<void>> = [];
const checkOf = async (settings: readonly string[]) => {
  const redis = await startRedis(settings);
  const fixture = openTestQueue(redis.url);
  cleanups.push(async () => {
    await fixture.close();
    await redis.stop();
  });
  return fixture.queue.checkRedis();
};
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const NO_CONFIG = ['--rename-command', 'CONFIG', ''];

describe('checkRedis', () => {
  it.each([
    ['the defaults', []],
    ['a bound without eviction', ['--maxmemory', '100mb', '--maxmemory-policy', 'noeviction']],
    ['a server that forbids CONFIG', NO_CONFIG],
  ])('accepts %s', async (_what, settings) => {
    await expect(checkOf(settings)).resolves.toBeUndefined();
  });

  it.each([
    ['allkeys-lru', ['--maxmemory', '100mb']],
    ['volatile-ttl', ['--maxmemory', '100mb']],
    ['allkeys-lru', []],
    ['allkeys-lfu', NO_CONFIG],
  ])('refuses %s with %j and says what to do', async (policy, settings) => {
    const check = checkOf([...settings, '--maxmemory-policy', policy]);
    await expect(check).rejects.toBeInstanceOf(RedisUnfitError);
    await expect(check).rejects.toThrow(`maxmemory-policy ${policy}`);
    await expect(check).rejects.toThrow('noeviction');
  });
});
