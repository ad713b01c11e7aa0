import { randomUUID } from 'node:crypto';
import type { QueueName } from '@quarry/contracts';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { ABANDON_AFTER_MS, FETCH_RETRY_MS, IDLE_POLL_MS, LOCK_RENEW_MS, REMEMBERED_CANCELS } from '../bounds.js';
import { closeConnection, type QueueLog } from '../connection/connections.js';
import { startJobRun, type JobEnd, type JobRun } from './job-run.js';
import { Lane, type HeldJob } from './lane.js';
import { LaneOrder } from './lane-order.js';
import { cancelChannel, LANES } from '../names.js';
import type { JobHandler, JobPriority, JobWorker } from '../port.js';
import { SlotShares } from './slot-shares.js';
import { openSlotRegistry, type SlotRegistry } from './slot-registry.js';
import type { Subscriptions } from '../connection/subscriptions.js';
import { atMost, withTimeout } from '../connection/unavailable.js';

/** How often a worker that may not take jobs asks whether it may again. */
export const TAKE_AGAIN_MS = 250;

export interface WorkerOptions {
  readonly queue: QueueName;
  /** Jobs run at once, interactive and batch together. */
  readonly slots: number;
  readonly handle: JobHandler;
  /** Called before each job with the number of running jobs. While it returns false, jobs stay in the queue for other workers. */
  readonly mayTake?: (activeCount: number) => boolean;
  /** How often it is called again. Default: `TAKE_AGAIN_MS`. */
  readonly takeAgainMs?: number;
  /** Default: `ABANDON_AFTER_MS`. */
  readonly abandonAfterMs?: number;
  /** How often the locks of running jobs are renewed. Default: `LOCK_RENEW_MS`. */
  readonly lockRenewMs?: number;
}

export interface SlotWorkerOptions extends WorkerOptions {
  readonly redis: Redis;
  readonly blocking: Redis;
  readonly subscriptions: Subscriptions;
  readonly prefix: string;
  readonly now: () => number;
  readonly log: QueueLog;
}

interface Slot {
  readonly held: HeldJob;
  readonly lane: Lane;
  readonly run: JobRun;
  readonly freed: Promise<void>;
  /** The lock is released: the job was handed back or is being ended. */
  isReleased: boolean;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Takes jobs of one queue while it has free slots. */
export class SlotWorker implements JobWorker {
  readonly #options: SlotWorkerOptions;
  readonly #lanes: Record<JobPriority, Lane>;
  readonly #id = randomUUID();
  readonly #registry: SlotRegistry;
  readonly #order = new LaneOrder();
  readonly #slots = new Set<Slot>();
  readonly #shares: SlotShares;
  readonly #cancelled = new LRUCache<string, true>({ max: REMEMBERED_CANCELS });
  readonly #stopped = Promise.withResolvers<void>();
  #slotFreed = Promise.withResolvers<void>();
  #lastProgressAtMs: number;
  #isDraining = false;
  /** Set if jobs wait that need another slot: settles when a slot has been freed since the jobs were checked. */
  #withheldUntil: Promise<void> | undefined;
  #wakeUp: Promise<void> | undefined;
  #drained: Promise<void> | undefined;
  #loop: Promise<void> = Promise.resolve();
  #renewTimer: NodeJS.Timeout | undefined;
  #unsubscribe: () => Promise<void> = async () => undefined;

  private constructor(options: SlotWorkerOptions) {
    this.#options = options;
    this.#lastProgressAtMs = options.now();
    this.#shares = new SlotShares(options.slots);
    const { redis, prefix, queue, log } = options;
    const open = (lane: JobPriority) => new Lane({ redis, prefix, queue, lane, log });
    this.#registry = openSlotRegistry(redis, prefix, queue);
    this.#lanes = { interactive: open('interactive'), batch: open('batch') };
  }

  static async start(options: SlotWorkerOptions): Promise<SlotWorker> {
    const worker = new SlotWorker(options);
    try {
      await worker.#start();
      return worker;
    } catch (error) {
      await worker.drain(0);
      throw error;
    }
  }

  get lastProgressAtMs(): number {
    return this.#lastProgressAtMs;
  }

  get activeCount(): number {
    return this.#slots.size;
  }

  drain(graceMs: number): Promise<void> {
    this.#drained ??= this.#drain(graceMs);
    return this.#drained;
  }

