import { BATCH_ITEM_DEADLINE_MS, type OperationJob } from '@quarry/contracts';
import type { JobRef } from '@quarry/queue';
import type { BatchJob, RequestEnd } from '@quarry/store';
import { OVERDUE_GRACE_MS, PLAN_PAGE, STEP_ITEMS } from '../bounds.js';
import { SitePlan, type WaitingItem } from '../plan/site-plan.js';
import { ENDS, overdueEnd } from './ends.js';
import { inChunks } from './in-chunks.js';
import { judgeUnknown } from './judge-unknown.js';
import type { LeadParts } from './lead-port.js';
import { OutItems, type OutItem } from './out-items.js';
import { traceOfItem } from './trace-batch.js';

export interface ItemFlowOptions extends Omit<LeadParts, 'crawls'> {
  /** The job as last read. */
  readonly job: () => BatchJob;
  /** True: no further step may begin. */
  readonly isOver: () => boolean;
  /** Items have ended, here or at a worker. */
  readonly onEnded: () => void;
  /** The store refused: another replica may have the lease. */
  readonly onRefused: () => void;
  readonly onRequeued: (count: number) => void;
}

const refOf = ({ id, attempt }: OutItem): JobRef => ({ requestId: id, attempt });

/**
 * Moves the items of one job from the plan through the store into the queue, and ends those that no worker will end. Every step
 * may fail at any line and is completed by the next `step`, here or at another leader.
 */
export class ItemFlow {
  readonly #options: ItemFlowOptions;
  readonly #out = new OutItems();
  #plan: SitePlan | undefined;
  /** The plan whose loading began last. Items may end while it is loaded, and free their places in it. */
  #latest: SitePlan | undefined;
  /** Items taken from the plan to be ended. */
  #doomed: WaitingItem[] = [];
  #window = 0;
  #nextLookAtMs = 0;

  constructor(options: ItemFlowOptions) {
    this.#options = options;
  }

  /** Items not known to have ended; undefined before the first step. */
  get openCount(): number | undefined {
    return this.#plan && this.#plan.waitingCount + this.#out.count + this.#doomed.length;
  }

  get waitingCount(): number {
    return this.#plan?.waitingCount ?? 0;
  }

  get outCount(): number {
    return this.#out.count;
  }

  /** How long until the own time of an item is over. */
  get nextOverInMs(): number {
    return Math.max(0, this.#out.nextOverAtMs - this.#options.clock());
  }

  /** Sets how many items may be in flight. True if there may be more than before. */
  setWindow(window: number): boolean {
    const hasGrown = window > this.#window;
    this.#window = window;
    return hasGrown;
  }

  /** A worker has ended the item. */
  noteEnd(itemId: string): void {
    const item = this.#out.get(itemId);
    if (item !== undefined) this.#settle(item);
  }

  /** How items that have not begun end; undefined while they may begin. */
  get endOfRest(): RequestEnd | undefined {
    const { job, clock } = this.#options;
    if (job().stopRequestedAtMs !== undefined) return ENDS.cancelled;
    return clock() >= job().deadlineAtMs ? ENDS.expired : undefined;
  }

  /** Plans items that were added since the plan was loaded. */
  async plan(fromIndex: number): Promise<void> {
    if (this.#plan !== undefined) await this.#loadInto(this.#plan, fromIndex - 1);
  }

  /** Checks the items in flight when due, then fills the window, or ends the rest of a job that is over. */
  async step(): Promise<void> {
    this.#plan ??= await this.#loadPlan();
    if (performance.now() >= this.#nextLookAtMs) {
      await this.#look();
      // Items missed for any reason are still in the store.
      if (this.openCount === 0) this.#plan = await this.#loadPlan();
      this.#nextLookAtMs = performance.now() + this.#options.lookMs;
    }
    await this.#endTimedOut();
    const { endOfRest } = this;
    if (endOfRest === undefined) {
      await this.#handOver(this.#out.taken());
      await this.#send();
      await this.#fill(this.#plan);
    } else {
      await this.#endWaiting(this.#plan, endOfRest);
      await this.#endInFlight([...this.#out.taken(), ...this.#out.handed()], endOfRest);
      await this.#withdraw(this.#out.sent(), endOfRest);
    }
  }

  async #loadPlan(): Promise<SitePlan> {
    const plan = new SitePlan(this.#options.siteLimit);
    this.#latest = plan;
    await this.#loadInto(plan, -1);
    return plan;
  }

  async #loadInto(plan: SitePlan, lastIndex: number): Promise<void> {
    const { batches, job, isOver } = this.#options;
    for (let afterIndex = lastIndex; ;) {
      const page = await batches.openItems(job().id, { afterIndex, limit: PLAN_PAGE });
      for (const item of page) {
        if (item.handedOverAtMs === undefined) plan.add(item);
        else {
          this.#out.adopt(item);
          plan.noteOut(item.site);
        }
      }
      afterIndex = page.at(-1)?.index ?? afterIndex;
      if (page.length < PLAN_PAGE || isOver()) return;
    }
  }

  async #fill(plan: SitePlan): Promise<void> {
    while (!this.#options.isOver()) {
      const room = Math.min(this.#window - this.#out.count, STEP_ITEMS);
      const items = room > 0 ? plan.take(room) : [];
      if (items.length === 0) return;
      for (const item of items) this.#out.take(item);
      await this.#handOver(this.#out.taken());
      await this.#send();
    }
  }

  async #handOver(taken: readonly OutItem[]): Promise<void> {
    const { batches, owner, faultPoint, clock, job } = this.#options;
    for (const chunk of inChunks(taken, STEP_ITEMS)) {
      const handedOverAtMs = clock();
      const deadlineAtMs = Math.min(handedOverAtMs + BATCH_ITEM_DEADLINE_MS, job().deadlineAtMs);
      const itemIds = chunk.map(({ id }) => id);
      const marked = new Set(await batches.handOver(job().id, owner, { itemIds, deadlineAtMs }));
      await faultPoint('fanout.handed_over');
      for (const item of chunk.filter(({ id }) => marked.has(id))) {
        this.#out.noteRow(item, { handedOverAtMs, deadlineAtMs });
        this.#out.noteHanded(item);
      }
      await this.#lookAtRefused(chunk.filter(({ id }) => !marked.has(id)));
    }
  }

