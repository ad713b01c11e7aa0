import type { OpenBatchItem } from '@quarry/store';
import type { WaitingItem } from '../plan/site-plan.js';

/** An item that is on its way to a worker or with one. */
export interface OutItem {
  readonly id: string;
  readonly site: string;
  attempt: number;
  deadlineAtMs: number;
}

/**
 * A job's items that are out: taken from the plan, then handed over in the store, then sent to the queue. An answer may be
 * lost between two of these, so that each is tried until it is confirmed.
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

  /** Those whose hand-over is not confirmed. */
  taken(): OutItem[] {
    return [...this.#taken];
  }

  /** Those handed over that the queue has not confirmed. */
  handed(): OutItem[] {
    return [...this.#handed];
  }

  /** Those the queue has. */
  sent(): OutItem[] {
    return [...this.#all.values()].filter((item) => !this.#taken.has(item) && !this.#handed.has(item));
  }

  take({ id, site }: WaitingItem): void {
    const item = { id, site, attempt: 1, deadlineAtMs: Number.POSITIVE_INFINITY };
    this.#all.set(id, item);
    this.#taken.add(item);
  }

  /** One that another leader had handed over; whether the queue has it is for a look to find out. */
  adopt({ id, site, attempt, deadlineAtMs }: OpenBatchItem): void {
    this.#all.set(id, { id, site, attempt, deadlineAtMs });
  }

  /** It is to be sent under its attempt. */
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
