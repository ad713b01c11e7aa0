import type { Logger } from '@quarry/observability';
import { Redis, type RedisOptions } from 'ioredis';
import {
  CALLER_RECONNECTS,
  COMMAND_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  DISCONNECT_TIMEOUT_MS,
  IDLE_POLL_MS,
  RECONNECT_MAX_MS,
} from '../bounds.js';
import { atMost } from './unavailable.js';

export type QueueLog = Pick<Logger, 'warn' | 'error'>;

/**
 * caller: a caller waits, so commands fail after a few reconnects.
 * worker: waits for Redis forever. blocking: the same, for the one command that waits for a job.
 * subscriber: pub/sub. Whoever subscribed does so again: nobody would hear of it if ioredis failed to do it by itself.
 */
export type ConnectionKind = 'caller' | 'worker' | 'blocking' | 'subscriber';

const OPTIONS: Record<
  ConnectionKind,
  Pick<RedisOptions, 'maxRetriesPerRequest' | 'socketTimeout' | 'autoResubscribe'>
> = {
  caller: { maxRetriesPerRequest: CALLER_RECONNECTS, socketTimeout: COMMAND_TIMEOUT_MS },
  worker: { maxRetriesPerRequest: null, socketTimeout: COMMAND_TIMEOUT_MS },
  // A socket that is silent for longer than the command may block is dead.
  blocking: { maxRetriesPerRequest: null, socketTimeout: IDLE_POLL_MS + COMMAND_TIMEOUT_MS },
  subscriber: { maxRetriesPerRequest: null, autoResubscribe: false },
};

/** Connects at once and reconnects by itself. Logs the start and the end of an outage, not each attempt. */
export const openConnection = (redisUrl: string, kind: ConnectionKind, log: QueueLog): Redis => {
  const redis = new Redis(redisUrl, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), RECONNECT_MAX_MS),
    // A former primary, now a replica, responds READONLY forever.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
    connectionName: `quarry-${kind}`,
    ...OPTIONS[kind],
  });
  let isAway = false;
  redis.on('error', (error: Error) => {
    if (isAway) return;
    isAway = true;
    log.warn('redis is away', { connection: kind, reason: error.message });
  });
  redis.on('ready', () => {
    if (isAway) log.warn('redis is back', { connection: kind });
    isAway = false;
  });
  return redis;
};

/** Lets running commands end, within a bound. Never rejects. */
export const closeConnection = async (redis: Redis): Promise<void> => {
  if (redis.status === 'ready') await atMost(CONNECT_TIMEOUT_MS, redis.quit());
  redis.disconnect();
};
