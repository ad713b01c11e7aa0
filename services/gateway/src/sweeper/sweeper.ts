import type { FileStore } from '@quarry/files';
import { countEnd, logEnd, noFaults, type Logger, type Metrics, type PassFaultPoint } from '@quarry/observability';
import type { Purge, Store } from '@quarry/store';
import {
  ASYNC_SWEEP_MS,
  BACKLOG_SWEEP_MS,
  DRAIN_SWEEP_MS,
  EXPIRY_SWEEP_MS,
  MAX_ACCEPTING_MS,
  PERIOD_SWEEP_MS,
  RETENTION_SWEEP_MS,
  SWEEP_GRACE_MS,
  SWEEP_JITTER,
  SWEEP_LIMIT,
} from '../bounds.js';
import { SCHEDULE_TICK_MS, SCHEDULES_AT_ONCE } from '../schedules/bounds.js';

export interface SweeperOptions {
  readonly store: Store;
  readonly files: FileStore;
  /** One pass over the requests that nobody waits for; see `createAsyncRecovery`. */
  readonly recoverAsync?: () => Promise<number>;
  /** One pass over the queues that an operator drains; see `createQueueDrain`. */
  readonly drainQueues?: () => Promise<number>;
  /** One pass over the schedules that are due; see `createScheduleRuns`. */
  readonly runSchedules?: () => Promise<number>;
  /** Age at which ended requests and their files are deleted. */
  readonly retentionMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** 0 to 1, for the jitter. */
  readonly random?: () => number;
  readonly faultPoint?: PassFaultPoint;
}

interface Pass {
  readonly moved: number;
  /** More is due at once; bounded passes must not limit the rate. */
  readonly hasMore: boolean;
}

const toPass = ({ removed, hasMore }: Purge<number>): Pass => ({ moved: removed, hasMore });
/** For tasks that only return what they moved. */
const passOf = (moved: number): Pass => ({ moved, hasMore: moved >= SWEEP_LIMIT });

/** A bounded pass over due work. Tasks may run on several replicas at once. */
interface SweepTask {
  readonly name:
    | 'expired_requests'
    | 'async_requests'
    | 'drained_jobs'
    | 'due_schedules'
    | 'unaccepted_batches'
    | 'periods'
    | 'old_requests'
    | 'old_batches'
    | 'old_webhooks'
    | 'old_files'
    | 'idempotency_keys'
    | 'expired_records'
    | 'old_reading_counts';
  readonly pauseMs: number;
  run(): Promise<Pass>;
}

export interface Sweeper {
  start(): void;
  /** Runs every task once; never rejects. */
  sweepOnce(): Promise<void>;
  stop(): Promise<void>;
}

/** Deletes data past its retention. */
const createRetentionTasks = ({
  store,
  files,
  retentionMs,
  faultPoint,
}: Pick<SweeperOptions, 'store' | 'files' | 'retentionMs'> & {
  readonly faultPoint: PassFaultPoint;
}): readonly SweepTask[] => {
  const old = { retentionMs, limit: SWEEP_LIMIT };
  const removeFiles = async ({ removed, hasMore }: Purge<{ id: string; accountId: string }[]>): Promise<Pass> => {
    await faultPoint('sweeper.rows_purged');
    for (const { accountId, id } of removed) await files.removeRequest(accountId, id);
    return { moved: removed.length, hasMore };
  };
  return [
    {
      name: 'old_requests',
      pauseMs: RETENTION_SWEEP_MS,
      run: async () => removeFiles(await store.requests.purge(old)),
    },
    {
      name: 'old_batches',
      pauseMs: RETENTION_SWEEP_MS,
      run: async () => removeFiles(await store.batches.purge(old)),
    },
    {
      name: 'old_webhooks',
      pauseMs: RETENTION_SWEEP_MS,
      run: async () => toPass(await store.webhooks.purge(old)),
    },
    // Files whose row was deleted by a process that died before it removed them.
    { name: 'old_files', pauseMs: RETENTION_SWEEP_MS, run: async () => toPass(await files.sweep(old)) },
    {
      name: 'idempotency_keys',
      pauseMs: RETENTION_SWEEP_MS,
      run: async () => toPass(await store.idempotency.purge(SWEEP_LIMIT)),
    },
    {
      name: 'expired_records',
      pauseMs: RETENTION_SWEEP_MS,
      run: async () => passOf(await store.records.purge(SWEEP_LIMIT)),
    },
    {
      name: 'old_reading_counts',
      pauseMs: RETENTION_SWEEP_MS,
      run: async () => passOf(await store.readingHealth.purge(SWEEP_LIMIT)),
    },
  ];
};

