import type { QueueBacklog } from '@quarry/queue';

/** How often the waiting jobs are counted. */
export const LOOK_EVERY_MS = 5_000;
/** Jobs wait, places are free, and none was taken for so long: nobody takes jobs any more. */
export const TAKES_NOTHING_AFTER_MS = 60_000;

export interface TakeWatchOptions {
  readonly backlog: () => Promise<Pick<QueueBacklog, 'waiting' | 'prioritized'>>;
  /** Jobs that the worker may have in hand at once. */
  readonly slots: number;
  /** False while the worker leaves jobs in the queue on purpose. */
  readonly mayTake: (activeCount: number) => boolean;
  /** Default: `LOOK_EVERY_MS`. */
  readonly lookEveryMs?: number;
  /** Default: `TAKES_NOTHING_AFTER_MS`. */
  readonly deadAfterMs?: number;
}

export interface TakeWatch {
  /** Runs a job that was taken. */
  follow<T>(job: () => Promise<T>): Promise<T>;
  /** True while jobs have waited beside free places for too long. */
  isDead(): boolean;
  stop(): void;
}

/** Watches that jobs are taken: a worker whose fetch loop ended looks well in every other way. */
export const createTakeWatch = (options: TakeWatchOptions): TakeWatch => {
  const { backlog, slots, mayTake, lookEveryMs = LOOK_EVERY_MS, deadAfterMs = TAKES_NOTHING_AFTER_MS } = options;
  let idleSinceMs: number | undefined;
  let isLooking = false;
  let inHand = 0;
  const isIdle = async (): Promise<boolean> => {
    if (inHand >= slots || !mayTake(inHand)) return false;
    // What waits cannot be told while Redis is away, and no restart of this process would bring it back.
    const jobs = await backlog().catch(() => undefined);
    return jobs !== undefined && jobs.waiting + jobs.prioritized > 0;
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
      inHand += 1;
      try {
        return await job();
      } finally {
        inHand -= 1;
      }
    },
    isDead: () => idleSinceMs !== undefined && performance.now() - idleSinceMs >= deadAfterMs,
    stop: () => {
      clearInterval(timer);
      idleSinceMs = undefined;
    },
  };
};
