import { operationJobSchema, type OperationJob, type QueueName } from '@quarry/contracts';
import type { Redis } from 'ioredis';
import { MAX_JOBS_PER_CALL } from './bounds.js';
import type { LaneQueues } from './lane-queues.js';
import { cancelChannel, jobIdOf, laneKey, LANES, switchKey } from './names.js';
import type { JobPriority, JobProducer, JobRef, QueueBacklog } from './port.js';
import { openSlotRegistry } from './slots/slot-registry.js';
import { QueueUnavailableError, withTimeout } from './connection/unavailable.js';

export interface ProducerOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly now: () => number;
  readonly queues: LaneQueues;
}

const JOB_NAME = 'operation';

/**
 * KEYS: wait and active list of the interactive lane, then of the batch lane, then the switch. ARGV: the key prefix of interactive
 * jobs. Returns the lengths in that order, the time stamp of the oldest waiting interactive job ('' when there is none) and the
 * state of the switch ('' when it was never used).
 */
const BACKLOG = `
local result = {}
for index = 1, 4 do result[index] = redis.call('LLEN', KEYS[index]) end
local oldest = redis.call('LINDEX', KEYS[1], -1)
result[5] = oldest and redis.call('HGET', ARGV[1] .. oldest, 'timestamp') or ''
result[6] = redis.call('HGET', KEYS[5], 'state') or ''
return result`;

/** Throws for a malformed job. The trace goes into the library's telemetry option, not into the job's data. */
const toEntry = (job: OperationJob) => {
  const { trace, ...data } = operationJobSchema.parse(job);
  const telemetry = trace && { telemetry: { metadata: JSON.stringify(trace) } };
  return { name: JOB_NAME, data, opts: { jobId: jobIdOf(data.requestId, data.attempt), ...telemetry } };
};

const checkCount = (refs: readonly unknown[]): void => {
  if (refs.length > MAX_JOBS_PER_CALL) throw new RangeError(`at most ${MAX_JOBS_PER_CALL} jobs per call`);
};

type BacklogRow = [number, number, number, number, string, string];

const toState = (text: string): QueueBacklog['state'] => (text === 'paused' || text === 'draining' ? text : 'open');

class RedisProducer implements JobProducer {
  readonly #options: ProducerOptions;

  constructor(options: ProducerOptions) {
    this.#options = options;
  }

  async enqueue(queue: QueueName, job: OperationJob, priority: JobPriority): Promise<void> {
    const { name, data, opts } = toEntry(job);
    await withTimeout('enqueue', this.#options.queues.get(queue, priority).add(name, data, opts));
  }

  async enqueueMany(queue: QueueName, jobs: readonly OperationJob[], priority: JobPriority): Promise<void> {
    checkCount(jobs);
    if (jobs.length === 0) return;
    const entries = jobs.map(toEntry);
    const stored = await withTimeout('enqueue', this.#options.queues.get(queue, priority).addBulk(entries));
    // For a job that it could not add, the library returns a number in place of its id.
    const missing = entries.filter(({ opts }, index) => stored[index]?.id !== opts.jobId);
    if (missing.length > 0) throw new QueueUnavailableError(`Redis: ${missing.length} jobs were not enqueued`);
  }

  async has(queue: QueueName, requestId: string, attempt: number): Promise<boolean> {
    const keys = LANES.map((lane) => this.#key(queue, lane, jobIdOf(requestId, attempt)));
    return (await withTimeout('has', this.#options.redis.exists(keys))) > 0;
  }

  async hasMany(queue: QueueName, refs: readonly JobRef[]): Promise<boolean[]> {
    checkCount(refs);
    if (refs.length === 0) return [];
    const pipeline = this.#options.redis.pipeline();
    for (const { requestId, attempt } of refs) {
      pipeline.exists(LANES.map((lane) => this.#key(queue, lane, jobIdOf(requestId, attempt))));
    }
    const answers = (await withTimeout('has', pipeline.exec())) ?? [];
    return refs.map((_, index) => {
      const [error, count] = answers[index] ?? [new Error('no answer'), 0];
      if (error) throw new QueueUnavailableError(`Redis: has failed: ${error.message}`, { cause: error });
      return Number(count) > 0;
    });
  }

  async withdraw(queue: QueueName, refs: readonly JobRef[]): Promise<JobRef[]> {
    checkCount(refs);
    const take = ({ requestId, attempt }: JobRef) => this.#remove(queue, jobIdOf(requestId, attempt));
    const taken = await withTimeout('withdraw', Promise.all(refs.map(take)));
    return refs.filter((_, index) => taken[index]);
  }

  async slots(queue: QueueName): Promise<number> {
    const { redis, prefix } = this.#options;
    return withTimeout('slots', openSlotRegistry(redis, prefix, queue).sum());
  }

  async cancel(queue: QueueName, requestId: string, attempt: number): Promise<boolean> {
    const jobId = jobIdOf(requestId, attempt);
    return withTimeout('cancel', this.#cancel(queue, jobId));
  }

  async backlog(queue: QueueName): Promise<QueueBacklog> {
    const keys = LANES.flatMap((lane) => [this.#key(queue, lane, 'wait'), this.#key(queue, lane, 'active')]);
    keys.push(switchKey(this.#options.prefix, queue));
    const work = this.#options.redis.eval(BACKLOG, keys.length, ...keys, this.#key(queue, 'interactive', ''));
    // safe because the script above returns exactly this row
    const row = (await withTimeout('backlog', work)) as BacklogRow;
    const [waiting, activeInteractive, prioritized, activeBatch, since, state] = row;
    const oldestWaitMs = since === '' ? 0 : Math.max(0, this.#options.now() - Number(since));
    const active = activeInteractive + activeBatch;
    return { waiting, prioritized, active, activeBatch, oldestWaitMs, state: toState(state) };
  }

  close(): Promise<void> {
    return this.#options.queues.close();
  }

  async #cancel(queue: QueueName, jobId: string): Promise<boolean> {
    const { redis, prefix } = this.#options;
    if (await this.#remove(queue, jobId)) return true;
    await redis.publish(cancelChannel(prefix, queue), jobId);
    return false;
  }

  async #remove(queue: QueueName, jobId: string): Promise<boolean> {
    for (const lane of LANES) {
      const isQueued = (await this.#options.redis.exists(this.#key(queue, lane, jobId))) === 1;
      if (isQueued && (await this.#options.queues.get(queue, lane).remove(jobId)) === 1) return true;
    }
    return false;
  }

  #key(queue: QueueName, lane: JobPriority, suffix: string): string {
    return laneKey(this.#options.prefix, queue, lane, suffix);
  }
}

export const openProducer = (options: ProducerOptions): JobProducer => new RedisProducer(options);