  async #start(): Promise<void> {
    const { subscriptions, prefix, queue } = this.#options;
    this.#unsubscribe = await subscriptions.subscribe(cancelChannel(prefix, queue), (jobId) => this.#onCancel(jobId));
    await withTimeout('starting a worker', Promise.all(LANES.map((lane) => this.#lanes[lane].start())));
    await withTimeout('registering slots', this.#registry.put(this.#id, this.#options.slots));
    this.#renewTimer = setInterval(() => void this.#renew(), this.#options.lockRenewMs ?? LOCK_RENEW_MS);
    this.#loop = this.#takeJobs();
  }

  async #takeJobs(): Promise<void> {
    while (!this.#isDraining) {
      try {
        if (!this.#shares.hasFree()) await this.#waitForSlot();
        else if (!this.#mayTake()) await this.#waitUntilAllowed();
        else await this.#takeOneOrWait();
      } catch (error) {
        if (this.#isDraining) return;
        this.#options.log.warn('fetching a job failed', { queue: this.#options.queue, reason: reasonOf(error) });
        await atMost(FETCH_RETRY_MS, this.#stopped.promise);
        this.#order.mayHaveGrown();
      }
    }
  }

  #mayTake(): boolean {
    return this.#options.mayTake?.(this.#slots.size) ?? true;
  }

  /** Passes on wake-ups that this worker has received and cannot use. */
  async #passOnWakeUps(): Promise<void> {
    await Promise.all(
      LANES.filter((lane) => this.#order.hasUnusedWakeUp(lane)).map((lane) => this.#lanes[lane].wakeOthers()),
    );
  }

  async #waitUntilAllowed(): Promise<void> {
    await this.#passOnWakeUps();
    // `mayTake` may change when a slot is freed.
    await atMost(
      this.#options.takeAgainMs ?? TAKE_AGAIN_MS,
      Promise.race([this.#slotFreed.promise, this.#stopped.promise]),
    );
    this.#order.mayHaveGrown();
  }

  async #waitForSlot(): Promise<void> {
    await this.#passOnWakeUps();
    if (!this.#shares.hasFree()) await Promise.race([this.#slotFreed.promise, this.#stopped.promise]);
    this.#order.mayHaveGrown();
  }

  async #takeOneOrWait(): Promise<void> {
    const name = this.#order.next();
    if (name === undefined) return this.#waitForJob();
    const lane = this.#lanes[name];
    const slotFreed = this.#slotFreed.promise;
    if (!(await this.#mayFetch(lane))) {
      this.#withheldUntil ??= slotFreed;
      return this.#order.foundNothing(name);
    }
    const fetched = await lane.fetch(randomUUID());
    if (fetched.kind === 'empty') return this.#order.foundNothing(name);
    this.#order.found(name);
    if (fetched.kind !== 'job') return;
    if (this.#isDraining) await lane.handBack(fetched.held);
    else if (this.#shares.mayBegin(fetched.held.job.accountId)) this.#begin(lane, fetched.held);
    // Another worker took the job that was put first.
    else await lane.handBack(fetched.held);
  }

  /** For the last free slot, a job of an account that holds none is put first. False if there is none. */
  async #mayFetch(lane: Lane): Promise<boolean> {
    const holders = this.#shares.withheldFrom();
    return holders.length === 0 || lane.putFirstOther(holders);
  }

  async #waitForJob(): Promise<void> {
    this.#wakeUp ??= this.#untilWoken().finally(() => (this.#wakeUp = undefined));
    const withheldUntil = this.#withheldUntil;
    this.#withheldUntil = undefined;
    await (withheldUntil ? Promise.race([this.#wakeUp, withheldUntil]) : this.#wakeUp);
    // A withheld job may begin in the freed slot.
    if (withheldUntil) this.#order.mayHaveGrown();
  }

  async #untilWoken(): Promise<void> {
    const { interactive, batch } = this.#lanes;
    const woken = await this.#options.blocking.bzpopmin(interactive.markerKey, batch.markerKey, IDLE_POLL_MS / 1000);
    if (woken === null) this.#order.mayHaveGrown();
    else this.#order.mayHaveGrown(woken[0] === batch.markerKey ? 'batch' : 'interactive');
    if (!this.#shares.hasFree()) await this.#passOnWakeUps();
  }

  #begin(lane: Lane, held: HeldJob): void {
    const { handle, now, abandonAfterMs = ABANDON_AFTER_MS } = this.#options;
    const enqueuedAtMs = held.stored.timestamp;
    const run = startJobRun({ job: held.job, enqueuedAtMs, handle, abandonAfterMs, nowMs: now() });
    const freed = Promise.withResolvers<void>();
    const slot: Slot = { held, lane, run, freed: freed.promise, isReleased: false };
    // Idle time does not count: only how long running jobs have made no progress.
    if (this.#slots.size === 0) this.#lastProgressAtMs = now();
    this.#slots.add(slot);
    this.#shares.begin(held.job.accountId);
    if (this.#cancelled.delete(held.id)) run.abort('cancelled');
    void run.ended.then(async (end) => {
      this.#report(held, end);
      if (!slot.isReleased) {
        slot.isReleased = true;
        await lane.finish(held);
      }
      this.#slots.delete(slot);
      this.#shares.end(held.job.accountId);
      this.#lastProgressAtMs = now();
      freed.resolve();
      this.#slotFreed.resolve();
      this.#slotFreed = Promise.withResolvers<void>();
    });
  }

  #report(held: HeldJob, end: JobEnd): void {
    const { queue, log } = this.#options;
    if (end.kind === 'failed')
      log.error('job handler threw', { queue, queueJobId: held.id, reason: reasonOf(end.error) });
    if (end.kind === 'abandoned') {
      log.error('job handler ignored its abort; its slot was freed', {
        queue,
        queueJobId: held.id,
        reason: end.reason,
      });
    }
  }

  #onCancel(jobId: string): void {
    const slots = [...this.#slots].filter((slot) => slot.held.id === jobId);
    // This worker may be about to receive the job.
    if (slots.length === 0) this.#cancelled.set(jobId, true);
    for (const slot of slots) slot.run.abort('cancelled');
  }

  async #renew(): Promise<void> {
    const { log, queue } = this.#options;
    const slots = [...this.#slots].filter((slot) => !slot.isReleased);
    const renewOne = async (name: JobPriority) => {
      const ofLane = slots.filter((slot) => slot.lane.lane === name);
      const lost = new Set(await this.#lanes[name].renew(ofLane.map((slot) => slot.held)));
      // Another worker may run the same job now; the store decides which result counts.
      const stillRunning = ofLane.filter((slot) => lost.has(slot.held.id) && !slot.isReleased);
      for (const slot of stillRunning) log.warn('job lock lost', { queue, queueJobId: slot.held.id });
    };
    const registered = this.#isDraining ? undefined : this.#registry.put(this.#id, this.#options.slots);
    await Promise.all([...LANES.map(renewOne), registered]).catch((error: unknown) =>
      log.warn('renewing job locks failed', { queue, reason: reasonOf(error) }),
    );
  }

  async #drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    this.#stopped.resolve();
    this.#options.blocking.disconnect();
    const left = this.#leaveRegistry();
    await withTimeout('ending the fetch loop', this.#loop).catch((error: unknown) => this.#warnOfDrain(error));
    const allFreed = () => Promise.all([...this.#slots].map((slot) => slot.freed));
    await atMost(graceMs, allFreed());
    const handedBack = [...this.#slots]
      .filter((slot) => !slot.run.isAborted && !slot.isReleased)
      .map((slot) => this.#handBack(slot));
    await Promise.all(handedBack);
    await atMost(2 * (this.#options.abandonAfterMs ?? ABANDON_AFTER_MS), allFreed());
    await left;
    await this.#close();
  }

  async #leaveRegistry(): Promise<void> {
    if (this.#options.redis.status !== 'ready') return;
    await withTimeout('leaving the registry', this.#registry.drop(this.#id, this.#options.slots)).catch(
      (error: unknown) => this.#warnOfDrain(error),
    );
  }

  /** At once, not when the handler has ended: another worker can begin, and the store accepts only one end. */
  async #handBack(slot: Slot): Promise<void> {
    slot.isReleased = true;
    slot.run.abort('draining');
    await withTimeout('handing a job back', slot.lane.handBack(slot.held)).catch((error: unknown) =>
      this.#warnOfDrain(error),
    );
  }

  #warnOfDrain(error: unknown): void {
    this.#options.log.warn('drain was not complete', { queue: this.#options.queue, reason: reasonOf(error) });
  }

  async #close(): Promise<void> {
    clearInterval(this.#renewTimer);
    await this.#unsubscribe();
    if (this.#options.redis.status === 'ready') {
      const wakes = LANES.map((lane) => this.#lanes[lane].wakeOthers());
      await withTimeout('waking others', Promise.all(wakes)).catch((error: unknown) => this.#warnOfDrain(error));
    }
    await Promise.all(LANES.map((lane) => this.#lanes[lane].close()));
    await closeConnection(this.#options.redis);
  }
}
