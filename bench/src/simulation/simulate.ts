import { createAccounts, type Accounts } from '../scaling-model/accounts.js';
import type { WorkerName } from '../scaling-model/figures.js';
import { EventHeap } from './event-heap.js';
import { DECIDE_MS, KedaRule, POLL_MS } from './keda-rule.js';
import { Pool, type Job, type Replica } from './pool.js';
import { createRandom, type Random } from './random.js';
import type { Outcome, Scenario, ServiceTimes } from './scenario.js';
import { ShardThread } from './shard-thread.js';
import { createTally, type Tally } from './tally.js';

const WORKERS: readonly WorkerName[] = ['browser-scrape', 'serp', 'sites'];
const DAY_MS = 86_400_000;
/** Bounds of the gateway: MAX_QUEUE_WAIT_MS and MAX_WAITING_JOBS. */
const MAX_WAIT_MS = 60_000;
const MAX_WAITING = 5_000;
/** What a gateway waits for its Redis before it turns calls away. */
const MAX_THREAD_WAIT_MS = 5_000;

/** What an event does, in the low bits of its number; the rest says to which. */
const EVENT = { single: 0, batch: 1, target: 2, worked: 3, poll: 4, decide: 5, ready: 6, outage: 7 } as const;
const EVENT_KINDS = 8;

interface Region {
  readonly pools: ReadonlyMap<WorkerName, Pool>;
  readonly rules: ReadonlyMap<WorkerName, KedaRule>;
  readonly polled: Map<WorkerName, number>;
  readonly threads: readonly ShardThread[];
  isAway: boolean;
}

/** Numbers that stand for things in events. */
class Register<Thing> {
  readonly #things: (Thing | undefined)[] = [];
  readonly #free: number[] = [];

  add(thing: Thing): number {
    const id = this.#free.pop() ?? this.#things.length;
    this.#things[id] = thing;
    return id;
  }

  take(id: number): Thing | undefined {
    const thing = this.#things[id];
    this.#things[id] = undefined;
    this.#free.push(id);
    return thing;
  }
}

const meanServiceMs = ({ targetMs, targetSpread, ownMs }: ServiceTimes): number =>
  targetMs * Math.exp(targetSpread ** 2 / 2) + ownMs.reduce((sum, ms) => sum + ms, 0) / ownMs.length;

