import { KINDS, LIMITS, PRICES, TB, TRAFFIC, WORKERS_BY_RULE } from './assumptions.js';
import type { CapacityFigures } from './figures.js';
import { figure, percent, table } from './markdown.js';
import { OPERATION_TEXT } from './measured-tables.js';
import { planFleet, replicaDollars, serviceSeconds, type FleetPlan, type ServiceName } from './plan-fleet.js';

export const SIZES = [1e6, 1e7, 1e8] as const;
const KIB = 1_024;
const SERVICES: readonly ServiceName[] = ['gateway', 'browser-scrape', 'serp', 'sites', 'batch-fanout'];

export const plansOf = (figures: CapacityFigures): FleetPlan[] =>
  SIZES.map((size) => planFleet(figures, TRAFFIC, size));

const rowOf = (name: string, plans: readonly FleetPlan[], value: (plan: FleetPlan) => string): string[] => [
  name,
  ...plans.map(value),
];

/** What a fleet needs for 1, 10 and 100 million requests a day. */
export const planTable = (figures: CapacityFigures): string => {
  const plans = plansOf(figures);
  const row = (name: string, value: (plan: FleetPlan) => string): string[] => rowOf(name, plans, value);
  return table(
    ['requests a day', ...SIZES.map((size) => `${size / 1e6} M`)],
    [
      row('a second, mean and peak', (plan) => `${figure(plan.meanPerSecond)}, ${figure(plan.peakPerSecond)}`),
      row('single calls open at the peak', (plan) => figure(plan.openCalls)),
      ...SERVICES.map((name) =>
        row(
          `replicas of ${name}, for want of`,
          ({ services }) => `${services[name].replicas}, ${services[name].limitedBy}`,
        ),
      ),
      row(
        'Redis: commands a second; threads for requests; servers',
        ({ redis }) =>
          `${figure(redis.commandsPerSecond)}; ${figure(redis.workShare)}; ${redis.isEnough ? redis.shards : 'no number is enough'}`,
      ),
      row(
        'thread of the busiest in use, of it for polling; accounts with a second part in their hash',
        ({ redis }) => `${percent(redis.busiestShare)}, ${percent(redis.pollingShare)}; ${redis.dividedAccounts}`,
      ),
      row('Redis servers of each of three fleets with a third of it', ({ requestsPerDay }) => {
        const { redis } = planFleet(figures, TRAFFIC, requestsPerDay / 3);
        return redis.isEnough ? String(redis.shards) : 'no number is enough';
      }),
      row(
        'store commands and writes a second',
        ({ store }) => `${figure(store.commandsPerSecond)}, ${figure(store.writesPerSecond)}`,
      ),
      row(
        'store after 30 days, TB; MongoDB shards, for want of',
        ({ store }) => `${figure(store.keptTb)}; ${store.shards}, ${store.limitedBy}`,
      ),
      row('updates a second of the largest account’s period, of what one document bears', ({ store }) => {
        const { largestDocumentUpdates: updates } = store;
        return `${figure(updates)}, ${percent(updates / LIMITS.oneDocumentUpdates)}`;
      }),
      row('S3 puts and gets a second', ({ files }) => `${figure(files.putsPerSecond)}, ${figure(files.getsPerSecond)}`),
      row('markers of the day, of what one prefix takes', (plan) =>
        percent(plan.peakPerSecond / LIMITS.s3PrefixWrites),
      ),
      row(
        'S3 after 30 days: objects in millions; TB',
        ({ files }) => `${figure(files.objectsKept / 1e6)}; ${figure(files.keptTb)}`,
      ),
      row('gateways busy with removing alone, not among those above', ({ files }) => figure(files.removal.gateways)),
      row('markers to remove, of what the one sweep of the bucket manages', ({ files }) =>
        percent(files.removal.sweepShare),
      ),
      row(
        'from targets and to callers, Mbit/s',
        ({ network }) => `${figure(network.fromTargetsMbit)}, ${figure(network.toCallersMbit)}`,
      ),
    ],
  );
};

/** The plan's gateways and batch-fanouts, and workers as KEDA's rule has them where that was simulated. */
const replicasByRule = ({ requestsPerDay, onAverage, dollarsPerDay }: FleetPlan): number => {
  const workers = WORKERS_BY_RULE.get(requestsPerDay);
  if (workers === undefined) return dollarsPerDay['replicas'] ?? 0;
  const others = (['gateway', 'batch-fanout'] as const).map((name) => replicaDollars(name, onAverage[name].replicas));
  return others.reduce((sum, value) => sum + value, replicaDollars('browser-scrape', workers));
};

