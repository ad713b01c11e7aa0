import { randomUUID } from 'node:crypto';
import { operationById } from '@quarry/contracts';
import {
  countEnd,
  quietTracing,
  type Logger,
  type Metrics,
  type PassFaultPoint,
  type Tracing,
} from '@quarry/observability';
import type { JobQueue } from '@quarry/queue';
import type { BatchJob, Clock, Store } from '@quarry/store';
import {
  LEASE_LOOK_MS,
  LEASE_MS,
  LEASES_PER_LOOK,
  LOOK_MS,
  MAX_LED_ITEMS,
  MAX_LED_JOBS,
  SAMPLE_MS,
  STUCK_AFTER_MS,
} from './bounds.js';
import { JobLeader } from './lead/job-leader.js';
import { startPeriodicTask, type PeriodicTask } from './periodic-task.js';
import { capByKey } from './plan/key-caps.js';
import { shareWindows } from './plan/window-shares.js';
import { Sampler, type Sample } from './sampler.js';

export interface FanoutOptions {
  readonly store: Pick<Store, 'batches' | 'items' | 'crawls'>;
  readonly queue: Pick<JobQueue, 'jobs' | 'listenForBatches'>;
  /** Most items of one site that one job has in flight. */
  readonly siteLimit: number;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly faultPoint: PassFaultPoint;
  /** Default: traces are passed on, not recorded. */
  readonly tracing?: Tracing;
  readonly clock?: Clock;
  /** Default: `LEASE_MS`. */
  readonly leaseMs?: number;
  /** Default: `LOOK_MS`. */
  readonly lookMs?: number;
  /** Default: `MAX_LED_JOBS`. */
  readonly maxLedJobs?: number;
  /** Default: `MAX_LED_ITEMS`. */
  readonly maxLedItems?: number;
}

/** One replica: leads jobs that nobody leads. */
export class Fanout {
  readonly #options: FanoutOptions;
  readonly #owner = randomUUID();
  readonly #leaders = new Map<string, JobLeader>();
  readonly #leaving = new Set<Promise<void>>();
  readonly #sampler: Sampler;
  readonly #lease: PeriodicTask;
  readonly #sample: PeriodicTask;
  #last: Sample = { loads: [], slotsOf: () => 0 };
  #stopListening: () => Promise<void> = async () => undefined;
  #isClosing = false;

  private constructor(options: FanoutOptions) {
    this.#options = options;
    const { store, queue, log } = options;
    this.#sampler = new Sampler({ batches: store.batches, jobs: queue.jobs });
    const periodically = (what: string, everyMs: number, run: () => Promise<void>): PeriodicTask =>
      startPeriodicTask({ everyMs, run, onFailure: (error) => log.warn(`${what} failed`, { error }) });
    this.#lease = periodically('looking for jobs', LEASE_LOOK_MS, () => this.#leaseOnce());
    this.#sample = periodically('looking at the load', SAMPLE_MS, () => this.#sampleOnce());
    this.#measure();
  }

  /** Resolves when hints are received. */
  static async start(options: FanoutOptions): Promise<Fanout> {
    const fanout = new Fanout(options);
    try {
      await fanout.#listen();
      return fanout;
    } catch (error) {
      await fanout.close();
      throw error;
    }
  }

  get ledCount(): number {
    return this.#leaders.size;
  }