const createTasks = ({
  store,
  files,
  retentionMs,
  log,
  metrics,
  recoverAsync = async () => 0,
  drainQueues = async () => 0,
  runSchedules = async () => 0,
  faultPoint = noFaults,
}: SweeperOptions): readonly SweepTask[] => {
  const expire = async (): Promise<Pass> => {
    const expired = await store.requests.sweepExpired({ graceMs: SWEEP_GRACE_MS, limit: SWEEP_LIMIT });
    for (const row of expired) {
      countEnd(metrics, row);
      logEnd(log, row);
    }
    return passOf(expired.length);
  };
  return [
    { name: 'expired_requests', pauseMs: EXPIRY_SWEEP_MS, run: expire },
    {
      name: 'async_requests',
      pauseMs: ASYNC_SWEEP_MS,
      run: async () => ({ moved: await recoverAsync(), hasMore: false }),
    },
    {
      name: 'drained_jobs',
      pauseMs: DRAIN_SWEEP_MS,
      run: async () => ({ moved: await drainQueues(), hasMore: false }),
    },
    {
      name: 'due_schedules',
      pauseMs: SCHEDULE_TICK_MS,
      run: async () => {
        const moved = await runSchedules();
        return { moved, hasMore: moved >= SCHEDULES_AT_ONCE };
      },
    },
    {
      name: 'unaccepted_batches',
      pauseMs: PERIOD_SWEEP_MS,
      run: async () =>
        passOf((await store.batches.sweepAccepting({ maxAgeMs: MAX_ACCEPTING_MS, limit: SWEEP_LIMIT })).length),
    },
    { name: 'periods', pauseMs: PERIOD_SWEEP_MS, run: async () => passOf(await store.ledger.rollPeriods(SWEEP_LIMIT)) },
    ...createRetentionTasks({ store, files, retentionMs, faultPoint }),
  ];
};

/** Ends abandoned work, rolls periods and deletes data past its retention, in bounded passes with jittered pauses. */
export const createSweeper = (options: SweeperOptions): Sweeper => {
  const tasks = createTasks(options);
  const random = options.random ?? Math.random;
  const timers = new Map<SweepTask, NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  let isStopped = false;

  /** Returns whether to continue at once. */
  const runTask = async (task: SweepTask): Promise<boolean> => {
    try {
      const { moved, hasMore } = await task.run();
      if (moved > 0) options.metrics.increment('sweep_items_total', { task: task.name }, moved);
      return hasMore;
    } catch (error) {
      options.metrics.increment('sweep_failures_total', { task: task.name });
      options.log.error('sweep failed', { task: task.name, error });
      return false;
    }
  };
  const schedule = (task: SweepTask, basePauseMs: number): void => {
    if (isStopped) return;
    const pauseMs = basePauseMs * (1 + SWEEP_JITTER * (2 * random() - 1));
    const timer = setTimeout(() => {
      const pass = runTask(task).then((hasMore) => {
        running.delete(pass);
        schedule(task, hasMore ? BACKLOG_SWEEP_MS : task.pauseMs);
      });
      running.add(pass);
    }, pauseMs);
    timers.set(task, timer.unref());
  };

  return {
    start: () => tasks.forEach((task) => schedule(task, task.pauseMs)),
    sweepOnce: async () => {
      for (const task of tasks) await runTask(task);
    },
    stop: async () => {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
};
