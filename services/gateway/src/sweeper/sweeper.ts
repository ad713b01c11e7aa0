import type { FileStore } from '@quarry/files';
import { countEnd, passFreely, type Logger, type Metrics, type PassFaultPoint } from '@quarry/observability';
import type { Store } from '@quarry/store';
import {
  BACKLOG_SWEEP_MS,
  EXPIRY_SWEEP_MS,
  MAX_ACCEPTING_MS,
  PERIOD_SWEEP_MS,
  RETENTION_SWEEP_MS,
  SWEEP_GRACE_MS,
  SWEEP_JITTER,
  SWEEP_LIMIT,
} from '../bounds.js';

export interface SweeperOptions {
  readonly store: Store;
  readonly files: FileStore;
  /** Age past which ended requests and their files go. */
  readonly retentionMs: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** 0 to 1; spreads the sweeps of several replicas. */
  readonly random?: () => number;
  readonly pass?: PassFaultPoint;
}

/** One bounded pass; returns how much it moved on. Every task may run on several replicas at once. */
interface SweepTask {
  readonly name:
    | 'expired_requests'
    | 'unaccepted_batches'
    | 'periods'
    | 'old_requests'
    | 'old_batches'
    | 'old_webhooks'
    | 'old_files'
    | 'idempotency_keys';
  readonly pauseMs: number;
  run(): Promise<number>;
}

export interface Sweeper {
  start(): void;
  /** Runs every task once; never rejects. */
  sweepOnce(): Promise<void>;
  stop(): Promise<void>;
}

const createTasks = ({
  store,
  files,
  retentionMs,
  metrics,
  pass = passFreely,
}: SweeperOptions): readonly SweepTask[] => {
  const removeFiles = async (purged: readonly { id: string; accountId: string }[]): Promise<number> => {
    await pass('sweeper.rows_purged');
    for (const { accountId, id } of purged) await files.removeRequest(accountId, id);
    return purged.length;
  };
  const expire = async (): Promise<number> => {
    const expired = await store.requests.sweepExpired({ graceMs: SWEEP_GRACE_MS, limit: SWEEP_LIMIT });
    for (const { operation } of expired) countEnd(metrics, { operation, state: 'expired', chargedCredits: 0 });
    return expired.length;
  };
  return [
    { name: 'expired_requests', pauseMs: EXPIRY_SWEEP_MS, run: expire },
    {
      name: 'unaccepted_batches',
      pauseMs: PERIOD_SWEEP_MS,
      run: async () => (await store.batches.sweepAccepting({ maxAgeMs: MAX_ACCEPTING_MS, limit: SWEEP_LIMIT })).length,
    },
    { name: 'periods', pauseMs: PERIOD_SWEEP_MS, run: () => store.ledger.rollPeriods(SWEEP_LIMIT) },
    {
      name: 'old_requests',
      pauseMs: RETENTION_SWEEP_MS,
      run: async () => removeFiles(await store.requests.purge({ retentionMs, limit: SWEEP_LIMIT })),
    },
    {
      name: 'old_batches',
      pauseMs: RETENTION_SWEEP_MS,
      run: async () => removeFiles(await store.batches.purge({ retentionMs, limit: SWEEP_LIMIT })),
    },
    {
      name: 'old_webhooks',
      pauseMs: RETENTION_SWEEP_MS,
      run: () => store.webhooks.purge({ retentionMs, limit: SWEEP_LIMIT }),
    },
    // Files whose row went while the process that was to remove them died.
    { name: 'old_files', pauseMs: RETENTION_SWEEP_MS, run: () => files.sweep({ retentionMs, limit: SWEEP_LIMIT }) },
    { name: 'idempotency_keys', pauseMs: RETENTION_SWEEP_MS, run: () => store.idempotency.purge(SWEEP_LIMIT) },
  ];
};

/** Ends what nobody waits for, rolls periods, removes what is past its retention: bounded passes with jittered pauses. */
export const createSweeper = (options: SweeperOptions): Sweeper => {
  const tasks = createTasks(options);
  const random = options.random ?? Math.random;
  const timers = new Map<SweepTask, NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  let isStopped = false;

  const runTask = async (task: SweepTask): Promise<number> => {
    try {
      const moved = await task.run();
      if (moved > 0) options.metrics.increment('sweep_items_total', { task: task.name }, moved);
      return moved;
    } catch (error) {
      options.metrics.increment('sweep_failures_total', { task: task.name });
      options.log.error('sweep failed', { task: task.name, error });
      return 0;
    }
  };
  const schedule = (task: SweepTask, basePauseMs: number): void => {
    if (isStopped) return;
    const pauseMs = basePauseMs * (1 + SWEEP_JITTER * (2 * random() - 1));
    const timer = setTimeout(() => {
      const pass = runTask(task).then((moved) => {
        running.delete(pass);
        // A full pass means that more is due: bounded passes must not bound the rate.
        schedule(task, moved >= SWEEP_LIMIT ? BACKLOG_SWEEP_MS : task.pauseMs);
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