  /** Whether a step has been running for too long. `nowMs` is on the clock of `performance`. */
  isStuck(nowMs = performance.now()): boolean {
    const sinceMs = [this.#lease, this.#sample].map((task) => task.runsSinceMs ?? Number.POSITIVE_INFINITY);
    const oldestMs = Math.min(...sinceMs, ...[...this.#leaders.values()].map((leader) => leader.runsSinceMs));
    return nowMs - oldestMs >= STUCK_AFTER_MS;
  }

  /** Ends running steps and lets other replicas lead its jobs. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const leaders = [...this.#leaders.values()];
    this.#leaders.clear();
    await Promise.all([
      this.#stopListening(),
      this.#lease.close(),
      this.#sample.close(),
      ...leaders.map((leader) => leader.close()),
      ...this.#leaving,
    ]);
    await this.#release(leaders.map(({ id }) => id));
  }

  async #listen(): Promise<void> {
    this.#stopListening = await this.#options.queue.listenForBatches({
      onEnd: ({ batchId, requestId }) => this.#leaders.get(batchId)?.noteEnd(requestId),
      onJob: (batchId) => {
        const leader = this.#leaders.get(batchId);
        if (leader === undefined) this.#lease.trigger();
        else leader.lookAtJob();
      },
    });
  }

  async #leaseOnce(): Promise<void> {
    const { store, faultPoint, leaseMs = LEASE_MS } = this.#options;
    const { limit, exceptAccounts } = this.#room();
    if (limit === 0) return;
    const jobs = await store.batches.lease({ owner: this.#owner, leaseMs, limit, exceptAccounts });
    if (jobs.length === 0) return;
    await faultPoint('fanout.leased');
    if (this.#isClosing) return this.#release(jobs.map(({ id }) => id));
    for (const job of jobs) this.#lead(job);
    this.#shareOut();
    if (jobs.length === limit) this.#lease.trigger();
  }

  /** How many more jobs may be led, and of which accounts none. */
  #room(): { limit: number; exceptAccounts: string[] } {
    const { maxLedJobs = MAX_LED_JOBS, maxLedItems = MAX_LED_ITEMS } = this.#options;
    const leaders = [...this.#leaders.values()];
    const openItems = leaders.reduce((sum, leader) => sum + leader.openItems, 0);
    const limit = Math.min(LEASES_PER_LOOK, maxLedJobs - leaders.length);
    if (limit > 0 && openItems < maxLedItems) return { limit, exceptAccounts: [] };
    const exceptAccounts = [...new Set(leaders.map(({ accountId }) => accountId))];
    return { limit: exceptAccounts.length < maxLedJobs ? 1 : 0, exceptAccounts };
  }

  #lead(job: BatchJob): void {
    const { store, queue, siteLimit, faultPoint, log, metrics, tracing = quietTracing } = this.#options;
    const { clock = Date.now, leaseMs = LEASE_MS, lookMs = LOOK_MS } = this.#options;
    const operation = operationById(job.operation);
    if (operation === undefined) return log.error('no such operation', { jobId: job.id, operation: job.operation });
    if (this.#leaders.has(job.id)) return;
    const leader = new JobLeader({
      ...{ job, owner: this.#owner, siteLimit, faultPoint, log, tracing, clock, leaseMs, lookMs },
      queue: operation.queue,
      batches: store.batches,
      items: store.items,
      crawls: store.crawls,
      jobs: queue.jobs,
      onGone: (gone) => this.#leave(gone),
      onPublished: ({ succeeded, failed }) => {
        if (succeeded > 0) metrics.increment('batch_published_total', { result: 'ok' }, succeeded);
        if (failed > 0) metrics.increment('batch_published_total', { result: 'failed' }, failed);
      },
      onEndedHere: ({ state, chargedCredits }, count) =>
        countEnd(metrics, { operation: operation.id, state, chargedCredits }, count),
      onRequeued: (count) => {
        if (count > 0) metrics.increment('batch_requeued_total', {}, count);
      },
    });
    this.#leaders.set(job.id, leader);
  }

  #leave(leader: JobLeader): void {
    if (this.#leaders.get(leader.id) === leader) this.#leaders.delete(leader.id);
    const closed = leader.close().finally(() => this.#leaving.delete(closed));
    this.#leaving.add(closed);
    this.#shareOut();
    if (!this.#isClosing) this.#lease.trigger();
  }

  /** Leases that cannot be released expire. */
  async #release(jobIds: readonly string[]): Promise<void> {
    const { store, log } = this.#options;
    const released = await Promise.allSettled(jobIds.map((jobId) => store.batches.releaseLease(jobId, this.#owner)));
    const failed = released.filter(({ status }) => status === 'rejected').length;
    if (failed > 0) log.warn('could not release leases', { failedCount: failed });
  }

  async #sampleOnce(): Promise<void> {
    this.#last = await this.#sampler.sample();
    this.#shareOut();
  }

  #shareOut(): void {
    const led = [...this.#leaders.values()];
    const windows = capByKey(shareWindows(this.#last.slotsOf, this.#last.loads, led), led);
    for (const leader of this.#leaders.values()) leader.setWindow(windows.get(leader.id) ?? 0);
  }

  #measure(): void {
    const { metrics } = this.#options;
    const reported = new Set<string>();
    metrics.onCollect(() => {
      metrics.set('batch_jobs_led', {}, this.#leaders.size);
      // A queue without batches is still reported, as empty.
      const out = new Map<string, number>([...reported].map((queue) => [queue, 0]));
      for (const { queue, outCount } of this.#leaders.values()) out.set(queue, (out.get(queue) ?? 0) + outCount);
      for (const [queue, count] of out) {
        reported.add(queue);
        metrics.set('batch_items_in_flight', { queue }, count);
      }
    });
  }
}
