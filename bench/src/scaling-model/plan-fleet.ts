import {
  CONTEXTS,
  GIB,
  KINDS,
  LIMITS,
  MONTH_DAYS,
  perDay,
  PRICES,
  REPLICAS,
  SLOTS,
  type Kind,
  type Traffic,
} from './assumptions.js';
import { chooseShards, type ShardChoice, type ShardLoad } from './choose-shards.js';
import {
  WORKER_OF,
  type CapacityFigures,
  type OperationFigures,
  type PartsFigures,
  type WorkerName,
} from './figures.js';
import { LISTS_PER_REMOVAL, planRemoval, type RemovalPlan } from './plan-removal.js';

const DAY_SECONDS = 86_400;
const MS = 1_000;
const GB = 1e9;

export type ServiceName = WorkerName | 'gateway' | 'batch-fanout';

/** How many replicas of a service there must be, and for want of what. */
export interface ReplicaNeed {
  readonly replicas: number;
  readonly limitedBy: string;
  /** What each limit alone would ask for, before rounding. */
  readonly wants: Readonly<Record<string, number>>;
}

export interface FleetPlan {
  readonly requestsPerDay: number;
  readonly meanPerSecond: number;
  readonly peakPerSecond: number;
  /** Single calls that wait for their answer at the peak. */
  readonly openCalls: number;
  readonly services: Readonly<Record<ServiceName, ReplicaNeed>>;
  readonly redis: ShardLoad &
    ShardChoice & {
      /** Threads, over all servers together. */
      readonly cpuShare: number;
      readonly commandsPerSecond: number;
      readonly mbPerSecond: number;
    };
  readonly store: {
    readonly shards: number;
    readonly limitedBy: string;
    readonly commandsPerSecond: number;
    readonly writesPerSecond: number;
    readonly gbPerDay: number;
    readonly keptTb: number;
    /** Updates a second of the period document of the largest account. */
    readonly largestDocumentUpdates: number;
  };
  readonly files: {
    readonly putsPerSecond: number;
    readonly getsPerSecond: number;
    readonly objectsKept: number;
    readonly keptTb: number;
    readonly gbPerDay: number;
    readonly removal: RemovalPlan;
  };
  readonly network: {
    readonly fromTargetsMbit: number;
    readonly toCallersMbit: number;
    readonly proxiedGbPerDay: number;
  };
  /** Replicas that the day's mean asks for. */
  readonly onAverage: Readonly<Record<ServiceName, ReplicaNeed>>;
  /** The replicas are those on average. */
  readonly dollarsPerDay: Readonly<Record<string, number>>;
}

/** Mean seconds a request holds its slot: what the target takes, with its long tail, and what we take on an idle machine. */
export const serviceSeconds = (kind: Kind, parts: PartsFigures, traffic: Traffic): number => {
  const { targetMs, targetSpread } = traffic.kinds[kind];
  const { aloneMs } = parts.operations[kind];
  return (targetMs * Math.exp(targetSpread ** 2 / 2) + (aloneMs[aloneMs.length >> 1] ?? 0)) / MS;
};

interface Load {
  readonly parts: PartsFigures;
  readonly traffic: Traffic;
  readonly perSecond: number;
}

const rateOf = ({ traffic, perSecond }: Load, kind: Kind): number => perSecond * traffic.kinds[kind].share;

/** Sums over single requests and batch items; items cost the parts around the worker what a batch's item was measured to cost. */
const sumOver = (load: Load, worth: (figures: OperationFigures, kind: Kind) => number): number =>
  KINDS.reduce((sum, kind) => sum + rateOf(load, kind) * worth(load.parts.operations[kind], kind), 0);

const sumAround = (load: Load, worth: (figures: OperationFigures) => number): number => {
  const { batchShare } = load.traffic;
  const item = worth(load.parts.operations.batch20);
  return sumOver(load, (figures) => (1 - batchShare) * worth(figures) + batchShare * item);
};

/** Undefined wants are none; the largest decides. */
const need = (wants: Readonly<Record<string, number>>, least: number): ReplicaNeed => {
  const [limitedBy, most] = Object.entries(wants).reduce<[string, number]>(
    (found, entry) => (entry[1] > found[1] ? entry : found),
    ['', 0],
  );
  const replicas = Math.ceil(most);
  return replicas <= least ? { replicas: least, limitedBy: 'the least number', wants } : { replicas, limitedBy, wants };
};

