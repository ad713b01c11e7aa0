import type { WorkerName } from '../scaling-model/figures.js';
import type { Job, Pool } from './pool.js';
import type { Outcome, ReplicaShape } from './scenario.js';
import { WaitHistogram } from './wait-histogram.js';

const HOUR_MS = 3_600_000;

interface OfWorker {
  busySlotMs: number;
  slotMs: number;
  replicaMs: number;
  mostReplicas: number;
}

type EachPool = (add: (worker: WorkerName, pool: Pool) => void) => void;

/** Keeps the statistics of a simulation from `settleMs` on. */
export const createTally = (settleMs: number, { slots, contexts }: ReplicaShape) => {
  const workers = new Map<WorkerName, OfWorker>();
  const [singles, items, pages] = [new WaitHistogram(), new WaitHistogram(), new WaitHistogram()];
  const sums = {
    ...{ arrived: 0, shed: 0, lost: 0, ended: 0, started: 0 },
    ...{ waitingMs: 0, expectedMs: 0, longestMs: 0, shownMs: 0, placeMs: 0 },
  };

  const of = (worker: WorkerName): OfWorker => {
    const known = workers.get(worker) ?? { busySlotMs: 0, slotMs: 0, replicaMs: 0, mostReplicas: 0 };
    workers.set(worker, known);
    return known;
  };
  const record = (pick: (of: OfWorker) => number): Record<WorkerName, number> =>
    // safe because every worker has a pool
    Object.fromEntries([...workers].map(([worker, sum]) => [worker, pick(sum)])) as Record<WorkerName, number>;

  return {
    /** Time goes on; nothing changes meanwhile. */
    pass: (fromMs: number, toMs: number, each: EachPool): void => {
      const spanMs = toMs - Math.max(fromMs, settleMs);
      if (spanMs <= 0) return;
      each((worker, pool) => {
        const sum = of(worker);
        sum.busySlotMs += pool.active * spanMs;
        sum.replicaMs += pool.running * spanMs;
        sum.slotMs += pool.running * slots * spanMs;
        sum.mostReplicas = Math.max(sum.mostReplicas, pool.running);
        if (worker === 'browser-scrape') {
          sums.shownMs += pool.shown * spanMs;
          sums.placeMs += pool.running * contexts * spanMs;
        }
        sums.waitingMs += pool.waitingSingles * spanMs;
      });
    },
    onArrival: (nowMs: number): void => void (sums.arrived += nowMs < settleMs ? 0 : 1),
    onShed: (nowMs: number): void => void (sums.shed += nowMs < settleMs ? 0 : 1),
    onLost: (count: number): void => void (sums.lost += count),
    onStart: ({ isItem, arrivedMs }: Job, nowMs: number, expectedMs: number): void => {
      if (nowMs < settleMs) return;
      const waitMs = nowMs - arrivedMs;
      (isItem ? items : singles).add(waitMs);
      if (!isItem) sums.longestMs = Math.max(sums.longestMs, waitMs);
      sums.started += 1;
      sums.expectedMs += expectedMs;
    },
    /** A page gets its place in Chromium. */
    onShow: ({ startedMs }: Job, nowMs: number): void => {
      if (startedMs >= settleMs) pages.add(nowMs - startedMs);
    },
    onEnd: (nowMs: number): void => void (sums.ended += nowMs < settleMs ? 0 : 1),
    outcome: (nowMs: number, shardShares: readonly number[]): Omit<Outcome, 'busiestThread' | 'threadWaitMs'> => {
      const seconds = (nowMs - settleMs) / 1_000;
      return {
        ...{ arrived: sums.arrived, shed: sums.shed, lost: sums.lost, ended: sums.ended },
        ...{ waitP50Ms: singles.quantileMs(0.5), waitP99Ms: singles.quantileMs(0.99), waitMeanMs: singles.meanMs },
        pageWaitP99Ms: pages.quantileMs(0.99),
        meanWaitingPages: (pages.count / seconds) * (pages.meanMs / 1_000),
        pagesInUse: sums.placeMs === 0 ? 0 : sums.shownMs / sums.placeMs,
        itemWaitP99Ms: items.quantileMs(0.99),
        utilisation: record(({ busySlotMs, slotMs }) => (slotMs === 0 ? 0 : busySlotMs / slotMs)),
        busySlotSeconds: [...workers.values()].reduce((sum, { busySlotMs }) => sum + busySlotMs, 0) / 1_000,
        expectedSlotSeconds: sums.expectedMs / 1_000,
        meanWaiting: sums.waitingMs / 1_000 / seconds,
        startedPerSecond: singles.count / seconds,
        replicaHours: record(({ replicaMs }) => replicaMs / HOUR_MS),
        mostReplicas: record(({ mostReplicas }) => mostReplicas),
        shardShares,
        longestWaitMs: sums.longestMs,
      };
    },
  };
};

export type Tally = ReturnType<typeof createTally>;
