import type { QueueBacklog } from '@quarry/queue';

/** How often the waiting jobs are counted. */
export const LOOK_EVERY_MS = 5_000;
/** If jobs wait and slots are free for so long without a job being taken, the worker has stopped taking jobs. */
export const TAKES_NOTHING_AFTER_MS = 60_000;

export interface StalledConsumerDetectorOptions {
  readonly backlog: () => Promise<Pick<QueueBacklog, 'waiting' | 'prioritized' | 'state'>>;
  /** Jobs that the worker runs at once. */
  readonly slots: number;
  /** False while the worker leaves jobs in the queue on purpose. */
  readonly mayTake: (activeCount: number) => boolean;
  /** Default: `LOOK_EVERY_MS`. */
  readonly lookEveryMs?: number;
  /** Default: `TAKES_NOTHING_AFTER_MS`. */
  readonly deadAfterMs?: number;
}

export interface StalledConsumerDetector {
  /** Runs a taken job. */
  follow<T>(job: () => Promise<T>): Promise<T>;
  /** True if jobs have waited for too long while slots were free. */
  isDead(): boolean;
  stop(): void;
}

/** Checks that jobs are taken: a worker whose fetch loop has ended looks healthy in every other way. */
export const createStalledConsumerDetector = (options: StalledConsumerDetectorOptions): StalledConsumerDetector => {
  const { backlog, slots, mayTake, lookEveryMs = LOOK_EVERY_MS, deadAfterMs = TAKES_NOTHING_AFTER_MS } = options;
  let idleSinceMs: number | undefined;
  let isLooking = false;
  let running = 0;
  const isIdle = async (): Promise<boolean> => {
    if (running >= slots || !mayTake(running)) return false;
    // While Redis is unavailable the backlog is unknown, and restarting this process would not help.
    const jobs = await backlog().catch(() => undefined);
    return jobs?.state === 'open' && jobs.waiting + jobs.prioritized > 0;
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const startedAtMs = performance.now();
    idleSinceMs = (await isIdle()) ? (idleSinceMs ?? startedAtMs) : undefined;
    isLooking = false;
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  return {
    follow: async (job) => {
      idleSinceMs = undefined;
      running += 1;
      try {
        return await job();
      } finally {
        running -= 1;
      }
    },
    isDead: () => idleSinceMs !== undefined && performance.now() - idleSinceMs >= deadAfterMs,
    stop: () => {
      clearInterval(timer);
      idleSinceMs = undefined;
    },
  };
};
