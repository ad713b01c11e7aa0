import { LRUCache } from 'lru-cache';

/** Fetches that may wait for one site; further ones end as `busy`. */
export const MAX_WAITING_PER_SITE = 1_000;
/** Sites whose last request is remembered. */
export const MAX_PACED_SITES = 10_000;

/** `busy`: the turn would come too late, or too many are waiting. */
export type PaceEnd = 'go' | 'busy' | 'aborted';

export interface PaceTurn {
  readonly site: string;
  /** Shortest time since the site's last request, if longer than the pace's own. */
  readonly gapMs?: number | undefined;
  /** A turn after this time is too late, epoch milliseconds. */
  readonly latestMs: number;
  readonly signal: AbortSignal;
}

export interface SitePace {
  /** Resolves when the site may be asked. Turns are given in the order of the calls. */
  wait(turn: PaceTurn): Promise<PaceEnd>;
}

export interface SitePaceOptions {
  /** 0: only the gaps of the turns apply. */
  readonly requestsPerSecond: number;
  readonly now?: (() => number) | undefined;
  readonly startTimer?: ((run: () => void, delayMs: number) => () => void) | undefined;
}

interface Waiter {
  readonly gapMs: number;
  readonly go: () => void;
}

interface Queue {
  readonly waiters: Set<Waiter>;
  stopTimer: () => void;
}

const startRealTimer = (run: () => void, delayMs: number): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** Spaces this worker's requests to each site evenly. */
export const createSitePace = (options: SitePaceOptions): SitePace => {
  const { requestsPerSecond, now = Date.now, startTimer = startRealTimer } = options;
  const ownGapMs = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
  const lastAtMs = new LRUCache<string, number>({ max: MAX_PACED_SITES });
  const queues = new Map<string, Queue>();

  const readyInMs = (site: string, gapMs: number): number => {
    const last = lastAtMs.get(site);
    return last === undefined ? 0 : Math.max(0, last + gapMs - now());
  };

  const schedule = (site: string, queue: Queue) => {
    queue.stopTimer();
    const [next] = queue.waiters;
    if (next) queue.stopTimer = startTimer(() => release(site, queue), readyInMs(site, next.gapMs));
    else queues.delete(site);
  };

  const release = (site: string, queue: Queue) => {
    const [next] = queue.waiters;
    if (next && readyInMs(site, next.gapMs) <= 0) {
      queue.waiters.delete(next);
      lastAtMs.set(site, now());
      next.go();
    }
    schedule(site, queue);
  };

  const join = ({ site, signal }: PaceTurn, gapMs: number, queue: Queue): Promise<PaceEnd> =>
    new Promise((resolve) => {
      const leave = () => {
        queue.waiters.delete(waiter);
        resolve('aborted');
        schedule(site, queue);
      };
      const waiter: Waiter = {
        gapMs,
        go: () => {
          signal.removeEventListener('abort', leave);
          resolve('go');
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.waiters.add(waiter);
      if (queue.waiters.size === 1) schedule(site, queue);
    });

  return {
    wait: async (turn) => {
      const { site, latestMs, signal } = turn;
      if (signal.aborted) return 'aborted';
      const gapMs = Math.max(ownGapMs, turn.gapMs ?? 0);
      if (gapMs === 0) return 'go';
      const queue = queues.get(site);
      const firstInMs = readyInMs(site, gapMs);
      if (!queue && firstInMs <= 0) {
        lastAtMs.set(site, now());
        return 'go';
      }
      const ahead = queue?.waiters.size ?? 0;
      const isLate = now() + firstInMs + ahead * gapMs > latestMs;
      if (isLate || ahead >= MAX_WAITING_PER_SITE) return 'busy';
      const joined = queue ?? { waiters: new Set(), stopTimer: () => undefined };
      queues.set(site, joined);
      return join(turn, gapMs, joined);
    },
  };
};
