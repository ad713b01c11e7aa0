import type { BatchItem, BatchState, RequestState } from '../../../src/port.js';
import { AccountModel } from '../account-model.js';
import { DEADLINE_MS } from '../store-scene.js';

export interface ModelItem {
  readonly id: string;
  readonly held: number;
  state: RequestState;
  attempt: number;
  charged: number;
  handedOverAtMs?: number;
  endedAtMs?: number;
  seq?: number;
}

export interface ModelJob {
  readonly id: string;
  readonly items: readonly ModelItem[];
  readonly period: number;
  readonly hasWebhook: boolean;
  state: BatchState;
  leader: string | undefined;
  leaseEndsAtMs: number;
  isStopAskedFor: boolean;
  /** Tenths of which the job's events tell. */
  readonly toldPercents: number[];
}

const UNFINISHED: readonly BatchState[] = ['pending', 'in_progress'];

/** One account and its jobs in memory, as the port describes them; the store is checked against it step by step. */
export class BatchModel {
  readonly account: AccountModel;
  readonly jobs = new Map<string, ModelJob>();

  constructor(createdAtMs: number, credits: number) {
    this.account = new AccountModel(createdAtMs, credits);
  }

  submit(id: string, items: readonly { id: string; held: number }[], hasWebhook: boolean, nowMs: number): string {
    if (this.jobs.has(id)) return 'duplicate';
    const sum = items.reduce((total, { held }) => total + held, 0);
    const period = this.account.takeHold(sum, nowMs);
    if (period === undefined) return 'credits_exhausted';
    this.jobs.set(id, {
      id,
      items: items.map((item) => ({ ...item, state: 'open', attempt: 1, charged: 0 })),
      period,
      hasWebhook,
      state: 'pending',
      leader: undefined,
      leaseEndsAtMs: 0,
      isStopAskedFor: false,
      toldPercents: [],
    });
    return 'admitted';
  }

  lease(owner: string, leaseMs: number, nowMs: number): string[] {
    const free = [...this.jobs.values()].filter(
      ({ state, leaseEndsAtMs }) => UNFINISHED.includes(state) && leaseEndsAtMs <= nowMs,
    );
    for (const job of free) Object.assign(job, { leader: owner, leaseEndsAtMs: nowMs + leaseMs });
    return free.map(({ id }) => id);
  }

  /** The job, where `owner` leads it. */
  led(id: string, owner: string, nowMs: number): ModelJob | undefined {
    const job = this.jobs.get(id);
    return job && UNFINISHED.includes(job.state) && job.leader === owner && job.leaseEndsAtMs > nowMs ? job : undefined;
  }

  release(id: string, owner: string): void {
    const job = this.jobs.get(id);
    if (job?.leader === owner) Object.assign(job, { leader: undefined, leaseEndsAtMs: 0 });
  }

  handOver(id: string, owner: string, itemIds: readonly string[], nowMs: number): string[] {
    const job = this.led(id, owner, nowMs);
    if (!job || job.isStopAskedFor) return [];
    const waiting = itemIds
      .map((itemId) => job.items.find((item) => item.id === itemId))
      .filter((item) => item?.state === 'open' && item.handedOverAtMs === undefined)
      .filter((item) => item !== undefined);
    for (const item of waiting) item.handedOverAtMs = nowMs;
    if (waiting.length > 0) job.state = 'in_progress';
    return waiting.map((item) => item.id);
  }

  canBegin(itemId: string, attempt: number, nowMs: number): boolean {
    const item = this.item(itemId);
    if (item?.state !== 'open' || item.attempt !== attempt) return false;
    return item.handedOverAtMs !== undefined && nowMs < item.handedOverAtMs + DEADLINE_MS;
  }

  nextAttempt(itemId: string, attempt: number): number | null {
    const item = this.item(itemId);
    if (item?.state !== 'open' || item.handedOverAtMs === undefined || item.attempt !== attempt) return null;
    item.attempt += 1;
    return item.attempt;
  }

  /** Whether this call was the one that ended the item. */
  finish(itemId: string, state: RequestState, charged: number, attempt: number | undefined, nowMs: number): boolean {
    const item = this.item(itemId);
    if (item?.state !== 'open' || (attempt !== undefined && attempt !== item.attempt)) return false;
    Object.assign(item, { state, charged, endedAtMs: nowMs });
    return true;
  }

  endItems(id: string, owner: string, itemIds: readonly string[], nowMs: number): string[] {
    const job = this.led(id, owner, nowMs);
    if (!job) return [];
    const own = itemIds.filter((itemId) => job.items.some((item) => item.id === itemId));
    return own.filter((itemId) => this.finish(itemId, 'cancelled', 0, undefined, nowMs));
  }

  /** How many items a publish makes visible. */
  publishable(job: ModelJob, limit: number): number {
    return Math.min(limit, job.items.filter(({ state, seq }) => state !== 'open' && seq === undefined).length);
  }

  /** Takes over which of several items that ended at the same time came first. */
  published(job: ModelJob, rows: readonly Pick<BatchItem, 'id' | 'seq'>[], nowMs: number): void {
    const before = this.visibleCount(job);
    let [held, charged] = [0, 0];
    for (const { id, seq } of rows) {
      const item = job.items.find((candidate) => candidate.id === id);
      if (!item || seq === undefined) throw new Error(`What became visible is no item of the job: ${id}`);
      item.seq = seq;
      held += item.held;
      charged += item.charged;
    }
    this.account.endHold(job.period, held, charged, nowMs);
    const tenth = (visible: number): number => Math.floor((visible * 10) / job.items.length);
    const after = this.visibleCount(job);
    if (tenth(after) > tenth(before)) job.toldPercents.push(tenth(after) * 10);
    if (after < job.items.length) return;
    job.state = job.isStopAskedFor ? 'stopped' : 'done';
    job.leader = undefined;
  }

  stop(id: string): void {
    const job = this.jobs.get(id);
    if (job && UNFINISHED.includes(job.state)) job.isStopAskedFor = true;
  }

  visibleCount(job: ModelJob): number {
    return job.items.filter(({ seq }) => seq !== undefined).length;
  }

  item(itemId: string): ModelItem | undefined {
    for (const { items } of this.jobs.values()) {
      const found = items.find(({ id }) => id === itemId);
      if (found) return found;
    }
    return undefined;
  }
}
