import { Fifo } from './fifo.js';
import type { ReplicaShape, ServiceTimes } from './scenario.js';

export interface Job {
  readonly service: ServiceTimes;
  readonly shard: number;
  readonly isItem: boolean;
  readonly arrivedMs: number;
  startedMs: number;
  readonly pool: Pool;
  replica: Replica;
}

export interface Replica {
  active: number;
  shown: number;
  computing: number;
  readonly forPage: Fifo<Job>;
  readonly forCpu: Fifo<Job>;
  state: 'starting' | 'ready' | 'leaving' | 'gone';
  /** Where it stands among those with free slots; -1: it has none. */
  freeAt: number;
}

/** Single calls that start in a row before a waiting item has its turn, as in the queue. */
const SINGLE_TURNS = 8;

/** What a pool tells of. */
export interface PoolEvents {
  onStart(job: Job): void;
  /** The target is asked: `onTarget` of the pool is due after its time. */
  onAsk(job: Job): void;
  /** The answer is worked on: `onWorked` is due. */
  onWork(job: Job): void;
  onEnd(job: Job): void;
  /** From 0 up to, not including, `below`. */
  pick(below: number): number;
}

interface Lanes {
  readonly single: Fifo<Job>;
  readonly items: Fifo<Job>;
}

/** The replicas of one kind of worker in one region, and the queues that they take from. */
export class Pool {
  readonly lanes: readonly Lanes[];
  readonly #shape: ReplicaShape;
  readonly #events: PoolEvents;
  readonly #away: boolean[];
  #replicas: Replica[] = [];
  #free: Replica[] = [];
  #turn = 0;
  #singlesInARow = 0;
  waitingSingles = 0;
  waitingItems = 0;
  active = 0;
  /** Pages in Chromium. */
  shown = 0;
  /** Ready or leaving: their slots count. */
  running = 0;

  constructor(shards: number, shape: ReplicaShape, events: PoolEvents) {
    this.#shape = shape;
    this.#events = events;
    this.lanes = Array.from({ length: shards }, () => ({ single: new Fifo<Job>(), items: new Fifo<Job>() }));
    this.#away = this.lanes.map(() => false);
  }

  /** As the gateways export it. */
  get backlog(): number {
    return this.waitingSingles + this.waitingItems + this.active;
  }

  get wanted(): number {
    return this.#replicas.filter(({ state }) => state === 'ready' || state === 'starting').length;
  }

  setAway(shard: number, isAway: boolean): void {
    this.#away[shard] = isAway;
    if (!isAway) this.dispatch();
  }

  isAway(shard: number): boolean {
    return this.#away[shard] ?? false;
  }

  addReplica(state: 'starting' | 'ready'): Replica {
    const replica: Replica = {
      ...{ active: 0, shown: 0, computing: 0, forPage: new Fifo<Job>(), forCpu: new Fifo<Job>() },
      ...{ state: 'starting', freeAt: -1 },
    };
    this.#replicas.push(replica);
    if (state === 'ready') this.becomeReady(replica);
    return replica;
  }

  becomeReady(replica: Replica): void {
    if (replica.state !== 'starting') return;
    replica.state = 'ready';
    this.running += 1;
    this.#setFree(replica);
    this.dispatch();
  }

  /** Those that start go at once, the others when they have ended what they hold. */
  removeReplicas(count: number): void {
    const candidates = this.#replicas.filter(({ state }) => state === 'ready' || state === 'starting');
    for (const replica of candidates.slice(candidates.length - count)) {
      if (replica.state === 'starting') replica.state = 'gone';
      else {
        replica.state = 'leaving';
        this.#setBusy(replica);
        this.#leaveWhenDone(replica);
      }
    }
    this.#replicas = this.#replicas.filter(({ state }) => state !== 'gone');
  }

