import { jobTraceSchema, storedJobSchema, type OperationJob, type QueueName } from '@quarry/contracts';
import { createRedisBackend, Job, Worker, type JobJson } from 'bullmq';
import type { Redis } from 'ioredis';
import { LOCK_DURATION_MS, MAX_LOOKED_THROUGH, MAX_STALLED_COUNT, STALLED_INTERVAL_MS } from '../bounds.js';
import type { QueueLog } from '../connection/connections.js';
import { laneKey, laneQueueName } from '../names.js';
import { parseJson } from '../connection/parse-json.js';
import type { JobPriority } from '../port.js';

/** A job that this worker holds the lock of. */
export interface HeldJob {
  readonly id: string;
  readonly token: string;
  readonly job: OperationJob;
  readonly stored: Job;
}

export type Fetched = { readonly kind: 'job'; readonly held: HeldJob } | { readonly kind: 'dropped' | 'empty' };

export interface LaneOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly queue: QueueName;
  readonly lane: JobPriority;
  readonly log: QueueLog;
}

/** Empty if the job has no trace, or a malformed one. */
const traceOf = ({ opts }: Job): Pick<OperationJob, 'trace'> => {
  const parsed = jobTraceSchema.safeParse(parseJson(opts.telemetry?.metadata ?? ''));
  return parsed.success ? { trace: parsed.data } : {};
};

/**
 * KEYS[1]: the list of waiting jobs; the next job is at its end. ARGV: prefix of job keys, how many jobs are searched, then the
 * accounts whose jobs are skipped. Returns 1 if the next job is of another account.
 */
const PUT_FIRST_OTHER = `
local passed = {}
for index = 3, #ARGV do passed[ARGV[index]] = true end
local ids = redis.call('LRANGE', KEYS[1], -tonumber(ARGV[2]), -1)
for index = #ids, 1, -1 do
  local data = redis.call('HGET', ARGV[1] .. ids[index], 'data')
  local isRead, job = pcall(cjson.decode, data or '')
  if not isRead or type(job) ~= 'table' or not passed[job.accountId] then
    if index < #ids then
      redis.call('LREM', KEYS[1], -1, ids[index])
      redis.call('RPUSH', KEYS[1], ids[index])
    end
    return 1
  end
end
return #ids == 0 and 1 or 0`;

type PutFirstOther = (
  waitKey: string,
  jobKey: string,
  limit: number,
  ...accountIds: readonly string[]
) => Promise<0 | 1>;

/**
 * One of a queue's two lists as a worker uses it. Jobs are fetched one by one when a slot is free, not by the library's loop, so
 * that one set of slots serves both lists in our order and is freed by our rules.
 */
export class Lane {
  readonly lane: JobPriority;
  readonly markerKey: string;
  readonly #worker: Worker;
  readonly #log: QueueLog;
  readonly #redis: Redis;
  readonly #commands: Redis & { quarryPutFirstOther: PutFirstOther };
  readonly #waitKey: string;
  readonly #jobKey: string;

  constructor({ redis, prefix, queue, lane, log }: LaneOptions) {
    this.lane = lane;
    this.markerKey = laneKey(prefix, queue, lane, 'marker');
    this.#log = log;
    this.#redis = redis;
    redis.defineCommand('quarryPutFirstOther', { numberOfKeys: 1, lua: PUT_FIRST_OTHER });
    // safe because defineCommand has just put the method there
    this.#commands = redis as Redis & { quarryPutFirstOther: PutFirstOther };
    this.#waitKey = laneKey(prefix, queue, lane, 'wait');
    this.#jobKey = laneKey(prefix, queue, lane, '');
    this.#worker = new Worker(
      laneQueueName(queue, lane),
      null,
      {
        connection: redis,
        prefix,
        autorun: false,
        lockDuration: LOCK_DURATION_MS,
        stalledInterval: STALLED_INTERVAL_MS,
        maxStalledCount: MAX_STALLED_COUNT,
      },
      // Both lists are waited for on one connection of our own.
      (name, options) => createRedisBackend(name, options),
    );
    this.#worker.on('error', (error) => {
      if (!('syscall' in error)) log.warn('queue library error', { queue, lane, reason: error.message });
    });
    this.#worker.on('stalled', (jobId) =>
      log.warn('job of a lost worker taken back', { queue, lane, queueJobId: jobId }),
    );
  }

  /** Starts checking for jobs of workers that died. */
  async start(): Promise<void> {
    await this.#worker.waitUntilReady();
    await this.#worker.startStalledCheckTimer();
  }

  /** Makes the first waiting job of another account the next job; false if there is none. */
  async putFirstOther(accountIds: readonly string[]): Promise<boolean> {
    const found = await this.#commands.quarryPutFirstOther(
      this.#waitKey,
      this.#jobKey,
      MAX_LOOKED_THROUGH,
      ...accountIds,
    );
    return found === 1;
  }

  async fetch(token: string): Promise<Fetched> {
    // safe because the library's own loop reads this row
    const [json, id] = (await this.#worker.getBackend().moveToActive(token)) as [JobJson | null, string];
    if (!json) return { kind: 'empty' };
    const stored = this.#storedJob(json, id);
    const parsed = storedJobSchema.safeParse(stored?.data);
    if (stored === undefined || !parsed.success) {
      await this.#drop(stored ?? new Job(this.#worker, 'malformed', {}, {}, id), token, 'malformed');
      return { kind: 'dropped' };
    }
    if (stored.deferredFailure) {
      await this.#drop(stored, token, stored.deferredFailure);
      return { kind: 'dropped' };
    }
    const job: OperationJob = { ...parsed.data, ...traceOf(stored) };
    return { kind: 'job', held: { id, token, job, stored } };
  }

  /** Ends the job, which removes it from Redis. */
  async finish(held: HeldJob): Promise<void> {
    await this.#settle(held.id, held.stored.moveToCompleted(null, held.token, false));
  }

  /** Makes it the next job of the list again, for any worker. */
  async handBack(held: HeldJob): Promise<void> {
    await this.#settle(held.id, held.stored.moveToWait(held.token));
  }

  /** Renews the locks. Returns the ids of jobs whose lock was lost. */
  async renew(held: readonly HeldJob[]): Promise<string[]> {
    if (held.length === 0) return [];
    const ids = held.map(({ id }) => id);
    const tokens = held.map(({ token }) => token);
    return this.#worker.extendJobLocks(ids, tokens, LOCK_DURATION_MS);
  }

  /** Wakes waiting workers; an unnecessary wake-up does no harm. */
  async wakeOthers(): Promise<void> {
    await this.#redis.zadd(this.markerKey, 0, '0');
  }

  async close(): Promise<void> {
    await this.#worker.close(true);
  }

  #storedJob(json: JobJson, id: string): Job | undefined {
    try {
      return Job.fromJSON(this.#worker, json, id);
    } catch {
      return undefined;
    }
  }

  async #drop(stored: Job, token: string, reason: string): Promise<void> {
    this.#log.error('job dropped', { lane: this.lane, queueJobId: stored.id, reason });
    stored.opts.removeOnFail = true;
    await this.#settle(
      stored.id ?? '',
      stored.moveToFailed(new Error(reason), token, false).then(() => undefined),
    );
  }

  /** The job may be gone (Redis lost it) or another worker's (its lock expired); neither can be repaired here. */
  async #settle(jobId: string, work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.warn('job was no longer held', { lane: this.lane, queueJobId: jobId, reason });
    }
  }
}