export const costTable = (figures: CapacityFigures): string => {
  const plans = plansOf(figures);
  const costs = plans.map((plan) => ({ plan, dollars: { ...plan.dollarsPerDay, replicas: replicasByRule(plan) } }));
  const totalOf = (dollars: Readonly<Record<string, number>>): number =>
    Object.values(dollars).reduce((sum, value) => sum + value, 0);
  const names = Object.keys(plans[0]?.dollarsPerDay ?? {});
  const row = (name: string, value: (cost: (typeof costs)[number]) => number): string[] => [
    name,
    ...costs.map((cost) => figure(value(cost))),
  ];
  return table(
    ['dollars a day', ...SIZES.map((size) => `${size / 1e6} M`)],
    [
      ...names.map((name) => row(name, ({ dollars }) => (dollars as Record<string, number>)[name] ?? 0)),
      row('together', ({ dollars }) => totalOf(dollars)),
      row('for a thousand requests', ({ dollars, plan }) => (totalOf(dollars) / plan.requestsPerDay) * 1_000),
      row(
        'not in the sum: replicas, were they as few as the mean asks for',
        ({ plan }) => plan.dollarsPerDay['replicas'] ?? 0,
      ),
    ],
  );
};

/** What is assumed about the traffic, kind by kind. */
export const trafficTable = (figures: CapacityFigures): string => {
  const parts = figures.parts.production ?? figures.parts.embedded;
  return table(
    ['', 'share', 'target answers after (median), ms', 'spread (sigma)', 'a slot is held, s', 'KiB from the target'],
    KINDS.map((kind) => {
      const { share, targetMs, targetSpread, wireBytes } = TRAFFIC.kinds[kind];
      return [
        OPERATION_TEXT[kind],
        percent(share),
        ...[targetMs, targetSpread, serviceSeconds(kind, parts, TRAFFIC), wireBytes / KIB].map(figure),
      ];
    }),
  );
};

const dollars = (...prices: readonly number[]): string => prices.map((price) => `$${price}`).join('; ');

/** Each with its kind of source. */
export const assumptionTable = (): string => {
  const { batchShare, peakFactor, proxiedShare, largestAccount, retentionDays } = TRAFFIC;
  const ours = 'assumed';
  const list = 'public list prices, order of magnitude';
  return table(
    ['', 'value', 'source'],
    [
      ['items of batches; requests of the largest account', `${percent(batchShare)}; ${percent(largestAccount)}`, ours],
      ['peak over mean; bytes that leave by paid proxies', `${figure(peakFactor)}; ${percent(proxiedShare)}`, ours],
      ['retention, days', figure(retentionDays), 'default of `RETENTION_DAYS`'],
      [
        'in use at the peak: slots, places and cores; the thread of a Redis',
        `${percent(LIMITS.replicaShare)}; ${percent(LIMITS.redisShare)}`,
        'chosen',
      ],
      [
        'workers on average, by requests a day',
        SIZES.map((size) => `${size / 1e6} M: ${WORKERS_BY_RULE.get(size) ?? '-'}`).join('; '),
        'the simulation',
      ],
      ['writes a second of one MongoDB shard', figure(LIMITS.storeShardWrites), 'assumed, to be measured'],
      ['updates a second of one document, w: majority', figure(LIMITS.oneDocumentUpdates), 'assumed, to be measured'],
      [
        'data on one shard, TB; indexes and documents over documents',
        `${figure(LIMITS.storeShardBytes / TB)}; ${figure(LIMITS.storeIndexFactor)}`,
        'chosen; assumed',
      ],
      ['writes a second under one S3 prefix', figure(LIMITS.s3PrefixWrites), 'published by AWS'],
      ['a list or a removal on S3, ms', figure(LIMITS.s3CallMs), 'assumed: AWS names 100 to 200 for small objects'],
      [
        'hours of a core, a GiB, a Redis server, a MongoDB shard',
        dollars(PRICES.coreHour, PRICES.gibHour, PRICES.redisShardHour, PRICES.storeShardHour),
        list,
      ],
      [
        '1,000 puts or lists; 1,000 gets; GB stored for a month; GB to callers; GB by a residential proxy',
        dollars(PRICES.putsPerThousand, PRICES.getsPerThousand, PRICES.storedGbMonth, PRICES.egressGb, PRICES.proxyGb),
        list,
      ],
    ],
  );
};