  /** All at once, with what they hold and what waits for them. */
  fail(): { lost: number } {
    const waiting = this.lanes.flatMap(({ single, items }) => [...single.clear(), ...items.clear()]);
    const lost = waiting.length + this.active;
    for (const replica of this.#replicas) replica.state = 'gone';
    this.#replicas = [];
    this.#free = [];
    this.waitingSingles = 0;
    this.waitingItems = 0;
    this.active = 0;
    this.shown = 0;
    this.running = 0;
    return { lost };
  }

  enqueue(job: Job): void {
    const lanes = this.lanes[job.shard];
    if (job.isItem) {
      lanes?.items.push(job);
      this.waitingItems += 1;
    } else {
      lanes?.single.push(job);
      this.waitingSingles += 1;
    }
    this.dispatch();
  }

  dispatch(): void {
    while (this.#free.length > 0) {
      const job = this.#takeNext();
      if (job === undefined) return;
      const replica = this.#free[this.#events.pick(this.#free.length)];
      if (replica === undefined) return;
      this.#start(job, replica);
    }
  }

  onTarget(job: Job): void {
    const { replica } = job;
    if (replica.computing < this.#shape.cores) this.#compute(job);
    else replica.forCpu.push(job);
  }

  onWorked(job: Job): void {
    const { replica } = job;
    replica.computing -= 1;
    const nextToCompute = replica.forCpu.shift();
    if (nextToCompute !== undefined) this.#compute(nextToCompute);
    if (job.service.isShown) {
      const nextToShow = replica.forPage.shift();
      if (nextToShow === undefined) {
        replica.shown -= 1;
        this.shown -= 1;
      } else this.#events.onAsk(nextToShow);
    }
    replica.active -= 1;
    this.active -= 1;
    this.#events.onEnd(job);
    if (replica.state === 'leaving') this.#leaveWhenDone(replica);
    else this.#setFree(replica);
    this.dispatch();
  }

  #takeNext(): Job | undefined {
    const isItemsTurn = this.#singlesInARow >= SINGLE_TURNS && this.waitingItems > 0;
    const job = isItemsTurn ? (this.#takeFrom('items') ?? this.#takeFrom('single')) : this.#takeSingleFirst();
    if (job === undefined) return undefined;
    if (job.isItem) {
      this.waitingItems -= 1;
      this.#singlesInARow = 0;
    } else {
      this.waitingSingles -= 1;
      this.#singlesInARow += 1;
    }
    return job;
  }

  #takeSingleFirst(): Job | undefined {
    return this.#takeFrom('single') ?? this.#takeFrom('items');
  }

  /** One shard after the other, so that none waits behind another's backlog. */
  #takeFrom(lane: keyof Lanes): Job | undefined {
    if ((lane === 'single' ? this.waitingSingles : this.waitingItems) === 0) return undefined;
    for (let looks = 0; looks < this.lanes.length; looks += 1) {
      this.#turn = (this.#turn + 1) % this.lanes.length;
      if (this.#away[this.#turn]) continue;
      const job = this.lanes[this.#turn]?.[lane].shift();
      if (job !== undefined) return job;
    }
    return undefined;
  }

  #start(job: Job, replica: Replica): void {
    job.replica = replica;
    replica.active += 1;
    this.active += 1;
    if (replica.active >= this.#shape.slots) this.#setBusy(replica);
    this.#events.onStart(job);
    if (!job.service.isShown) this.#events.onAsk(job);
    else if (replica.shown < this.#shape.contexts) {
      replica.shown += 1;
      this.shown += 1;
      this.#events.onAsk(job);
    } else replica.forPage.push(job);
  }

  #compute(job: Job): void {
    job.replica.computing += 1;
    this.#events.onWork(job);
  }

  #leaveWhenDone(replica: Replica): void {
    if (replica.active > 0) return;
    replica.state = 'gone';
    this.running -= 1;
    this.#replicas = this.#replicas.filter((one) => one !== replica);
  }

  #setFree(replica: Replica): void {
    if (replica.freeAt >= 0) return;
    replica.freeAt = this.#free.length;
    this.#free.push(replica);
  }

  #setBusy(replica: Replica): void {
    if (replica.freeAt < 0) return;
    const last = this.#free.pop();
    if (last !== undefined && last !== replica) {
      this.#free[replica.freeAt] = last;
      last.freeAt = replica.freeAt;
    }
    replica.freeAt = -1;
  }
}