  /** The store's response or the lease may have been lost; the rows show which. */
  async #lookAtRefused(items: readonly OutItem[]): Promise<void> {
    const rows = await Promise.all(items.map(({ id }) => this.#options.items.get(id)));
    let refused = 0;
    items.forEach((item, index) => {
      const row = rows[index];
      if (row?.state !== 'open') this.#settle(item);
      else if (row.handedOverAtMs === undefined) refused += 1;
      else {
        item.attempt = row.attempt;
        this.#out.noteRow(item, { handedOverAtMs: row.handedOverAtMs, deadlineAtMs: row.deadlineAtMs });
        this.#out.noteHanded(item);
      }
    });
    if (refused === 0) return;
    this.#options.onRefused();
    throw new Error(`${refused} items could not be handed over`);
  }

  async #send(): Promise<void> {
    const { jobs, queue, faultPoint } = this.#options;
    for (const chunk of inChunks(this.#out.handed(), STEP_ITEMS)) {
      const sent = chunk.map((item) => this.#jobOf(item));
      await jobs.enqueueMany(queue, sent, 'batch');
      await faultPoint('fanout.enqueued');
      for (const item of chunk) this.#out.noteSent(item);
    }
  }

  #jobOf({ id, attempt, deadlineAtMs }: OutItem): OperationJob {
    const job = this.#options.job();
    const { id: batchId, accountId, operation } = job;
    const trace = traceOfItem(this.#options.tracing, job, id);
    return { requestId: id, accountId, operation, attempt, deadlineAtMs, batchId, trace };
  }

  #settle(item: OutItem): void {
    if (!this.#out.has(item)) return;
    this.#out.delete(item);
    this.#latest?.noteBack(item.site);
  }

  async #endWaiting(plan: SitePlan, end: RequestEnd): Promise<void> {
    while (!this.#options.isOver()) {
      if (this.#doomed.length === 0) this.#doomed = plan.drop(STEP_ITEMS);
      if (this.#doomed.length === 0) return;
      await this.#end(this.#doomed, end);
      this.#doomed = [];
      this.#options.onEnded();
    }
  }

  async #end(items: readonly { readonly id: string }[], end: RequestEnd): Promise<void> {
    const { batches, owner, job, onEndedHere } = this.#options;
    const ended = await batches.endItems(job().id, owner, { itemIds: items.map(({ id }) => id), end });
    onEndedHere(end, ended.length);
  }

  async #endInFlight(items: readonly OutItem[], end: RequestEnd): Promise<void> {
    for (const chunk of inChunks(items, STEP_ITEMS)) {
      await this.#end(chunk, end);
      for (const item of chunk) this.#settle(item);
      this.#options.onEnded();
    }
  }

  /** Removes items from the queue and returns them; items that a worker has run on. */
  async #takeBack(items: readonly OutItem[]): Promise<OutItem[]> {
    const { jobs, queue } = this.#options;
    const withdrawn = await jobs.withdraw(queue, items.map(refOf));
    const ids = new Set(withdrawn.map(({ requestId }) => requestId));
    return items.filter(({ id }) => ids.has(id));
  }