const needWorkers = (load: Load, worker: WorkerName): ReplicaNeed => {
  const { cores, least } = REPLICAS[worker];
  const sum = (worth: (figures: OperationFigures, kind: Kind) => number): number =>
    sumOver(load, (figures, kind) => (WORKER_OF[kind] === worker ? worth(figures, kind) : 0));
  const cpuOf = ({ cpuMs }: OperationFigures): number => ((cpuMs[worker] ?? 0) + (cpuMs.chromium ?? 0)) / MS;
  const share = LIMITS.replicaShare;
  return need(
    {
      slots: sum((_, kind) => serviceSeconds(kind, load.parts, load.traffic)) / (SLOTS * share),
      pages:
        sum((_, kind) => (kind === 'browser' ? serviceSeconds(kind, load.parts, load.traffic) : 0)) /
        (CONTEXTS * share),
      CPU: sum(cpuOf) / (cores * share),
      'the main thread': sum(({ mainThreadMs }) => (mainThreadMs[worker] ?? 0) / MS) / share,
    },
    least,
  );
};

const openCalls = (load: Load): number =>
  sumOver(load, (_, kind) => (1 - load.traffic.batchShare) * serviceSeconds(kind, load.parts, load.traffic));

const needGateways = (load: Load): ReplicaNeed => {
  const { gib, least } = REPLICAS.gateway;
  const { waiting, idle } = load.parts;
  const open = openCalls(load);
  const share = LIMITS.replicaShare;
  const cpu =
    sumAround(load, ({ cpuMs }) => (cpuMs.gateway ?? 0) / MS) + (open * waiting.gatewayCpuMsPerCallSecond) / MS;
  const main = sumAround(load, ({ mainThreadMs }) => (mainThreadMs.gateway ?? 0) / MS);
  const room = (gib * GIB) / 2 ** 20 - (idle.mb.gateway ?? 0);
  return need(
    {
      // Its HPA asks for another at this share of one core, whatever thread it went to.
      'CPU, as its HPA counts': cpu / share,
      'the main thread': main / share,
      memory: (open * waiting.gatewayKbPerCall) / 1_024 / (room * share),
    },
    least,
  );
};

const needFanouts = (load: Load): ReplicaNeed => {
  const { cores, least } = REPLICAS['batch-fanout'];
  const items = load.perSecond * load.traffic.batchShare;
  const { cpuMs, mainThreadMs } = load.parts.operations.batch20;
  return need(
    {
      CPU: (items * (cpuMs['batch-fanout'] ?? 0)) / MS / (cores * LIMITS.replicaShare),
      'the main thread': (items * (mainThreadMs['batch-fanout'] ?? 0)) / MS / LIMITS.replicaShare,
    },
    least,
  );
};

const needServices = (load: Load): Record<ServiceName, ReplicaNeed> => ({
  gateway: needGateways(load),
  'browser-scrape': needWorkers(load, 'browser-scrape'),
  serp: needWorkers(load, 'serp'),
  sites: needWorkers(load, 'sites'),
  'batch-fanout': needFanouts(load),
});

/** One replica of each service was idle when the idle fleet was measured. */
const replicaSets = (services: Readonly<Record<ServiceName, ReplicaNeed>>): number =>
  Object.values(services).reduce((sum, { replicas }) => sum + replicas, 0) / Object.keys(services).length;

const planRedis = (load: Load, services: Readonly<Record<ServiceName, ReplicaNeed>>): FleetPlan['redis'] => {
  const { idle } = load.parts;
  const sets = replicaSets(services);
  const shardLoad = {
    workShare: sumAround(load, ({ cpuMs }) => (cpuMs.redis ?? 0) / MS),
    pollingShare: (sets * (idle.cpuMsPerSecond.redis ?? 0)) / MS,
  };
  const choice = chooseShards(shardLoad, load.traffic);
  const polled = sets * choice.shards;
  return {
    ...shardLoad,
    ...choice,
    cpuShare: shardLoad.workShare + shardLoad.pollingShare * choice.shards,
    commandsPerSecond: sumAround(load, ({ redis }) => redis.commands) + polled * idle.redisCommandsPerSecond,
    mbPerSecond: sumAround(load, ({ redis }) => redis.bytesIn + redis.bytesOut) / 1e6,
  };
};

/** The period is written when a hold is taken and when it ends; what is cleared away there is cleared for many at once. */
const PERIOD_UPDATES = 2;

