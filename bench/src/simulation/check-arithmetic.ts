import { createAccounts } from '../scaling-model/accounts.js';
import { SLOTS, TRAFFIC, WORKERS_BY_RULE } from '../scaling-model/assumptions.js';
import type { WorkerName } from '../scaling-model/figures.js';
import { HUNDRED_MILLION, ONE_MILLION, SHARD_OUTAGE, TEN_MILLION, type Scenarios } from './scenarios.js';
import type { Outcome, Scenario, ServiceTimes } from './scenario.js';

/** What docs/scaling.md computes, beside what the simulation came to. */
export interface Check {
  readonly name: string;
  readonly computed: number;
  readonly simulated: number;
  /** How far they may be apart, as a share of what was computed. */
  readonly tolerance: number;
  readonly isMet: boolean;
}

/** What each tolerance is for. */
export const TOLERANCES = {
  /** What waits for a core inside a replica is in the simulation alone. */
  little: 0.05,
  /** Answers that wait for a core lengthen what a slot is held, and jobs of many items come at once. */
  utilisation: 0.1,
  /** Steps of whole replicas, a start of 30 s, five minutes until any goes. */
  replicaHours: 0.15,
  /** Chance among accounts, whose jobs of many items come at once: the busiest of many shards was lucky besides. */
  thread: 0.1,
  /** Chance in when jobs come. */
  costed: 0.15,
  shed: 0.1,
  lost: 0.15,
} as const;

export type Outcomes = { readonly [Name in Exclude<keyof Scenarios, 'plan'>]: Outcome };

const check = (name: string, computed: number, simulated: number, tolerance: number): Check => ({
  ...{ name, computed, simulated, tolerance },
  isMet: Math.abs(simulated - computed) <= tolerance * Math.abs(computed),
});

const MS = 1_000;

/** Mean seconds that a request holds its slot. */
const holdSeconds = ({ targetMs, targetSpread, ownMs }: ServiceTimes): number =>
  (targetMs * Math.exp(targetSpread ** 2 / 2) + ownMs.reduce((sum, ms) => sum + ms, 0) / ownMs.length) / MS;

/** Slots in use on average, for one request a second of the whole mix: Little's law over what each kind takes. */
const slotsPerRequest = (services: readonly ServiceTimes[], worker?: WorkerName): number =>
  services
    .filter((service) => worker === undefined || service.worker === worker)
    .reduce((sum, service) => sum + service.share * holdSeconds(service), 0);

const DAY_MS = 86_400_000;
const STEP_MS = 60_000;

/** The rule keeps the largest wish of five minutes, twenty draws: about so many standard deviations over the mean. */
const LARGEST_OF_TWENTY = 1.9;

