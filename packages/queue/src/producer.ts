import { operationJobSchema, type QueueName } from '@quarry/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { KEPT_EVENTS } from './bounds.js';
import type { QueueLog } from './connections.js';
import { cancelChannel, jobIdOf, laneKey, LANES, laneQueueName } from './names.js';
import type { JobPriority, JobProducer, QueueBacklog } from './port.js';
import { withinBound } from './unavailable.js';

export interface ProducerOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly now: () => number;
  readonly log: QueueLog;
}

/** Our attempts and nothing else: the library never retries, and a finished job leaves Redis at once. */
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;
const JOB_NAME = 'operation';

/**
 * KEYS: wait and active list per lane. ARGV: the key prefix of a lane's jobs, per lane.
 * Returns the lengths and the time stamp of the oldest waiting job per lane ('' when there is none).
 */
const BACKLOG = `
local result = {}
for lane = 0, 1 do
  local wait = KEYS[lane * 2 + 1]
  local oldest = redis.call('LINDEX', wait, -1)
  local since = oldest and redis.call('HGET', ARGV[lane + 1] .. oldest, 'timestamp') or ''
  result[#result + 1] = redis.call('LLEN', wait)
  result[#result + 1] = redis.call('LLEN', KEYS[lane * 2 + 2])
  result[#result + 1] = since or ''
end
return result`;

type BacklogRow = [number, number, string, number, number, string];

class RedisProducer implements JobProducer {
  readonly #options: ProducerOptions;
  readonly #queues = new Map<string, Queue>();

  constructor(options: ProducerOptions) {
    this.#options = options;
  }

  async enqueue(queue: QueueName, job: Parameters<JobProducer['enqueue']>[1], priority: JobPriority): Promise<void> {
    const data = operationJobSchema.parse(job);
    const jobId = jobIdOf(data.requestId, data.attempt);
    await withinBound('enqueue', this.#queue(queue, priority).add(JOB_NAME, data, { jobId }));
  }

  async has(queue: QueueName, requestId: string, attempt: number): Promise<boolean> {
    const keys = LANES.map((lane) => this.#key(queue, lane, jobIdOf(requestId, attempt)));
    return (await withinBound('has', this.#options.redis.exists(keys))) > 0;
  }

  async cancel(queue: QueueName, requestId: string, attempt: number): Promise<boolean> {
    const jobId = jobIdOf(requestId, attempt);
    return withinBound('cancel', this.#cancel(queue, jobId));
  }

  async backlog(queue: QueueName): Promise<QueueBacklog> {
    const keys = LANES.flatMap((lane) => [this.#key(queue, lane, 'wait'), this.#key(queue, lane, 'active')]);
    const prefixes = LANES.map((lane) => this.#key(queue, lane, ''));
    const work = this.#options.redis.eval(BACKLOG, keys.length, ...keys, ...prefixes);
    // safe because the script above returns exactly this row
    const row = (await withinBound('backlog', work)) as BacklogRow;
    const [waiting, activeInteractive, sinceInteractive, prioritized, activeBatch, sinceBatch] = row;
    const nowMs = this.#options.now();
    const waits = [sinceInteractive, sinceBatch].map((since) => (since === '' ? 0 : nowMs - Number(since)));
    return { waiting, prioritized, active: activeInteractive + activeBatch, oldestWaitMs: Math.max(0, ...waits) };
  }

  async close(): Promise<void> {
    const queues = [...this.#queues.values()];
    this.#queues.clear();
    await Promise.all(queues.map((queue) => queue.close().catch(() => undefined)));
  }

  async #cancel(queue: QueueName, jobId: string): Promise<boolean> {
    const { redis, prefix } = this.#options;
    for (const lane of LANES) {
      const isThere = (await redis.exists(this.#key(queue, lane, jobId))) === 1;
      if (isThere && (await this.#queue(queue, lane).remove(jobId)) === 1) return true;
    }
    await redis.publish(cancelChannel(prefix, queue), jobId);
    return false;
  }

  #key(queue: QueueName, lane: JobPriority, suffix: string): string {
    return laneKey(this.#options.prefix, queue, lane, suffix);
  }

  #queue(queue: QueueName, lane: JobPriority): Queue {
    const name = laneQueueName(queue, lane);
    const known = this.#queues.get(name);
    if (known !== undefined) return known;
    const { redis, prefix, log } = this.#options;
    const opened = new Queue(name, {
      connection: redis,
      prefix,
      skipVersionCheck: true,
      streams: { events: { maxLen: KEPT_EVENTS } },
      defaultJobOptions: JOB_OPTIONS,
    });
    opened.on('error', (error) => {
      if (!('syscall' in error)) log.warn('queue library error', { queue: name, reason: error.message });
    });
    this.#queues.set(name, opened);
    return opened;
  }
}

export const openProducer = (options: ProducerOptions): JobProducer => new RedisProducer(options);
