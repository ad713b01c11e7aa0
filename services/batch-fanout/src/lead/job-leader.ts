import type { Logger } from '@quarry/observability';
import type { QueueName } from '@quarry/contracts';
import type { BatchJob } from '@quarry/store';
import { LEASE_RENEWALS, PUBLISH_LIMIT, PUBLISH_PAUSE_FACTOR, PUBLISH_PAUSE_MS, REFILL_DELAY_MS } from '../bounds.js';
import { ItemFlow } from './item-flow.js';
import type { LeadParts } from './lead-port.js';
import { openPulse, type Pulse } from './pulse.js';
import { recordBatch } from './trace-batch.js';

export interface LeaderOptions extends LeadParts {
  readonly job: BatchJob;
  readonly log: Logger;
  /** The job has finished, or another leads it. Called once. */
  readonly onGone: (leader: JobLeader) => void;
  readonly onPublished: (counts: { succeeded: number; failed: number }) => void;
  readonly onRequeued: (count: number) => void;
}

const isFinished = ({ state }: BatchJob): boolean => state === 'done' || state === 'stopped';

/**
 * Leads one job: hands its items over, publishes what has ended and keeps the lease. Nothing here is truth: whoever takes the
 * lease over goes on from the store, at whatever line this one died.
 */
export class JobLeader {
  readonly #options: LeaderOptions;
  readonly #flow: ItemFlow;
  readonly #feed: Pulse;
  readonly #publish: Pulse;
  readonly #renew: Pulse;
  #job: BatchJob;
  #isGone = false;
  #isRecorded = false;

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#job = options.job;
    this.#flow = new ItemFlow({
      ...options,
      job: () => this.#job,
      isOver: () => this.#isGone,
      onEnded: () => this.#publishSoon(),
      onRefused: () => this.#renew.poke(),
    });
    const pulse = (what: string, everyMs: number, run: () => Promise<number | void>): Pulse =>
      openPulse({
        everyMs,
        run: async () => (this.#isGone ? undefined : run()),
        onFailure: (error) => options.log.warn(`${what} failed`, { jobId: this.id, error }),
      });
    this.#feed = pulse('handing items over', options.lookMs, () => this.#flow.step());
    this.#publish = pulse('publishing', options.lookMs, () => this.#publishAll());
    this.#renew = pulse('renewing a lease', options.leaseMs / LEASE_RENEWALS, () => this.#renewOnce());
  }

  get id(): string {
    return this.#options.job.id;
  }

  get accountId(): string {
    return this.#options.job.accountId;
  }

  get queue(): QueueName {
    return this.#options.queue;
  }

  /** Items that have not ended, as far as is known here. */
  get openItems(): number {
    return this.#flow.openCount ?? this.#job.requestsCount - this.#job.visibleCount;
  }

  get outCount(): number {
    return this.#flow.outCount;
  }

  /** When the step that runs longest began, on the clock of `performance`. */
  get runsSinceMs(): number {
    const since = [this.#feed, this.#publish, this.#renew].map(({ runsSinceMs }) => runsSinceMs ?? Infinity);
    return Math.min(...since);
  }

  /** How many items may be out from now on. */
  setWindow(window: number): void {
    if (this.#flow.setWindow(window)) this.#feed.poke();
  }

  /** A hint: the item has ended. */
  noteEnd(itemId: string): void {
    this.#flow.noteEnd(itemId);
    if (this.#flow.waitingCount > 0) this.#feed.poke(REFILL_DELAY_MS);
    this.#publishSoon();
  }

  /** A hint: the job may have been asked to stop. */
  lookAtJob(): void {
    this.#renew.poke();
  }

  /** Resolves when the steps under way have ended; the lease stays. */
  async close(): Promise<void> {
    this.#isGone = true;
    await Promise.all([this.#feed.close(), this.#publish.close(), this.#renew.close()]);
  }

  /** At once where nothing is left to wait for. */
  #publishSoon(): void {
    this.#publish.poke(0, { isUrgent: this.#flow.openCount === 0 });
  }

  #leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#options.onGone(this);
  }

  #setJob(job: BatchJob): void {
    // An answer that was under way while a later one came.
    if (job.visibleCount < this.#job.visibleCount) return;
    const isStopNew = this.#job.stopRequestedAtMs === undefined && job.stopRequestedAtMs !== undefined;
    this.#job = job;
    if (isStopNew) this.#feed.poke();
    if (!isFinished(job)) return;
    this.#recordOnce(job);
    this.#leave();
  }

  /** Also where this replica closes: the step under way may be the one that finishes the job, and nobody leads it after that. */
  #recordOnce(job: BatchJob): void {
    if (this.#isRecorded) return;
    this.#isRecorded = true;
    recordBatch(this.#options.tracing, job);
  }

  async #renewOnce(): Promise<void> {
    const { batches, owner, leaseMs } = this.#options;
    const job = await batches.renewLease(this.id, owner, leaseMs);
    if (job === null) this.#leave();
    else this.#setJob(job);
  }

  async #publishAll(): Promise<number> {
    const { batches, owner, pass, onPublished } = this.#options;
    const startedAtMs = performance.now();
    for (let hasMore = true; hasMore && !this.#isGone;) {
      const before = this.#job;
      const result = await batches.publish(this.id, owner, PUBLISH_LIMIT);
      if (result === null) {
        this.#leave();
        break;
      }
      if (result.published > 0) await pass('fanout.published');
      const { job } = result;
      onPublished({
        succeeded: Math.max(0, job.succeededCount - before.succeededCount),
        failed: Math.max(0, job.failedCount - before.failedCount),
      });
      this.#setJob(job);
      hasMore = result.hasMore;
    }
    return Math.max(PUBLISH_PAUSE_MS, PUBLISH_PAUSE_FACTOR * (performance.now() - startedAtMs));
  }
}