/** Replicas that KEDA's rule has by what is in hand at each minute, which scatters as a Poisson number does. */
const replicaHours = ({ services, meanPerSecond, daySwing, durationMs, settleMs }: Scenario): number => {
  const workers = [...new Set(services.map(({ worker }) => worker))];
  let hours = 0;
  for (let atMs = settleMs; atMs < durationMs; atMs += STEP_MS) {
    const rate = meanPerSecond * (1 - daySwing * Math.cos((2 * Math.PI * atMs) / DAY_MS));
    for (const worker of workers) {
      const inHand = rate * slotsPerRequest(services, worker);
      const largest = inHand + LARGEST_OF_TWENTY * Math.sqrt(inHand);
      hours += Math.max(2, Math.ceil(largest / SLOTS)) * (STEP_MS / 3_600_000);
    }
  }
  return hours;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What is in hand is what comes in a second times how long it stays. */
const checkLittle = ({ services, durationMs, settleMs }: Scenario, outcome: Outcome): Check => {
  const stay = outcome.waitMeanMs / MS + slotsPerRequest(services);
  const inSlots = outcome.busySlotSeconds / ((durationMs - settleMs) / MS);
  return check(
    "Little's law: requests in hand, the day of single calls",
    outcome.startedPerSecond * stay,
    inSlots + outcome.meanWaiting,
    TOLERANCES.little,
  );
};

/** Of the thread of the shard that is asked for most, without the polling. */
const busiestThread = (scenario: Scenario): number => {
  const { services, meanPerSecond, batchShare, accounts, largestShare, shards } = scenario;
  const workMs = services.reduce(
    (total, { share, redisMs, itemRedisMs }) => total + share * ((1 - batchShare) * redisMs + batchShare * itemRedisMs),
    0,
  );
  const { shardShares } = createAccounts({ count: accounts, largestShare, shards });
  return ((meanPerSecond * workMs) / MS) * Math.max(...shardShares);
};

const pagesInUse = ({ services, meanPerSecond, replicas, shape }: Scenario): number =>
  (meanPerSecond * slotsPerRequest(services.filter(({ isShown }) => isShown))) /
  (shape.contexts * replicas['browser-scrape']);

const checkPeak = (scenario: Scenario, outcome: Outcome): Check[] => {
  const { services, meanPerSecond, replicas } = scenario;
  const expected = (worker: WorkerName): number =>
    (meanPerSecond * slotsPerRequest(services, worker)) / (SLOTS * replicas[worker]);
  return [
    ...(['serp', 'sites'] as const).map((worker) =>
      check(`slots of ${worker} in use`, expected(worker), outcome.utilisation[worker], TOLERANCES.utilisation),
    ),
    check('places in Chromium in use', pagesInUse(scenario), outcome.pagesInUse, TOLERANCES.utilisation),
    check(
      'thread of the busiest Redis in use, without polling',
      busiestThread(scenario),
      outcome.busiestThread - scenario.pollingShare,
      TOLERANCES.thread,
    ),
  ];
};

const checkShardAway = ({ durationMs, settleMs }: Scenario, outcome: Outcome): Check => {
  const share = outcome.shardShares[0] ?? 0;
  const time = (SHARD_OUTAGE.toMs - SHARD_OUTAGE.fromMs) / (durationMs - settleMs);
  const computed = share * (1 - TRAFFIC.batchShare) * time;
  return check(
    'share of requests turned away while a shard is away',
    computed,
    outcome.shed / outcome.arrived,
    TOLERANCES.shed,
  );
};

/** What a region has in hand is the rate times what a request takes, and its part of the pages that wait for Chromium. */
const checkRegionAway = ({ services, meanPerSecond, regions }: Scenario, outcome: Outcome): Check =>
  check(
    'requests in hand that go with a region',
    (meanPerSecond * slotsPerRequest(services) + outcome.meanWaitingPages) / regions,
    outcome.lost,
    TOLERANCES.lost,
  );

/** Every piece of arithmetic of docs/scaling.md that the simulation can contradict. */
export const checkArithmetic = (scenarios: Scenarios, outcomes: Outcomes): Check[] => [
  checkLittle(scenarios.singles, outcomes.singles),
  check(
    'replica hours of the day of single calls',
    replicaHours(scenarios.singles),
    sum(Object.values(outcomes.singles.replicaHours)),
    TOLERANCES.replicaHours,
  ),
  ...checkPeak(scenarios.peak, outcomes.peak),
  checkShardAway(scenarios.shardAway, outcomes.shardAway),
  checkRegionAway(scenarios.regionAwayWithSpare, outcomes.regionAwayWithSpare),
];

/** The workers that the costs of docs/scaling.md are computed with. */
export const checkCosts = (scenarios: Scenarios, outcomes: Outcomes): Check[] =>
  (
    [
      [ONE_MILLION, 'asManifests'],
      [TEN_MILLION, 'tenMillion'],
      [HUNDRED_MILLION, 'hundredMillion'],
    ] as const
  ).map(([perDay, name]) => {
    const { durationMs, settleMs } = scenarios[name];
    return check(
      `workers on average that ${perDay / ONE_MILLION} M a day are costed with`,
      WORKERS_BY_RULE.get(perDay) ?? 0,
      sum(Object.values(outcomes[name].replicaHours)) / ((durationMs - settleMs) / 3_600_000),
      TOLERANCES.costed,
    );
  });
