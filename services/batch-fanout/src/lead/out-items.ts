import type { OpenBatchItem } from '@quarry/store';
import type { WaitingItem } from '../plan/site-plan.js';
import { timeIsOverAtMs } from './ends.js';

/** An item in flight: on its way to a worker or with one. */
export interface OutItem {
  readonly id: string;
  readonly site: string;
  readonly timeoutMs: number | undefined;
  attempt: number;
  /** As in its row. */
  deadlineAtMs: number;
  /** As `timeIsOverAtMs`. */
  overAtMs: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/**
 * A job's items in flight: taken from the plan, then handed over in the store, then sent to the queue. A response may be lost at
 * each step, so each is repeated until it is confirmed.
 */
export class OutItems {
  readonly #all = new Map<string, OutItem>();
  readonly #taken = new Set<OutItem>();
  readonly #handed = new Set<OutItem>();
  /** Those with a time of their own that is not known to be over. */
  readonly #timed = new Set<OutItem>();

  get count(): number {
    return this.#all.size;
  }

  get(id: string): OutItem | undefined {
    return this.#all.get(id);
  }

  has(item: OutItem): boolean {
    return this.#all.get(item.id) === item;
  }

  /** Items whose hand-over is not confirmed. */
  taken(): OutItem[] {
    return [...this.#taken];
  }

  /** Items handed over that the queue has not confirmed. */
  handed(): OutItem[] {
    return [...this.#handed];
  }

  /** Items that the queue has. */
  sent(): OutItem[] {
    return [...this.#all.values()].filter((item) => !this.#taken.has(item) && !this.#handed.has(item));
  }

  /** When the first of the items with a time of their own is over. */
  get nextOverAtMs(): number {
    return Math.min(NEVER, ...[...this.#timed].map(({ overAtMs }) => overAtMs));
  }

  /** Items that the queue has and whose own time is over. */
  timedOut(nowMs: number): OutItem[] {
    return [...this.#timed].filter((item) => item.overAtMs <= nowMs && !this.#handed.has(item));
  }

  /** The item was asked for back: its worker ends it, if it has one. */
  noteTimedOut(item: OutItem): void {
    this.#timed.delete(item);
  }

  take({ id, site, timeoutMs }: WaitingItem): void {
    const item = { id, site, timeoutMs, attempt: 1, deadlineAtMs: NEVER, overAtMs: NEVER };
    this.#all.set(id, item);
    this.#taken.add(item);
  }

  /** Adds an item that another leader has handed over; a later check shows whether the queue has it. */
  adopt(row: OpenBatchItem): void {
    const { id, site, attempt, timeoutMs, deadlineAtMs } = row;
    const item = { id, site, timeoutMs, attempt, deadlineAtMs, overAtMs: timeIsOverAtMs(row) };
    this.#all.set(id, item);
    this.#noteTime(item);
  }

  /** The item is handed over, as its row says. */
  noteRow(item: OutItem, row: { readonly handedOverAtMs: number; readonly deadlineAtMs: number }): void {
    item.deadlineAtMs = row.deadlineAtMs;
    item.overAtMs = timeIsOverAtMs({ ...row, timeoutMs: item.timeoutMs });
    this.#noteTime(item);
  }

  #noteTime(item: OutItem): void {
    if (item.overAtMs < item.deadlineAtMs) this.#timed.add(item);
  }

  /** The item can be sent. */
  noteHanded(item: OutItem): void {
    this.#taken.delete(item);
    if (this.has(item)) this.#handed.add(item);
  }

  noteSent(item: OutItem): void {
    this.#handed.delete(item);
  }

  delete(item: OutItem): void {
    this.#taken.delete(item);
    this.#handed.delete(item);
    this.#timed.delete(item);
    this.#all.delete(item.id);
  }
}
