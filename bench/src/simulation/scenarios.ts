import { CONTEXTS, KINDS, REPLICAS, SLOTS, TRAFFIC } from '../scaling-model/assumptions.js';
import { WORKER_OF, type CapacityFigures, type WorkerName } from '../scaling-model/figures.js';
import { planFleet, type FleetPlan } from '../scaling-model/plan-fleet.js';
import type { Outage, Scenario, ServiceTimes } from './scenario.js';

const DAY_SECONDS = 86_400;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The day's swing in the simulation; the peak factor of the plan has room for chance on top of it. */
const DAY_SWING = 0.8;
const ITEMS_PER_JOB = { day: 500, peak: 100 } as const;
/** Places in Chromium where it is tried to have more of them. */
export const MORE_CONTEXTS = 8;
/** Of the ScaledObjects. */
const MOST_REPLICAS = 50;
const WITHOUT_BOUNDS = 10_000;
const POD_START_MS = 30_000;
const SEED = 20_261_122;

export const ONE_MILLION = 1e6;
export const TEN_MILLION = 1e7;
export const HUNDRED_MILLION = 1e8;
export const REGIONS = 3;

const workersOf = <Value>(value: (worker: WorkerName) => Value): Record<WorkerName, Value> => ({
  'browser-scrape': value('browser-scrape'),
  serp: value('serp'),
  sites: value('sites'),
});

export const servicesOf = ({ parts }: CapacityFigures): ServiceTimes[] => {
  const { operations } = parts.production ?? parts.embedded;
  return KINDS.map((kind) => {
    const { share, targetMs, targetSpread } = TRAFFIC.kinds[kind];
    const { aloneMs, cpuMs } = operations[kind];
    const worker = WORKER_OF[kind];
    const isShown = kind === 'browser';
    return {
      ...{ kind, worker, share, targetMs, targetSpread, isShown, ownMs: aloneMs },
      cpuMs: (cpuMs[worker] ?? 0) + (cpuMs.chromium ?? 0),
      ...{ redisMs: cpuMs.redis ?? 0, itemRedisMs: operations.batch20.cpuMs.redis ?? 0 },
    };
  });
};

const common = (figures: CapacityFigures): Omit<Scenario, 'name' | 'replicas' | 'meanPerSecond'> => ({
  ...{ seed: SEED, durationMs: 5 * MINUTE_MS, settleMs: 30_000, daySwing: 0, batchShare: TRAFFIC.batchShare },
  ...{
    itemsPerJob: ITEMS_PER_JOB.peak,
    accounts: TRAFFIC.accounts,
    largestShare: TRAFFIC.largestAccount,
    shards: 1,
    pollingShare: 0,
    regions: 1,
  },
  services: servicesOf(figures),
  shape: { slots: SLOTS, contexts: CONTEXTS, cores: REPLICAS['browser-scrape'].cores },
  ...{ podStartMs: POD_START_MS, outages: [] },
});

const shardsOf = ({ redis: { shards, pollingShare } }: FleetPlan) => ({ shards, pollingShare });

/** A day under KEDA's rule. */
const day = (
  figures: CapacityFigures,
  name: string,
  { batchShare, perDay }: { batchShare: number; perDay: number },
): Scenario => ({
  ...common(figures),
  ...{ name, durationMs: 24 * HOUR_MS, settleMs: HOUR_MS / 2, daySwing: DAY_SWING, batchShare },
  meanPerSecond: perDay / DAY_SECONDS,
  pollingShare: planFleet(figures, TRAFFIC, perDay).redis.pollingShare,
  itemsPerJob: ITEMS_PER_JOB.day,
  replicas: workersOf(() => 2),
  scaling: workersOf(() => ({ threshold: SLOTS, least: 2, most: MOST_REPLICAS })),
});

/** Part of a day at its mean rate, under KEDA's rule with so many replicas at most. */
const levelDay = (
  figures: CapacityFigures,
  name: string,
  { perDay, durationMs, most }: { perDay: number; durationMs: number; most: number },
): Scenario => {
  const plan = planFleet(figures, TRAFFIC, perDay);
  return {
    ...day(figures, name, { batchShare: TRAFFIC.batchShare, perDay }),
    ...shardsOf(plan),
    ...{ daySwing: 0, durationMs, settleMs: 10 * MINUTE_MS },
    replicas: workersOf((worker) => plan.services[worker].replicas),
    scaling: workersOf(() => ({ threshold: SLOTS, least: 2, most })),
  };
};

/** KEDA's rule alone: nothing waits inside a replica. */
const withPlaces = (scenario: Scenario): Scenario => ({ ...scenario, shape: { ...scenario.shape, contexts: SLOTS } });

const SPREAD_OVER = REGIONS;