  async #withdraw(items: readonly OutItem[], end: RequestEnd): Promise<void> {
    for (const chunk of inChunks(items, STEP_ITEMS)) await this.#endInFlight(await this.#takeBack(chunk), end);
  }

  /** Ends items whose own time is over and that no worker has begun. */
  async #endTimedOut(): Promise<void> {
    for (const chunk of inChunks(this.#out.timedOut(this.#options.clock()), STEP_ITEMS)) {
      const items = await this.#takeBack(chunk);
      for (const item of chunk) this.#out.noteTimedOut(item);
      await this.#endOverdue(items);
    }
  }

  /** Items that the queue does not know were lost, or ended without a hint; those long past their deadline have no worker. */
  async #look(): Promise<void> {
    const { jobs, queue, clock } = this.#options;
    const isOverdue = ({ overAtMs }: OutItem): boolean => clock() > overAtMs + OVERDUE_GRACE_MS;
    for (const chunk of inChunks(this.#out.sent(), STEP_ITEMS)) {
      const known = await jobs.hasMany(queue, chunk.map(refOf));
      const isOut = (item: OutItem): boolean => this.#out.has(item);
      await this.#recover(chunk.filter((item, index) => !known[index] && isOut(item)));
      const overdue = chunk.filter((item, index) => known[index] && isOut(item) && isOverdue(item));
      await jobs.withdraw(queue, overdue.map(refOf));
      await this.#endOverdue(overdue);
    }
    await this.#send();
  }

  async #endOverdue(overdue: readonly OutItem[]): Promise<void> {
    const { job, clock, items } = this.#options;
    if (clock() >= job().deadlineAtMs) return this.#endInFlight(overdue, ENDS.expired);
    const rows = await Promise.all(overdue.map(({ id }) => items.get(id)));
    await this.#endEach(overdue.map((item, index) => ({ item, end: overdueEnd(rows[index]?.params) })));
  }

  /** Those with equal ends in one call. */
  async #endEach(ending: readonly { readonly item: OutItem; readonly end: RequestEnd }[]): Promise<void> {
    for (const group of Map.groupBy(ending, ({ end }) => JSON.stringify(end)).values()) {
      const items = group.map(({ item }) => item);
      for (const { end } of group.slice(0, 1)) await this.#endInFlight(items, end);
    }
  }

  async #recover(unknown: readonly OutItem[]): Promise<void> {
    const { items, clock, onEnded, onRequeued } = this.#options;
    const rows = await Promise.all(unknown.map(({ id }) => items.get(id)));
    const situation = { endOfRest: this.endOfRest, nowMs: clock() };
    const ending: { item: OutItem; end: RequestEnd }[] = [];
    const lost: { item: OutItem; attempt: number }[] = [];
    unknown.forEach((item, index) => {
      const row = rows[index];
      const judged = judgeUnknown(row, situation);
      if (judged.kind === 'ended') this.#settle(item);
      else if (judged.kind === 'to_end') ending.push({ item, end: judged.end });
      else lost.push({ item, attempt: row?.attempt ?? item.attempt });
    });
    if (unknown.length > 0) onEnded();
    await this.#endEach(ending);
    onRequeued(await this.#raise(lost));
  }

  /** Moves lost items to their next attempt, so that the lost attempt can no longer end them. Returns how many. */
  async #raise(lost: readonly { readonly item: OutItem; readonly attempt: number }[]): Promise<number> {
    const raise = async ({ item, attempt }: { item: OutItem; attempt: number }): Promise<boolean> => {
      const next = await this.#options.items.nextAttempt(item.id, attempt);
      // Another leader was faster, or the item has just ended: the next check will show.
      if (next === null || !this.#out.has(item)) return false;
      item.attempt = next;
      this.#out.noteHanded(item);
      return true;
    };
    return (await Promise.all(lost.map(raise))).filter(Boolean).length;
  }
}