const planStore = (load: Load, meanPerSecond: number): FleetPlan['store'] => {
  const { traffic } = load;
  const mean = { ...load, perSecond: meanPerSecond };
  const writesPerSecond = sumAround(load, ({ store }) => store.writes);
  const bytesPerDay = sumAround(mean, ({ kept }) => kept.storeBytes) * DAY_SECONDS * LIMITS.storeIndexFactor;
  const kept = bytesPerDay * traffic.retentionDays;
  const byWrites = writesPerSecond / LIMITS.storeShardWrites;
  const byBytes = kept / LIMITS.storeShardBytes;
  return {
    shards: Math.max(1, Math.ceil(Math.max(byWrites, byBytes))),
    limitedBy: byWrites > byBytes ? 'writes' : 'data kept',
    commandsPerSecond: sumAround(load, ({ store }) => store.commands),
    writesPerSecond,
    gbPerDay: bytesPerDay / GB,
    keptTb: kept / 1e12,
    largestDocumentUpdates: load.perSecond * (1 - traffic.batchShare) * traffic.largestAccount * PERIOD_UPDATES,
  };
};

const planFiles = (load: Load, meanPerSecond: number): FleetPlan['files'] => {
  const mean = { ...load, perSecond: meanPerSecond };
  // Markers are objects as well, of no bytes.
  const objectsPerDay = sumOver(mean, ({ kept }) => kept.files) * DAY_SECONDS;
  const bytesPerDay = sumOver(mean, ({ kept }) => kept.fileBytes) * DAY_SECONDS;
  const { retentionDays } = load.traffic;
  return {
    putsPerSecond: sumOver(load, ({ files }) => files.puts),
    getsPerSecond: sumAround(load, ({ files }) => files.gets),
    objectsKept: objectsPerDay * retentionDays,
    keptTb: (bytesPerDay * retentionDays) / 1e12,
    gbPerDay: bytesPerDay / GB,
    removal: planRemoval(meanPerSecond, load.traffic),
  };
};

const BITS = 8;

const planNetwork = (load: Load, meanPerSecond: number): FleetPlan['network'] => {
  const { kinds, proxiedShare } = load.traffic;
  const fromTargets = (at: Load): number => sumOver(at, (_, kind) => kinds[kind].wireBytes);
  const mean = { ...load, perSecond: meanPerSecond };
  return {
    fromTargetsMbit: (fromTargets(load) * BITS) / 1e6,
    toCallersMbit: (sumOver(load, ({ answerBytes }) => answerBytes) * BITS) / 1e6,
    proxiedGbPerDay: (fromTargets(mean) * DAY_SECONDS * proxiedShare) / GB,
  };
};

/** Dollars a day of so many replicas. */
export const replicaDollars = (name: ServiceName, count: number): number => {
  const { cores, gib } = REPLICAS[name];
  return perDay(count * (cores * PRICES.coreHour + gib * PRICES.gibHour));
};

const priceOf = (plan: Omit<FleetPlan, 'dollarsPerDay'>, mean: Load): FleetPlan['dollarsPerDay'] => {
  const replicas = Object.entries(plan.onAverage).reduce(
    // safe because the keys are those of the record
    (sum, [name, { replicas: count }]) => sum + replicaDollars(name as ServiceName, count),
    0,
  );
  const answers = sumOver(mean, ({ answerBytes }) => answerBytes) * DAY_SECONDS;
  const puts = sumOver(mean, ({ files }) => files.puts) + mean.perSecond * LISTS_PER_REMOVAL;
  const gets = sumAround(mean, ({ files }) => files.gets);
  return {
    replicas,
    Redis: perDay(plan.redis.shards * PRICES.redisShardHour),
    store: perDay(plan.store.shards * PRICES.storeShardHour),
    'S3 calls': (DAY_SECONDS * (puts * PRICES.putsPerThousand + gets * PRICES.getsPerThousand)) / 1_000,
    'S3 storage': (plan.files.keptTb * 1_000 * PRICES.storedGbMonth) / MONTH_DAYS,
    'to callers': (answers / GB) * PRICES.egressGb,
    proxies: plan.network.proxiedGbPerDay * PRICES.proxyGb,
  };
};

/** What a fleet must have for so many requests a day. Production parts where they were measured. */
export const planFleet = (figures: CapacityFigures, traffic: Traffic, requestsPerDay: number): FleetPlan => {
  const parts = figures.parts.production ?? figures.parts.embedded;
  const meanPerSecond = requestsPerDay / DAY_SECONDS;
  const peakPerSecond = meanPerSecond * traffic.peakFactor;
  const load: Load = { parts, traffic, perSecond: peakPerSecond };
  const mean: Load = { ...load, perSecond: meanPerSecond };
  const services = needServices(load);
  const plan = {
    ...{ requestsPerDay, meanPerSecond, peakPerSecond, services },
    onAverage: needServices(mean),
    openCalls: openCalls(load),
    redis: planRedis(load, services),
    store: planStore(load, meanPerSecond),
    files: planFiles(load, meanPerSecond),
    network: planNetwork(load, meanPerSecond),
  };
  return { ...plan, dollarsPerDay: priceOf(plan, mean) };
};
