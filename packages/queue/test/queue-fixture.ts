import { randomUUID } from 'node:crypto';
import type { OperationJob } from '@quarry/contracts';
import type { Redis } from 'ioredis';
import { openQueue, type JobQueue } from '../src/open-queue.js';
import type { JobWorker } from '../src/port.js';
import type { WorkerOptions } from '../src/slots/slot-worker.js';

export interface LogLine {
  readonly level: 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

export interface QueueFixture {
  readonly prefix: string;
  readonly queue: JobQueue;
  readonly lines: LogLine[];
  startWorker(options: Partial<WorkerOptions> & Pick<WorkerOptions, 'handle'>): Promise<JobWorker>;
  /** Ends all workers and connections. */
  close(): Promise<void>;
}

/** A queue under a prefix of its own. */
export const openTestQueue = (redisUrl: string, prefix: string = `test-${randomUUID()}`): QueueFixture => {
  const lines: LogLine[] = [];
  const log = {
    warn: (message: string, fields?: LogLine['fields']) => void lines.push({ level: 'warn', message, fields }),
    error: (message: string, fields?: LogLine['fields']) => void lines.push({ level: 'error', message, fields }),
  };
  const queue = openQueue({ redisUrl, prefix, log });
  const workers: JobWorker[] = [];
  return {
    prefix,
    queue,
    lines,
    startWorker: async (options) => {
      const worker = await queue.startWorker({ queue: 'serp', slots: 1, abandonAfterMs: 300, ...options });
      workers.push(worker);
      return worker;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.drain(0)));
      await queue.close();
    },
  };
};

export const testJob = (changes: Partial<OperationJob> = {}): OperationJob => ({
  requestId: randomUUID(),
  accountId: 'account-1',
  operation: 'enginea/serp',
  attempt: 1,
  deadlineAtMs: Date.now() + 60_000,
  ...changes,
});

/** Resolves when the signal aborts, with its reason. */
export const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    else signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
  });

/** Looks every few milliseconds until it is so; rejects after `timeoutMs`. */
export const eventually = async (isSo: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> => {
  const untilMs = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > untilMs) throw new Error(`not so within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** Resolves when the lock of a job has been renewed as often as told. */
export const lockRenewals = async (redis: Redis, lockKey: string, count: number): Promise<void> => {
  let [seen, before] = [0, Number.POSITIVE_INFINITY];
  await eventually(async () => {
    const leftMs = await redis.pttl(lockKey);
    if (leftMs > before) seen += 1;
    before = leftMs;
    return seen >= count;
  }, 20_000);
};
