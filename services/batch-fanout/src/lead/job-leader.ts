import type { Logger } from '@quarry/observability';
import type { CrawlPlan, QueueName } from '@quarry/contracts';
import type { BatchJob } from '@quarry/store';
import { LEASE_RENEWALS, PUBLISH_LIMIT, PUBLISH_PAUSE_FACTOR, PUBLISH_PAUSE_MS, REFILL_DELAY_MS } from '../bounds.js';
import { CrawlFeed, crawlPlanOfJob } from '../crawl/crawl-feed.js';
import { ItemFlow } from './item-flow.js';
import type { LeadParts } from './lead-port.js';
import { startPeriodicTask, type PeriodicTask } from '../periodic-task.js';
import { recordBatch } from './trace-batch.js';

export interface LeaderOptions extends LeadParts {
  readonly job: BatchJob;
  readonly log: Logger;
  /** The job has finished, or another replica leads it. Called once. */
  readonly onGone: (leader: JobLeader) => void;
  readonly onPublished: (counts: { succeeded: number; failed: number }) => void;
  readonly onRequeued: (count: number) => void;
}

const isFinished = ({ state }: BatchJob): boolean => state === 'done' || state === 'stopped';

/**
 * Leads one job: hands its items over, publishes ended items and renews the lease. All state is in the store: the next leader
 * continues from there, at whatever line this one died.
 */