/** The busiest minutes of a hundred million a day, on the replicas that the plan has. */
const peak = (figures: CapacityFigures, plan: FleetPlan, name: string, outages: readonly Outage[] = []): Scenario => ({
  ...common(figures),
  ...{ name, outages, meanPerSecond: plan.peakPerSecond },
  ...shardsOf(plan),
  replicas: workersOf((worker) => plan.services[worker].replicas),
});

/** Twice the places in Chromium, and no more replicas than the other limits ask for. */
const morePlaces = (scenario: Scenario, plan: FleetPlan): Scenario => {
  const { pages = 0, ...others } = plan.services['browser-scrape'].wants;
  const replicas = Math.ceil(Math.max((pages * CONTEXTS) / MORE_CONTEXTS, ...Object.values(others)));
  return {
    ...scenario,
    shape: { ...scenario.shape, contexts: MORE_CONTEXTS },
    replicas: { ...scenario.replicas, 'browser-scrape': replicas },
  };
};

/** The same in several regions, each with queue shards for its part, of which one goes; `spare` times the replicas stand ready. */
const regions = (figures: CapacityFigures, plan: FleetPlan, name: string, spare: number): Scenario => ({
  ...peak(figures, plan, name, [{ part: 'region', index: 0, fromMs: 2 * MINUTE_MS, toMs: HOUR_MS }]),
  regions: REGIONS,
  ...shardsOf(planFleet(figures, TRAFFIC, plan.requestsPerDay / REGIONS)),
  replicas: workersOf((worker) => Math.ceil((plan.services[worker].replicas * spare) / SPREAD_OVER)),
  scaling: workersOf((worker) => {
    const least = Math.ceil((plan.services[worker].replicas * spare) / SPREAD_OVER);
    return { threshold: SLOTS, least, most: least * SPREAD_OVER };
  }),
});

export const SHARD_OUTAGE = { fromMs: 2 * MINUTE_MS, toMs: 3 * MINUTE_MS } as const;

export interface Scenarios {
  readonly plan: FleetPlan;
  readonly singles: Scenario;
  readonly asManifests: Scenario;
  readonly tenMillion: Scenario;
  readonly hundredMillion: Scenario;
  readonly peak: Scenario;
  readonly morePlaces: Scenario;
  readonly shardAway: Scenario;
  readonly regionAway: Scenario;
  readonly regionAwayWithSpare: Scenario;
}

/** What is played, by name. */
export const scenarioEntries = (scenarios: Scenarios): [Exclude<keyof Scenarios, 'plan'>, Scenario][] => [
  ['singles', scenarios.singles],
  ['asManifests', scenarios.asManifests],
  ['tenMillion', scenarios.tenMillion],
  ['hundredMillion', scenarios.hundredMillion],
  ['peak', scenarios.peak],
  ['morePlaces', scenarios.morePlaces],
  ['shardAway', scenarios.shardAway],
  ['regionAway', scenarios.regionAway],
  ['regionAwayWithSpare', scenarios.regionAwayWithSpare],
];

/** What is played; `Outcome`s have the same names. */
export const makeScenarios = (figures: CapacityFigures): Scenarios => {
  const plan = planFleet(figures, TRAFFIC, HUNDRED_MILLION);
  const { batchShare } = TRAFFIC;
  const singles = { batchShare: 0, perDay: 2 * ONE_MILLION };
  return {
    plan,
    singles: withPlaces(day(figures, 'a day of 2 M single calls, a place in Chromium for each slot', singles)),
    asManifests: day(figures, 'a day of 1 M, batches among them', { batchShare, perDay: ONE_MILLION }),
    tenMillion: levelDay(figures, 'two hours of 10 M a day, at its mean rate', {
      ...{ perDay: TEN_MILLION, durationMs: 2 * HOUR_MS, most: MOST_REPLICAS },
    }),
    hundredMillion: levelDay(figures, 'half an hour of 100 M a day, at its mean rate, without bounds', {
      ...{ perDay: HUNDRED_MILLION, durationMs: 40 * MINUTE_MS, most: WITHOUT_BOUNDS },
    }),
    peak: peak(figures, plan, 'five minutes of the peak of 100 M'),
    morePlaces: morePlaces(
      peak(figures, plan, `the same, ${MORE_CONTEXTS} places in Chromium on fewer replicas`),
      plan,
    ),
    shardAway: peak(figures, plan, 'the same, one queue shard away for 60 s', [
      { part: 'shard', index: 0, ...SHARD_OUTAGE },
    ]),
    regionAway: regions(figures, plan, `the same in ${REGIONS} regions, one goes`, 1),
    regionAwayWithSpare: regions(
      figures,
      plan,
      'the same, with the replicas of one region to spare',
      REGIONS / (REGIONS - 1),
    ),
  };
};
