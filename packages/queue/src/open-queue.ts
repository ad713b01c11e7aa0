import type { Redis } from 'ioredis';
import { listenForBatches, openBatchHints } from './batch-hints.js';
import { checkRedis } from './connection/check-redis.js';
import { closeConnection, openConnection, type ConnectionKind, type QueueLog } from './connection/connections.js';
import { createLaneQueues } from './lane-queues.js';
import { openLeases } from './leases/leases.js';
import { DEFAULT_PREFIX } from './names.js';
import { openOutcomeCounts } from './outcome-counts.js';
import type {
  BatchHints,
  BatchListener,
  JobProducer,
  JobWorker,
  Leases,
  OutcomeCounts,
  ProcessRegistry,
  QueueSwitches,
  ReplyListener,
  ReplySender,
  SiteTurns,
} from './port.js';
import { openProcessRegistry } from './process-registry.js';
import { openProducer } from './producer.js';
import { openQueueSwitches } from './queue-switches.js';
import { openReplyListener, openReplySender } from './replies.js';
import { SlotWorker, type WorkerOptions } from './slots/slot-worker.js';
import { openSiteTurns } from './site-turns.js';
import { openSubscriptions } from './connection/subscriptions.js';
import { withTimeout } from './connection/unavailable.js';

export interface QueueOptions {
  /** `redis://` or `rediss://`, with user, password and database number where needed. */
  readonly redisUrl: string;
  /** Prefix of every key. Default: `quarry`. */
  readonly prefix?: string;
  readonly log: QueueLog;
  /** Epoch milliseconds. Default: the system clock. */
  readonly now?: () => number;
}

/** All use of Redis by one process: one connection, one more to listen, two more per worker. */
export interface JobQueue {
  readonly jobs: JobProducer;
  readonly switches: QueueSwitches;
  readonly processes: ProcessRegistry;
  readonly leases: Leases;
  readonly outcomes: OutcomeCounts;
  readonly siteTurns: SiteTurns;
  readonly replies: ReplySender;
  readonly batchHints: BatchHints;
  /** Resolves when replies are received. */
  listenForReplies(): Promise<ReplyListener>;
  /** Resolves when hints are received, with a function that stops it. */
  listenForBatches(listener: BatchListener): Promise<() => Promise<void>>;
  /** Resolves when the worker takes jobs. */
  startWorker(options: WorkerOptions): Promise<JobWorker>;
  /** For the start of a service: rejects with `RedisUnfitError` if this Redis would lose jobs. */
  checkRedis(): Promise<void>;
  ping(): Promise<void>;
  /** Closes all but the workers; drain those first. */
  close(): Promise<void>;
}

/**
 * Calls that a caller waits for fail within `COMMAND_TIMEOUT_MS` with a `QueueUnavailableError` if Redis is unavailable; workers
 * wait for Redis forever.
 */
export const openQueue = ({ redisUrl, prefix = DEFAULT_PREFIX, log, now = Date.now }: QueueOptions): JobQueue => {
  const connect = (kind: ConnectionKind): Redis => openConnection(redisUrl, kind, log);
  const redis = connect('caller');
  const subscriptions = openSubscriptions(() => connect('subscriber'));
  const leases = openLeases({ redis, prefix, now });
  const queues = createLaneQueues({ redis, prefix, log });
  const jobs = openProducer({ redis, prefix, now, queues });
  const outcomes = openOutcomeCounts({ redis, prefix, now, log });
  return {
    jobs,
    switches: openQueueSwitches({ redis, prefix, now, queues }),
    processes: openProcessRegistry({ redis, prefix, now }),
    leases,
    outcomes,
    siteTurns: openSiteTurns({ redis, prefix, now }),
    replies: openReplySender(redis, prefix),
    batchHints: openBatchHints(redis, prefix),
    listenForReplies: () => openReplyListener({ subscriptions, prefix, log }),
    listenForBatches: (listener) => listenForBatches({ subscriptions, prefix, log }, listener),
    startWorker: (options) =>
      SlotWorker.start({
        ...options,
        redis: connect('worker'),
        blocking: connect('blocking'),
        subscriptions,
        prefix,
        now,
        log,
      }),
    checkRedis: () => checkRedis(redis, log),
    ping: async () => {
      await withTimeout('ping', redis.ping());
    },
    close: async () => {
      await outcomes.close();
      await leases.close();
      await jobs.close();
      await subscriptions.close();
      await closeConnection(redis);
    },
  };
};
