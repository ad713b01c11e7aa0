import {
  WORKER_OF,
  type CapacityFigures,
  type OperationFigures,
  type PartsFigures,
  type WorkerName,
} from '../capacity/figures.js';

/** What single requests ask for; items of batches are of the same kinds. Shares of all requests, together 1. */
export const TRAFFIC = {
  page20: { share: 0.3, targetMs: 400, spread: 0.8, kib: 20 },
  page200: { share: 0.3, targetMs: 700, spread: 0.8, kib: 60 },
  browser: { share: 0.12, targetMs: 2_500, spread: 0.6, kib: 800 },
  search: { share: 0.2, targetMs: 900, spread: 0.6, kib: 120 },
  site: { share: 0.08, targetMs: 900, spread: 0.6, kib: 150 },
};
export type Kind = keyof typeof TRAFFIC;
// safe because the keys are those of the constant
export const KINDS = Object.keys(TRAFFIC) as Kind[];

/** Value, meaning and source: what nobody has measured here, and what was chosen. */
export const ASSUMPTIONS = {
  batchShare: [0.4, 'share of requests that are items of batches', 'assumed'],
  peakFactor: [2, 'peak over mean', 'assumed'],
  proxiedShare: [0.1, 'share of bytes from targets that pass paid proxies', 'assumed'],
  largestAccount: [0.1, 'share of requests of the largest account', 'assumed'],
  retentionDays: [30, 'retention, days', 'default of `RETENTION_DAYS`'],
  replicaShare: [0.7, 'of slots, places and cores in use at the peak', 'chosen'],
  redisShare: [0.5, 'of the thread of a Redis in use at the peak', 'chosen'],
  shardWrites: [10_000, 'writes a second of one MongoDB shard', 'assumed, to be measured'],
  shardTb: [2, 'TB of data on one MongoDB shard', 'chosen'],
  indexFactor: [1.6, 'documents with indexes over documents', 'assumed'],
  documentUpdates: [500, 'updates a second of one document, w: majority', 'assumed, to be measured'],
  s3CallMs: [100, 'a list or a removal on S3, ms', 'assumed: AWS names 100 to 200 for small objects'],
  coreHour: [0.04, '$ for a core, an hour', 'public list prices, order of magnitude'],
  gibHour: [0.005, '$ for a GiB of memory, an hour', 'the same'],
  redisHour: [0.4, '$ for a Redis server, an hour', 'the same'],
  shardHour: [3, '$ for a MongoDB shard of three members, an hour', 'the same'],
  thousandPuts: [0.005, '$ for 1,000 puts or lists', 'the same'],
  thousandGets: [0.0004, '$ for 1,000 gets', 'the same'],
  storedGbMonth: [0.023, '$ for a GB stored, a month', 'the same'],
  sentGb: [0.08, '$ for a GB to callers', 'the same'],
  proxiedGb: [4, '$ for a GB by a residential proxy', 'the same'],
} as const;
const assumed = (name: keyof typeof ASSUMPTIONS): number => ASSUMPTIONS[name][0];

/** As in k8s/base. */
export const SLOTS = 16;
export const CONTEXTS = 4;
export const CORES = 2;
const LEAST_REPLICAS = 2;
const GIB = { gateway: 1, 'browser-scrape': 3, serp: 3, sites: 3, 'batch-fanout': 1.5 };
export type ServiceName = keyof typeof GIB;

const DAY_SECONDS = 86_400;
const DAY_HOURS = 24;
const MONTH_DAYS = 30;
const MS = 1_000;
/** The period document of an account is updated when a hold is taken and when it ends. */
const PERIOD_UPDATES = 2;
/** A gateway lists the files of a request, then removes them with one call; it takes one request after the other. */
const REMOVAL_CALLS = 2;
/** Lists cost what puts cost: one when the row goes, two when its marker does. */
const LISTS_PER_REMOVAL = 3;

export const productionOf = ({ parts }: CapacityFigures): PartsFigures => parts.production ?? parts.embedded;

/** Mean seconds that a request holds its slot: the target's time with its long tail, and ours on an idle machine. */
export const heldSeconds = (kind: Kind, { operations }: PartsFigures): number => {
  const { targetMs, spread } = TRAFFIC[kind];
  const { aloneMs } = operations[kind];
  return (targetMs * Math.exp(spread ** 2 / 2) + (aloneMs[aloneMs.length >> 1] ?? 0)) / MS;
};

export interface Need {
  readonly replicas: number;
  readonly limitedBy: string;
}

/** The largest of what each limit alone asks for, with room to spare. */
const need = (wants: Readonly<Record<string, number>>): Need => {
  const [limitedBy, most] = Object.entries(wants).reduce((found, entry) => (entry[1] > found[1] ? entry : found));
  const replicas = Math.ceil(most / assumed('replicaShare'));
  return replicas > LEAST_REPLICAS ? { replicas, limitedBy } : { replicas: LEAST_REPLICAS, limitedBy: 'least number' };
};

type Worth = (figuresOf: OperationFigures, kind: Kind) => number;

/** The mean over all requests. */
const meanOf = ({ operations }: PartsFigures, worth: Worth): number =>
  KINDS.reduce((sum, kind) => sum + TRAFFIC[kind].share * worth(operations[kind], kind), 0);

/** The same outside of the worker, where an item of a batch costs what a batch's item was measured to cost. */
const meanAround = (parts: PartsFigures, worth: (figuresOf: OperationFigures) => number): number => {
  const batchShare = assumed('batchShare');
  return (1 - batchShare) * meanOf(parts, worth) + batchShare * worth(parts.operations.batch20);
};

