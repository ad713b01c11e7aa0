import { createAccounts } from '../simulation/accounts.js';
import { KINDS, LIMITS, PRICES, TB, TRAFFIC, type Traffic } from './assumptions.js';
import type { CapacityFigures } from './figures.js';
import { figure, percent, table } from './markdown.js';
import { OPERATION_TEXT } from './measured-tables.js';
import { planFleet, serviceSeconds, type FleetPlan, type ServiceName } from './plan-fleet.js';

export const SIZES = [1e6, 1e7, 1e8] as const;
const ACCOUNTS = 2_000;
const KIB = 1_024;
const SERVICES: readonly ServiceName[] = ['gateway', 'browser-scrape', 'serp', 'sites', 'batch-fanout'];

export const plansOf = (figures: CapacityFigures): FleetPlan[] =>
  SIZES.map((size) => planFleet(figures, TRAFFIC, size));

/** Share of its one thread that the busiest Redis uses at the peak, as the hash shares the accounts out. */
const busiestRedis = ({ redis }: FleetPlan, { largestAccount }: Traffic): number => {
  const accounts = createAccounts({ count: ACCOUNTS, largestShare: largestAccount, shards: redis.shards });
  return redis.cpuShare * Math.max(...accounts.shardShares);
};

const rowOf = (name: string, plans: readonly FleetPlan[], value: (plan: FleetPlan) => string): string[] => [
  name,
  ...plans.map(value),
];

const removalsOf = (figures: CapacityFigures, plan: FleetPlan): string => {
  const ms = figures.ceilings.fileRemovalMs;
  return ms === undefined ? '-' : figure((plan.files.removalsPerSecond * ms) / 1_000);
};

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
        'Redis: commands a second; threads; servers at half of one each; of the busiest in use',
        (plan) =>
          `${figure(plan.redis.commandsPerSecond)}; ${figure(plan.redis.cpuShare)}; ${plan.redis.shards}; ${percent(busiestRedis(plan, TRAFFIC))}`,
      ),
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
      row('gateways busy with removing alone, at the pace measured here', (plan) => removalsOf(figures, plan)),
      row(
        'from targets and to callers, Mbit/s',
        ({ network }) => `${figure(network.fromTargetsMbit)}, ${figure(network.toCallersMbit)}`,
      ),
    ],
  );
};

export const costTable = (figures: CapacityFigures): string => {
  const plans = plansOf(figures);
  const names = Object.keys(plans[0]?.dollarsPerDay ?? {});
  const totalOf = ({ dollarsPerDay }: FleetPlan): number =>
    Object.values(dollarsPerDay).reduce((sum, value) => sum + value, 0);
  return table(
    ['dollars a day', ...SIZES.map((size) => `${size / 1e6} M`)],
    [
      ...names.map((name) => rowOf(name, plans, ({ dollarsPerDay }) => figure(dollarsPerDay[name] ?? 0))),
      rowOf('together', plans, (plan) => figure(totalOf(plan))),
      rowOf('for a thousand requests', plans, (plan) => figure((totalOf(plan) / plan.requestsPerDay) * 1_000)),
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
      ['writes a second of one MongoDB shard', figure(LIMITS.storeShardWrites), 'assumed, to be measured'],
      ['updates a second of one document, w: majority', figure(LIMITS.oneDocumentUpdates), 'assumed, to be measured'],
      [
        'data on one shard, TB; indexes and documents over documents',
        `${figure(LIMITS.storeShardBytes / TB)}; ${figure(LIMITS.storeIndexFactor)}`,
        'chosen; assumed',
      ],
      ['writes a second under one S3 prefix', figure(LIMITS.s3PrefixWrites), 'published by AWS'],
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
