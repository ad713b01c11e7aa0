import type { Kind } from '../scaling-model/assumptions.js';
import type { WorkerName } from '../scaling-model/figures.js';
import type { ScalingRule } from './keda-rule.js';

/** How long one kind of request takes. */
export interface ServiceTimes {
  readonly kind: Kind;
  readonly worker: WorkerName;
  readonly share: number;
  readonly targetMs: number;
  readonly targetSpread: number;
  /** What we take around the target's time on an idle machine, from the least to the most, in equal steps. */
  readonly ownMs: readonly number[];
  /** The part of it that is CPU of worker and Chromium. */
  readonly cpuMs: number;
  readonly isShown: boolean;
  /** Time on the thread of its queue's Redis, as a single call and as an item. */
  readonly redisMs: number;
  readonly itemRedisMs: number;
}

export interface ReplicaShape {
  readonly slots: number;
  readonly contexts: number;
  readonly cores: number;
}

/** A part that is away for a while. */
export interface Outage {
  readonly part: 'shard' | 'region';
  readonly index: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Scenario {
  readonly name: string;
  readonly seed: number;
  readonly durationMs: number;
  /** Left out of the statistics: the fleet starts empty. */
  readonly settleMs: number;
  readonly meanPerSecond: number;
  /** The rate swings about its mean by this share in the course of a day; 0 leaves it level. */
  readonly daySwing: number;
  readonly batchShare: number;
  readonly itemsPerJob: number;
  readonly accounts: number;
  readonly largestShare: number;
  /** Queues on servers of their own, in each region. */
  readonly shards: number;
  /** Share of the thread of each of them that the replicas' polling takes. */
  readonly pollingShare: number;
  readonly regions: number;
  readonly services: readonly ServiceTimes[];
  readonly shape: ReplicaShape;
  /** In each region, at the start. */
  readonly replicas: Readonly<Record<WorkerName, number>>;
  /** Absent: the replicas stay as they are. */
  readonly scaling?: Readonly<Record<WorkerName, ScalingRule>>;
  /** From the decision until a pod takes jobs. */
  readonly podStartMs: number;
  readonly outages: readonly Outage[];
}

/** What came out, over all workers unless a worker is named. */
export interface Outcome {
  readonly arrived: number;
  readonly shed: number;
  readonly lost: number;
  readonly ended: number;
  /** Of single calls. */
  readonly waitP50Ms: number;
  readonly waitP99Ms: number;
  readonly waitMeanMs: number;
  readonly itemWaitP99Ms: number;
  /** What pages wait inside their replica for a place in Chromium, beyond that. */
  readonly pageWaitP99Ms: number;
  /** Pages that hold a slot and wait for a place in Chromium, on average. */
  readonly meanWaitingPages: number;
  /** Busy slots over slots, over time. */
  readonly utilisation: Readonly<Record<WorkerName, number>>;
  /** Pages shown over the places in Chromium of browser-scrape, over time. */
  readonly pagesInUse: number;
  /** Slot-seconds in use, and those that mean service times alone would come to. */
  readonly busySlotSeconds: number;
  readonly expectedSlotSeconds: number;
  /** Mean number of waiting single calls; arrivals times their mean wait should be the same. */
  readonly meanWaiting: number;
  readonly startedPerSecond: number;
  readonly replicaHours: Readonly<Record<WorkerName, number>>;
  readonly mostReplicas: Readonly<Record<WorkerName, number>>;
  /** The shares that sizes and places of the accounts foretell. */
  readonly shardShares: readonly number[];
  /** Share of the thread of the busiest queue shard that was in use, and the longest that a request waited for any. */
  readonly busiestThread: number;
  readonly threadWaitMs: number;
  /** Longest wait of a single call. */
  readonly longestWaitMs: number;
}