class Simulation {
  readonly #scenario: Scenario;
  readonly #random: Random;
  /** A source of its own: however many shards there are, the same requests come. */
  readonly #places: Random;
  readonly #heap = new EventHeap();
  readonly #jobs = new Register<Job>();
  readonly #starting = new Register<{ pool: Pool; replica: Replica }>();
  readonly #accounts: Accounts;
  readonly #regions: readonly Region[];
  readonly #tally: Tally;
  #nowMs = 0;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#random = createRandom(scenario.seed);
    this.#places = createRandom(~scenario.seed);
    this.#accounts = createAccounts({
      count: scenario.accounts,
      largestShare: scenario.largestShare,
      shards: scenario.shards,
    });
    this.#tally = createTally(scenario.settleMs, scenario.shape);
    this.#regions = Array.from({ length: scenario.regions }, () => this.#openRegion());
  }

  run(): Outcome {
    const { durationMs, scaling, outages } = this.#scenario;
    this.#plan(0, EVENT.single);
    if (this.#scenario.batchShare > 0) this.#plan(0, EVENT.batch);
    if (scaling !== undefined) {
      this.#plan(POLL_MS, EVENT.poll);
      this.#plan(DECIDE_MS, EVENT.decide);
    }
    outages.forEach(({ fromMs, toMs }, index) => {
      this.#plan(fromMs, EVENT.outage, index * 2);
      this.#plan(toMs, EVENT.outage, index * 2 + 1);
    });
    while (this.#heap.earliest < durationMs) {
      const nextMs = this.#heap.earliest;
      this.#tally.pass(this.#nowMs, nextMs, this.#inUse);
      this.#nowMs = nextMs;
      const event = this.#heap.pop();
      this.#happen(event % EVENT_KINDS, Math.floor(event / EVENT_KINDS));
    }
    const threads = this.#regions.flatMap((region) => region.threads);
    return {
      ...this.#tally.outcome(this.#nowMs, this.#accounts.shardShares),
      busiestThread: Math.max(...threads.map((thread) => thread.usedUntil(this.#nowMs))),
      threadWaitMs: Math.max(...threads.map(({ longestWaitMs }) => longestWaitMs)),
    };
  }

  readonly #inUse = (add: (worker: WorkerName, pool: Pool) => void): void => {
    for (const { pools } of this.#regions) for (const [worker, pool] of pools) add(worker, pool);
  };

  #plan(delayMs: number, kind: number, index = 0): void {
    this.#heap.push(this.#nowMs + delayMs, index * EVENT_KINDS + kind);
  }

  #openRegion(): Region {
    const { shards, shape, replicas, scaling, pollingShare, settleMs } = this.#scenario;
    const open = (worker: WorkerName): [WorkerName, Pool] => {
      const pool = new Pool(shards, shape, {
        onStart: (job) => {
          job.startedMs = this.#nowMs;
          this.#tally.onStart(job, this.#nowMs, meanServiceMs(job.service));
        },
        onAsk: (job) => {
          if (job.service.isShown) this.#tally.onShow(job, this.#nowMs);
          this.#plan(this.#targetMs(job), EVENT.target, this.#jobs.add(job));
        },
        onWork: (job) => this.#plan(job.service.cpuMs, EVENT.worked, this.#jobs.add(job)),
        onEnd: () => this.#tally.onEnd(this.#nowMs),
        pick: (below) => Math.floor(this.#random.next() * below),
      });
      for (let count = 0; count < replicas[worker]; count += 1) pool.addReplica('ready');
      return [worker, pool];
    };
    const rules = new Map(
      scaling === undefined ? [] : WORKERS.map((worker) => [worker, new KedaRule(scaling[worker])] as const),
    );
    const threads = Array.from({ length: shards }, () => new ShardThread(pollingShare, settleMs));
    return { pools: new Map(WORKERS.map(open)), rules, polled: new Map(), threads, isAway: false };
  }

  #happen(kind: number, index: number): void {
    if (kind === EVENT.single) this.#onSingle();
    else if (kind === EVENT.batch) this.#onBatch();
    else if (kind === EVENT.target) this.#onJob(index, (job) => job.pool.onTarget(job));
    else if (kind === EVENT.worked) this.#onJob(index, (job) => job.pool.onWorked(job));
    else if (kind === EVENT.poll) this.#onPoll();
    else if (kind === EVENT.decide) this.#onDecide();
    else if (kind === EVENT.ready) this.#onReady(index);
    else this.#onOutage(index);
  }

  /** What was in the hands of a replica that is gone happens no more. */
  #onJob(id: number, go: (job: Job) => void): void {
    const job = this.#jobs.take(id);
    if (job !== undefined && job.replica.state !== 'gone') go(job);
  }

  #ratePerMs(share: number): number {
    const { meanPerSecond, daySwing } = this.#scenario;
    const swing = 1 - daySwing * Math.cos((2 * Math.PI * this.#nowMs) / DAY_MS);
    return (meanPerSecond * share * swing) / 1_000;
  }

  #onSingle(): void {
    if (this.#nowMs > 0) this.#arrive(this.#drawService(), this.#accounts.draw(this.#random.next()), false);
    this.#plan(this.#random.exponential() / this.#ratePerMs(1 - this.#scenario.batchShare), EVENT.single);
  }

  /** All items of a job are of one kind and one account. */
  #onBatch(): void {
    const { itemsPerJob, batchShare } = this.#scenario;
    if (this.#nowMs > 0) {
      const [service, account] = [this.#drawService(), this.#accounts.draw(this.#random.next())];
      for (let item = 0; item < itemsPerJob; item += 1) this.#arrive(service, account, true);
    }
    this.#plan((this.#random.exponential() * itemsPerJob) / this.#ratePerMs(batchShare), EVENT.batch);
  }

  #drawService(): ServiceTimes {
    const { services } = this.#scenario;
    let point = this.#random.next();
    for (const service of services) {
      point -= service.share;
      if (point < 0) return service;
    }
    // safe because a scenario has services
    return services.at(-1) as ServiceTimes;
  }

  #arrive(service: ServiceTimes, account: number, isItem: boolean): void {
    const shard = this.#accounts.shardOf(account, this.#places.next());
    const region = this.#drawRegion();
    const [pool, thread] = [region?.pools.get(service.worker), region?.threads[shard]];
    this.#tally.onArrival(this.#nowMs);
    if (pool === undefined || thread === undefined || (!isItem && this.#isShed(pool, thread, shard))) {
      this.#tally.onShed(this.#nowMs);
      return;
    }
    thread.take(this.#nowMs, isItem ? service.itemRedisMs : service.redisMs);
    // safe because a replica is put there before it is read
    const replica = undefined as unknown as Replica;
    pool.enqueue({ ...{ service, shard, isItem, pool, replica }, arrivedMs: this.#nowMs, startedMs: 0 });
  }

  /** Items of a shard that is away wait in the store. */
  #isShed(pool: Pool, thread: ShardThread, shard: number): boolean {
    if (pool.isAway(shard) || thread.waitMs(this.#nowMs) > MAX_THREAD_WAIT_MS) return true;
    const single = pool.lanes[shard]?.single;
    if (single === undefined || single.size > MAX_WAITING) return true;
    const oldest = single.peek();
    return oldest !== undefined && this.#nowMs - oldest.arrivedMs > MAX_WAIT_MS;
  }

  #drawRegion(): Region | undefined {
    const there = this.#regions.filter(({ isAway }) => !isAway);
    return there[Math.floor(this.#random.next() * there.length)];
  }

  #onPoll(): void {
    for (const region of this.#regions) {
      for (const [worker, pool] of region.pools) region.polled.set(worker, pool.backlog);
    }
    this.#plan(POLL_MS, EVENT.poll);
  }

  #onDecide(): void {
    for (const { pools, rules, polled, isAway } of this.#regions) {
      for (const [worker, pool] of isAway ? [] : pools) {
        const before = pool.wanted;
        const after = rules.get(worker)?.decide(this.#nowMs, polled.get(worker) ?? 0, before) ?? before;
        for (let count = before; count < after; count += 1) {
          const replica = pool.addReplica('starting');
          this.#plan(this.#scenario.podStartMs, EVENT.ready, this.#starting.add({ pool, replica }));
        }
        if (after < before) pool.removeReplicas(before - after);
      }
    }
    this.#plan(DECIDE_MS, EVENT.decide);
  }

  #onReady(index: number): void {
    const started = this.#starting.take(index);
    started?.pool.becomeReady(started.replica);
  }

  #onOutage(index: number): void {
    const outage = this.#scenario.outages[index >> 1];
    if (outage === undefined) return;
    const isAway = index % 2 === 0;
    if (outage.part === 'shard') {
      for (const { pools } of this.#regions) for (const pool of pools.values()) pool.setAway(outage.index, isAway);
      return;
    }
    const region = this.#regions[outage.index];
    if (region === undefined) return;
    region.isAway = isAway;
    for (const [worker, pool] of region.pools) {
      if (isAway) this.#tally.onLost(pool.fail().lost);
      else for (let count = 0; count < this.#scenario.replicas[worker]; count += 1) pool.addReplica('ready');
    }
  }

  /** The target's time and what we take around it, without the CPU that follows. */
  #targetMs({ service }: Job): number {
    const { targetMs, targetSpread, ownMs, cpuMs } = service;
    const target = targetMs * Math.exp(targetSpread * this.#random.normal());
    const place = this.#random.next() * (ownMs.length - 1);
    const low = Math.floor(place);
    const from = ownMs[low] ?? 0;
    const own = from + ((ownMs[low + 1] ?? from) - from) * (place - low);
    return target + Math.max(0, own - cpuMs);
  }
}

/** Plays a scenario; the same seed gives the same outcome. */
export const simulate = (scenario: Scenario): Outcome => new Simulation(scenario).run();