export class JobLeader {
  readonly #options: LeaderOptions;
  readonly #flow: ItemFlow;
  /** Of a crawl alone. */
  readonly #crawl: CrawlFeed | undefined;
  readonly #mostInFlight: number;
  readonly #feed: PeriodicTask;
  readonly #publish: PeriodicTask;
  readonly #renew: PeriodicTask;
  #job: BatchJob;
  #isGone = false;
  #isRecorded = false;

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#job = options.job;
    const plan = crawlPlanOfJob(options.job);
    this.#mostInFlight = plan?.maxConcurrency ?? Number.POSITIVE_INFINITY;
    this.#crawl = plan && this.#openCrawl(options, plan);
    this.#flow = new ItemFlow({
      ...options,
      siteLimit: Math.min(options.siteLimit, this.#mostInFlight),
      job: () => this.#job,
      isOver: () => this.#isGone,
      onEnded: () => this.#publishSoon(),
      onRefused: () => this.#renew.trigger(),
    });
    const periodically = (what: string, everyMs: number, run: () => Promise<number | void>): PeriodicTask =>
      startPeriodicTask({
        everyMs,
        run: async () => (this.#isGone ? undefined : run()),
        onFailure: (error) => options.log.warn(`${what} failed`, { jobId: this.id, error }),
      });
    this.#feed = periodically('handing items over', options.lookMs, () => this.#feedOnce());
    this.#publish = periodically('publishing', options.lookMs, () => this.#publishAll());
    this.#renew = periodically('renewing a lease', options.leaseMs / LEASE_RENEWALS, () => this.#renewOnce());
  }

  get id(): string {
    return this.#options.job.id;
  }

  get accountId(): string {
    return this.#options.job.accountId;
  }

  get keyId(): string | undefined {
    return this.#options.job.keyId;
  }

  get keyConcurrency(): number | undefined {
    return this.#options.job.keyConcurrency;
  }

  get queue(): QueueName {
    return this.#options.queue;
  }

  /** Items not known to have ended. */
  get openItems(): number {
    const openCount = this.#flow.openCount ?? this.#job.requestsCount - this.#job.visibleCount;
    // A crawl finds its next items while it runs, and gets its share before that.
    return this.#crawl ? Math.max(openCount, this.#mostInFlight) : openCount;
  }

  get outCount(): number {
    return this.#flow.outCount;
  }

  /** Start of the longest running step, on the clock of `performance`. */
  get runsSinceMs(): number {
    const since = [this.#feed, this.#publish, this.#renew].map(({ runsSinceMs }) => runsSinceMs ?? Infinity);
    return Math.min(...since);
  }

  /** Sets how many items may be in flight. */
  setWindow(window: number): void {
    if (this.#flow.setWindow(Math.min(window, this.#mostInFlight))) this.#feed.trigger();
  }

  /** A hint: the item has ended. */
  noteEnd(itemId: string): void {
    this.#flow.noteEnd(itemId);
    if (this.#flow.waitingCount > 0 || this.#crawl) this.#feed.trigger(REFILL_DELAY_MS);
    this.#publishSoon();
  }

  /** A hint: the job may have been asked to stop. */
  lookAtJob(): void {
    this.#renew.trigger();
  }

  /** Resolves when the running steps have ended; the lease stays. */
  async close(): Promise<void> {
    this.#isGone = true;
    await Promise.all([this.#feed.close(), this.#publish.close(), this.#renew.close()]);
  }

  /** At once if no item is open. */
  #publishSoon(): void {
    this.#publish.trigger(0, { isUrgent: this.#flow.openCount === 0 });
  }

  #leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#options.onGone(this);
  }

  #setJob(job: BatchJob): void {
    // This response was overtaken by a later one.
    if (job.visibleCount < this.#job.visibleCount) return;
    const isStopNew = this.#job.stopRequestedAtMs === undefined && job.stopRequestedAtMs !== undefined;
    // A response that was made before the crawl grew may arrive after that.
    this.#job = { ...job, requestsCount: Math.max(job.requestsCount, this.#job.requestsCount) };
    if (isStopNew) this.#feed.trigger();
    if (!isFinished(job)) return;
    this.#recordOnce(job);
    this.#leave();
  }

  /** Also while this replica closes: its last step may finish the job, which nobody leads after that. */
  #recordOnce(job: BatchJob): void {
    if (this.#isRecorded) return;
    this.#isRecorded = true;
    recordBatch(this.#options.tracing, job);
  }

  #openCrawl(options: LeaderOptions, plan: CrawlPlan): CrawlFeed {
    const parts = { owner: options.owner, crawls: options.crawls, faultPoint: options.faultPoint };
    const job = { job: () => this.#job, setJob: (changed: BatchJob) => this.#setJob(changed) };
    return new CrawlFeed({ ...parts, ...job, isOver: () => this.#isGone, onLost: () => this.#leave() }, plan);
  }

  async #feedOnce(): Promise<void> {
    await this.#flow.step();
    if (this.#crawl) await this.#feedCrawl(this.#crawl);
    const { nextOverInMs } = this.#flow;
    if (nextOverInMs < this.#options.lookMs) this.#feed.trigger(nextOverInMs);
  }

  /** What pages have found becomes items; a crawl of which nothing is left is closed. */
  async #feedCrawl(crawl: CrawlFeed): Promise<void> {
    const isEnding = this.#flow.endOfRest !== undefined;
    const firstNew = await crawl.expand(this.#flow.openCount ?? 0, isEnding);
    if (firstNew === undefined) return crawl.closeIfDone(this.#flow.openCount ?? 0, isEnding);
    await this.#flow.plan(firstNew);
    this.#feed.trigger();
  }

  async #renewOnce(): Promise<void> {
    const { batches, owner, leaseMs } = this.#options;
    const job = await batches.renewLease(this.id, owner, leaseMs);
    if (job === null) this.#leave();
    else this.#setJob(job);
  }

  async #publishAll(): Promise<number> {
    const { batches, owner, faultPoint, onPublished } = this.#options;
    const startedAtMs = performance.now();
    for (let hasMore = true; hasMore && !this.#isGone;) {
      const before = this.#job;
      const result = await batches.publish(this.id, owner, PUBLISH_LIMIT);
      if (result === null) {
        this.#leave();
        break;
      }
      if (result.published > 0) await faultPoint('fanout.published');
      const { job } = result;
      onPublished({
        succeeded: Math.max(0, job.succeededCount - before.succeededCount),
        failed: Math.max(0, job.failedCount - before.failedCount),
      });
      this.#setJob(job);
      if (this.#crawl && result.published > 0) this.#feed.trigger();
      hasMore = result.hasMore;
    }
    return Math.max(PUBLISH_PAUSE_MS, PUBLISH_PAUSE_FACTOR * (performance.now() - startedAtMs));
  }
}
