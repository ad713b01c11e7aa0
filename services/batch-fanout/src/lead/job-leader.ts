import { BATCH_ITEM_DEADLINE_MS, type OperationJob, type QueueName } from '@quarry/contracts';
import type { Logger, PassFaultPoint } from '@quarry/observability';
import type { JobProducer } from '@quarry/queue';
import type { BatchItemStore, BatchJob, BatchStore, Clock, RequestEnd } from '@quarry/store';
import {
  LEASE_MS,
  LEASE_RENEW_MS,
  LOOK_MS,
  MAX_ATTEMPTS,
  OVERDUE_GRACE_MS,
  PLAN_PAGE,
  PUBLISH_LIMIT,
  PUBLISH_PAUSE_FACTOR,
  PUBLISH_PAUSE_MS,
  REFILL_DELAY_MS,
  STEP_ITEMS,
} from '../bounds.js';
import { SitePlan, type WaitingItem } from '../plan/site-plan.js';
import { inChunks } from './in-chunks.js';
import { ENDS } from './ends.js';
import { OutItems, type OutItem } from './out-items.js';
import { openPulse, type Pulse } from './pulse.js';

export interface LeaderOptions {
  readonly job: BatchJob;
  readonly queue: QueueName;
  readonly owner: string;
  readonly batches: BatchStore;
  readonly items: BatchItemStore;
  readonly jobs: Pick<JobProducer, 'enqueueMany' | 'hasMany' | 'withdraw'>;
  /** Most items of one site that are out at once. */
  readonly siteLimit: number;
  readonly pass: PassFaultPoint;
  readonly log: Logger;
  readonly clock: Clock;
  /** The job has finished, or another leads it. Called once. */
  readonly onGone: (leader: JobLeader) => void;
  readonly onPublished: (counts: { succeeded: number; failed: number }) => void;
  readonly onRequeued: (count: number) => void;
}

const isFinished = ({ state }: BatchJob): boolean => state === 'done' || state === 'stopped';

/**
 * Leads one job: fills its window, puts right what the queue has lost, and publishes what has ended. Nothing here is truth:
 * whoever takes the lease over goes on from the store, at whatever line this one died.
 */
export class JobLeader {
  readonly queue: QueueName;
  readonly #options: LeaderOptions;
  readonly #feed: Pulse;
  readonly #publish: Pulse;
  readonly #renew: Pulse;
  readonly #out = new OutItems();
  #plan: SitePlan | undefined;
  /** Taken from the plan to be ended. */
  #doomed: WaitingItem[] = [];
  #job: BatchJob;
  #window = 0;
  #lookAtMs = 0;
  #isGone = false;

