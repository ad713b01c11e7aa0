import type { OpenBatchItem } from '@quarry/store';
import type { WaitingItem } from '../plan/site-plan.js';

/** An item in flight: on its way to a worker or with one. */
export interface OutItem {
  readonly id: string;
  readonly site: string;
  attempt: number;
  deadlineAtMs: number;
}

/**
 * A job's items in flight: taken from the plan, then handed over in the store, then sent to the queue. A response may be lost at
 * each step, so each is repeated until it is confirmed.
 */
export class OutItems {
  readonly #all = new Map<string, OutItem>();
  readonly #taken = new Set<OutItem>();
  readonly #handed = new Set<OutItem>();

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

  take({ id, site }: WaitingItem): void {
    const item = { id, site, attempt: 1, deadlineAtMs: Number.POSITIVE_INFINITY };
    this.#all.set(id, item);
    this.#taken.add(item);
  }

  /** Adds an item that another leader has handed over; a later check shows whether the queue has it. */
  adopt({ id, site, attempt, deadlineAtMs }: OpenBatchItem): void {
    this.#all.set(id, { id, site, attempt, deadlineAtMs });
  }

  /** The item is handed over and can be sent. */
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
    this.#all.delete(item.id);
  }
}
