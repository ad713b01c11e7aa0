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
 * KEYS: wait and active list of the interactive lane, then of the batch lane. ARGV: the key prefix of interactive jobs.
 * Returns the lengths in that order and the time stamp of the oldest waiting interactive job ('' when there is none).
 */
const BACKLOG = `
local result = {}
for index = 1, 4 do result[index] = redis.call('LLEN', KEYS[index]) end
local oldest = redis.call('LINDEX', KEYS[1], -1)
result[5] = oldest and redis.call('HGET', ARGV[1] .. oldest, 'timestamp') or ''
return result`;

type BacklogRow = [number, number, number, number, string];

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
    const work = this.#options.redis.eval(BACKLOG, keys.length, ...keys, this.#key(queue, 'interactive', ''));
    // safe because the script above returns exactly this row
    const row = (await withinBound('backlog', work)) as BacklogRow;
    const [waiting, activeInteractive, prioritized, activeBatch, since] = row;
    const oldestWaitMs = since === '' ? 0 : Math.max(0, this.#options.now() - Number(since));
    return { waiting, prioritized, active: activeInteractive + activeBatch, oldestWaitMs };
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