  constructor(options: LeaderOptions) {
    this.#options = options;
    this.#job = options.job;
    this.queue = options.queue;
    const pulse = (what: string, everyMs: number, run: () => Promise<number | void>): Pulse =>
      openPulse({
        everyMs,
        run: async () => (this.#isGone ? undefined : run()),
        onFailure: (error) => options.log.warn(`${what} failed`, { jobId: this.id, error }),
      });
    this.#feed = pulse('handing items over', LOOK_MS, () => this.#feedOnce());
    this.#publish = pulse('publishing', LOOK_MS, () => this.#publishAll());
    this.#renew = pulse('renewing a lease', LEASE_RENEW_MS, () => this.#renewOnce());
  }

  get id(): string {
    return this.#options.job.id;
  }

  get accountId(): string {
    return this.#options.job.accountId;
  }

  /** Items that have not ended, as far as is known here. */
  get openItems(): number {
    if (this.#plan === undefined) return this.#job.requestsCount - this.#job.visibleCount;
    return this.#plan.waitingCount + this.#out.count + this.#doomed.length;
  }

  get outCount(): number {
    return this.#out.count;
  }

  /** When the step that runs longest began, on the clock of `performance`. */
  get runsSinceMs(): number {
    const since = [this.#feed, this.#publish, this.#renew].map(
      (pulse) => pulse.runsSinceMs ?? Number.POSITIVE_INFINITY,
    );
    return Math.min(...since);
  }

  /** How many items may be out from now on. */
  setWindow(window: number): void {
    const hasGrown = window > this.#window;
    this.#window = window;
    if (hasGrown) this.#feed.poke();
  }

  /** A hint: the item has ended. */
  noteEnd(itemId: string): void {
    const item = this.#out.get(itemId);
    if (item !== undefined) this.#settle(item);
    if ((this.#plan?.waitingCount ?? 0) > 0) this.#feed.poke(REFILL_DELAY_MS);
    this.#publish.poke(0, { isUrgent: this.#isExhausted() });
  }

  /** A hint: the job may have been asked to stop. */
  lookAtJob(): void {
    this.#renew.poke();
  }

  /** Ends after the steps under way; the lease stays. */
  async close(): Promise<void> {
    this.#isGone = true;
    await Promise.all([this.#feed.close(), this.#publish.close(), this.#renew.close()]);
  }

  /** Lets another lead it. */
  async release(): Promise<void> {
    await this.#options.batches.releaseLease(this.id, this.#options.owner);
  }

  #isExhausted(): boolean {
    return this.#plan !== undefined && this.openItems === 0;
  }

  #leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#options.onGone(this);
  }

  #setJob(job: BatchJob): void {
    const isStopNew = this.#job.stopRequestedAtMs === undefined && job.stopRequestedAtMs !== undefined;
    this.#job = job;
    if (isStopNew) this.#feed.poke();
    if (isFinished(job)) this.#leave();
  }

  async #renewOnce(): Promise<void> {
    const { batches, owner } = this.#options;
    const job = await batches.renewLease(this.id, owner, LEASE_MS);
    if (job === null) this.#leave();
    else this.#setJob(job);
  }

  async #publishAll(): Promise<number> {
    const { batches, owner, pass, onPublished } = this.#options;
    const startedAt = performance.now();
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
    return Math.max(PUBLISH_PAUSE_MS, PUBLISH_PAUSE_FACTOR * (performance.now() - startedAt));
  }

  async #feedOnce(): Promise<void> {
    this.#plan ??= await this.#loadPlan();
    const rest = this.#endOfRest();
    if (rest === undefined) {
      await this.#handOver(this.#out.taken());
      await this.#send();
      await this.#fill(this.#plan);
    } else await this.#endRest(this.#plan, rest);
    if (performance.now() < this.#lookAtMs) return;
    await this.#look();
    // What was missed for whatever reason is still in the store.
    if (this.#isExhausted()) this.#plan = await this.#loadPlan();
    this.#lookAtMs = performance.now() + LOOK_MS;
  }

  async #loadPlan(): Promise<SitePlan> {
    const plan = new SitePlan(this.#options.siteLimit);
    for (let afterIndex = -1; ;) {
      const page = await this.#options.batches.openItems(this.id, { afterIndex, limit: PLAN_PAGE });
      for (const item of page) {
        if (item.handedOverAtMs === undefined) plan.add(item);
        else {
          this.#out.adopt(item);
          plan.noteOut(item.site);
        }
      }
      afterIndex = page.at(-1)?.index ?? afterIndex;
      if (page.length < PLAN_PAGE || this.#isGone) return plan;
    }
  }

  async #fill(plan: SitePlan): Promise<void> {
    while (!this.#isGone) {
      const room = Math.min(this.#window - this.#out.count, STEP_ITEMS);
      const items = room > 0 ? plan.take(room) : [];
      if (items.length === 0) return;
      for (const item of items) this.#out.take(item);
      await this.#handOver(this.#out.taken());
      await this.#send();
    }
  }

  async #handOver(taken: readonly OutItem[]): Promise<void> {
    const { batches, owner, pass, clock } = this.#options;
    for (const chunk of inChunks(taken, STEP_ITEMS)) {
      const deadlineAtMs = Math.min(clock() + BATCH_ITEM_DEADLINE_MS, this.#job.deadlineAtMs);
      const itemIds = chunk.map(({ id }) => id);
      const marked = new Set(await batches.handOver(this.id, owner, { itemIds, deadlineAtMs }));
      await pass('fanout.handed_over');
      for (const item of chunk.filter(({ id }) => marked.has(id))) {
        item.deadlineAtMs = deadlineAtMs;
        this.#out.noteHanded(item);
      }
      await this.#lookAtRows(chunk.filter(({ id }) => !marked.has(id)));
    }
  }

  /** An answer of the store may have been lost, or the lease: the rows tell. */
  async #lookAtRows(items: readonly OutItem[]): Promise<void> {
    const rows = await Promise.all(items.map(({ id }) => this.#options.items.get(id)));
    let refused = 0;
    items.forEach((item, index) => {
      const row = rows[index];
      if (row?.state !== 'open') this.#settle(item);
      else if (row.handedOverAtMs === undefined) refused += 1;
      else {
        item.attempt = row.attempt;
        item.deadlineAtMs = row.deadlineAtMs;
        this.#out.noteHanded(item);
      }
    });
    if (refused === 0) return;
    this.#renew.poke();
    throw new Error(`${refused} items were not handed over`);
  }

  async #send(): Promise<void> {
    const { jobs, pass } = this.#options;
    for (const chunk of inChunks(this.#out.handed(), STEP_ITEMS)) {
      await jobs.enqueueMany(
        this.queue,
        chunk.map((item) => this.#jobOf(item)),
        'batch',
      );
      await pass('fanout.enqueued');
      for (const item of chunk) this.#out.noteSent(item);
    }
  }

  #jobOf({ id, attempt, deadlineAtMs }: OutItem): OperationJob {
    const { accountId, operation } = this.#options.job;
    return { requestId: id, accountId, operation, attempt, deadlineAtMs, batchId: this.id };
  }

  #settle(item: OutItem): void {
    if (!this.#out.has(item)) return;
    this.#out.delete(item);
    this.#plan?.noteBack(item.site);
  }

  /** How items end that have not begun; undefined while they may begin. */
  #endOfRest(): RequestEnd | undefined {
    if (this.#job.stopRequestedAtMs !== undefined) return ENDS.cancelled;
    return this.#options.clock() >= this.#job.deadlineAtMs ? ENDS.expired : undefined;
  }

  async #endRest(plan: SitePlan, end: RequestEnd): Promise<void> {
    while (!this.#isGone) {
      if (this.#doomed.length === 0) this.#doomed = plan.drop(STEP_ITEMS);
      if (this.#doomed.length === 0) break;
      await this.#end(this.#doomed, end);
      this.#doomed = [];
    }
    await this.#endOut([...this.#out.taken(), ...this.#out.handed()], end);
    for (const chunk of inChunks(this.#out.sent(), STEP_ITEMS)) {
      const withdrawn = await this.#options.jobs.withdraw(this.queue, chunk.map(refOf));
      const ids = new Set(withdrawn.map(({ requestId }) => requestId));
      await this.#endOut(
        chunk.filter(({ id }) => ids.has(id)),
        end,
      );
    }
  }

  async #end(items: readonly { readonly id: string }[], end: RequestEnd): Promise<void> {
    const { batches, owner } = this.#options;
    await batches.endItems(this.id, owner, { itemIds: items.map(({ id }) => id), end });
    this.#publish.poke();
  }

  async #endOut(items: readonly OutItem[], end: RequestEnd): Promise<void> {
    for (const chunk of inChunks(items, STEP_ITEMS)) {
      await this.#end(chunk, end);
      for (const item of chunk) this.#settle(item);
    }
    if (items.length > 0) this.#publish.poke(0, { isUrgent: this.#isExhausted() });
  }

  /** Items the queue does not know have ended without a hint or were lost; those past their deadline have no worker. */
  async #look(): Promise<void> {
    for (const chunk of inChunks(this.#out.sent(), STEP_ITEMS)) {
      const known = await this.#options.jobs.hasMany(this.queue, chunk.map(refOf));
      const isOverdue = ({ deadlineAtMs }: OutItem) => this.#options.clock() > deadlineAtMs + OVERDUE_GRACE_MS;
      await this.#recover(chunk.filter((item, index) => known[index] !== true && this.#out.has(item)));
      const overdue = chunk.filter((item, index) => known[index] === true && this.#out.has(item) && isOverdue(item));
      if (overdue.length === 0) continue;
      await this.#options.jobs.withdraw(this.queue, overdue.map(refOf));
      await this.#endOut(overdue, this.#endOfRest() === ENDS.expired ? ENDS.expired : ENDS.overdue);
    }
    await this.#send();
  }

  async #recover(unknown: readonly OutItem[]): Promise<void> {
    const { items, clock, onRequeued } = this.#options;
    const rest = this.#endOfRest();
    const rows = await Promise.all(unknown.map(({ id }) => items.get(id)));
    const ending = new Map<RequestEnd, OutItem[]>();
    const endAs = (end: RequestEnd, item: OutItem) => ending.set(end, [...(ending.get(end) ?? []), item]);
    let requeued = 0;
    let ended = 0;
    for (const [index, item] of unknown.entries()) {
      const row = rows[index];
      if (row?.state !== 'open') {
        this.#settle(item);
        ended += 1;
      } else if (rest !== undefined) endAs(rest, item);
      else if (clock() >= row.deadlineAtMs) endAs(ENDS.overdue, item);
      else if (row.attempt >= MAX_ATTEMPTS) endAs(ENDS.lost, item);
      else {
        const attempt = await items.nextAttempt(item.id, row.attempt);
        if (attempt === null) continue;
        item.attempt = attempt;
        this.#out.noteHanded(item);
        requeued += 1;
      }
    }
    for (const [end, ofEnd] of ending) await this.#endOut(ofEnd, end);
    if (ended > 0) this.#publish.poke(0, { isUrgent: this.#isExhausted() });
    if (ended > 0) this.#feed.poke();
    onRequeued(requeued);
  }
}

const refOf = ({ id, attempt }: OutItem): { requestId: string; attempt: number } => ({ requestId: id, attempt });