const needWorkers = (name: WorkerName, parts: PartsFigures, peak: number): Need => {
  const of = (worth: Worth): number =>
    peak * meanOf(parts, (own, kind) => (WORKER_OF[kind] === name ? worth(own, kind) : 0));
  return need({
    slots: of((_, kind) => heldSeconds(kind, parts)) / SLOTS,
    places: of((_, kind) => (kind === 'browser' ? heldSeconds(kind, parts) : 0)) / CONTEXTS,
    CPU: of(({ cpuMs }) => (cpuMs[name] ?? 0) + (cpuMs.chromium ?? 0)) / MS / CORES,
    'main thread': of(({ mainThreadMs }) => mainThreadMs[name] ?? 0) / MS,
  });
};

const needServices = (parts: PartsFigures, peak: number, openCalls: number): Readonly<Record<ServiceName, Need>> => {
  const gatewayMs = meanAround(parts, ({ cpuMs }) => cpuMs.gateway ?? 0);
  const { cpuMs, mainThreadMs } = parts.operations.batch20;
  const items = peak * assumed('batchShare');
  return {
    // The HPA asks for another replica at this share of one core, whichever thread used it.
    gateway: need({ CPU: (peak * gatewayMs + openCalls * parts.waiting.gatewayCpuMsPerCallSecond) / MS }),
    'browser-scrape': needWorkers('browser-scrape', parts, peak),
    serp: needWorkers('serp', parts, peak),
    sites: needWorkers('sites', parts, peak),
    'batch-fanout': need({
      CPU: (items * (cpuMs['batch-fanout'] ?? 0)) / MS / CORES,
      'main thread': (items * (mainThreadMs['batch-fanout'] ?? 0)) / MS,
    }),
  };
};

/** Every replica polls every Redis; one replica of each service was idle when that was measured. */
const planRedis = (parts: PartsFigures, peak: number, services: Readonly<Record<ServiceName, Need>>) => {
  const needs = Object.values(services);
  const sets = needs.reduce((sum, { replicas }) => sum + replicas, 0) / needs.length;
  const polling = (sets * (parts.idle.cpuMsPerSecond.redis ?? 0)) / MS;
  const threads = (peak * meanAround(parts, ({ cpuMs }) => cpuMs.redis ?? 0)) / MS;
  // None is enough where polling alone takes what may be used.
  const servers = Math.max(1, Math.ceil(threads / Math.max(0, assumed('redisShare') - polling)));
  return { polling, threads, servers };
};

const planStore = (parts: PartsFigures, mean: number, peak: number) => {
  const days = DAY_SECONDS * assumed('retentionDays');
  const bytes = mean * days * meanAround(parts, ({ kept }) => kept.storeBytes) * assumed('indexFactor');
  const writes = peak * meanAround(parts, ({ store }) => store.writes);
  const shards = Math.ceil(Math.max(writes / assumed('shardWrites'), bytes / 1e12 / assumed('shardTb')));
  const single = 1 - assumed('batchShare');
  return {
    ...{ writes, shards, keptTb: bytes / 1e12 },
    /** Of the period document of the largest account. */
    documentUpdates: peak * single * assumed('largestAccount') * PERIOD_UPDATES,
    objects: mean * days * meanOf(parts, ({ kept }) => kept.files),
    filesTb: (mean * days * meanOf(parts, ({ kept }) => kept.fileBytes)) / 1e12,
    // Files of single requests and of items are removed side by side.
    removingGateways: (mean * Math.max(single, 1 - single) * REMOVAL_CALLS * assumed('s3CallMs')) / MS,
  };
};

/** What a fleet needs for so many requests a day: requests a second times what one holds or uses (Little's law). */
export const planFleet = (figures: CapacityFigures, requestsPerDay: number) => {
  const parts = productionOf(figures);
  const mean = requestsPerDay / DAY_SECONDS;
  const peak = mean * assumed('peakFactor');
  const openCalls = peak * (1 - assumed('batchShare')) * meanOf(parts, (_, kind) => heldSeconds(kind, parts));
  const services = needServices(parts, peak, openCalls);
  const redis = planRedis(parts, peak, services);
  const store = planStore(parts, mean, peak);
  const puts = meanOf(parts, ({ files }) => files.puts);
  const gets = meanAround(parts, ({ files }) => files.gets);
  const targetBytes = meanOf(parts, (_, kind) => TRAFFIC[kind].kib * 1_024);
  const answerBytes = meanOf(parts, (own) => own.answerBytes);
  const replicaHour = Object.entries(services).reduce(
    // safe because the keys are those of the record
    (sum, [name, { replicas }]) =>
      sum + replicas * (CORES * assumed('coreHour') + GIB[name as ServiceName] * assumed('gibHour')),
    0,
  );
  return {
    ...{ requestsPerDay, mean, peak, openCalls, services, redis, store },
    ...{ putsPerSecond: peak * puts, getsPerSecond: peak * gets },
    ...{ targetMbit: (peak * targetBytes * 8) / 1e6, callerMbit: (peak * answerBytes * 8) / 1e6 },
    /** The replicas are those of the peak, all day. */
    dollarsPerDay: {
      replicas: replicaHour * DAY_HOURS,
      'Redis and MongoDB': DAY_HOURS * (redis.servers * assumed('redisHour') + store.shards * assumed('shardHour')),
      S3:
        (requestsPerDay / 1_000) *
          ((puts + LISTS_PER_REMOVAL) * assumed('thousandPuts') + gets * assumed('thousandGets')) +
        (store.filesTb * 1_000 * assumed('storedGbMonth')) / MONTH_DAYS,
      'bytes to callers': ((requestsPerDay * answerBytes) / 1e9) * assumed('sentGb'),
      proxies: ((requestsPerDay * targetBytes) / 1e9) * assumed('proxiedShare') * assumed('proxiedGb'),
    },
  };
};
export type FleetPlan = ReturnType<typeof planFleet>;
