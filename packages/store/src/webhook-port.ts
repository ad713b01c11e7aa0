import type { BatchEvent } from '@quarry/contracts';
import type { Purge } from './purge.js';

/** `dead`: given up after the last try; it can be sent again by hand. */
export type DeliveryState = 'pending' | 'delivered' | 'dead';

/** One event on its way to a receiver. Written with the step it tells of. */
export interface WebhookDelivery {
  /** Follows from what it tells of, so that an event is written once. At most 128 characters: letters, digits, `_`, `-`, `.`. */
  readonly id: string;
  readonly accountId: string;
  readonly jobId: string;
  readonly event: BatchEvent;
  readonly url: string;
  /** What the event says, as plain JSON; the same for every try. Its `operation` is the job's, by which the results are found. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly state: DeliveryState;
  /** Tries begun. */
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  readonly createdAtMs: number;
  readonly lastAttemptAtMs?: number;
  /** HTTP status of the last answer, where there was one. */
  readonly lastStatusCode?: number;
  /** Why the last try failed; never an address. */
  readonly lastError?: string;
}

export type DeliveryOutcome =
  | { readonly state: 'delivered'; readonly statusCode: number }
  | {
      readonly state: 'pending';
      readonly nextAttemptAtMs: number;
      readonly error: string;
      readonly statusCode?: number;
    }
  | { readonly state: 'dead'; readonly error: string; readonly statusCode?: number };

export interface WebhookStore {
  /**
   * Due deliveries, oldest due first; each is given to one caller, who has `leaseMs` to tell its outcome before it is due
   * again. Counts the try. Leaves out those to `exceptHosts` (`URL.host` of their `url`, kept beside it), so that a receiver
   * that hangs does not hold up others.
   */
  claim(input: { leaseMs: number; limit: number; exceptHosts?: readonly string[] }): Promise<WebhookDelivery[]>;
  /** The outcome of try number `attempts`. False: another try has begun meanwhile, or it has ended. */
  finish(deliveryId: string, attempts: number, outcome: DeliveryOutcome): Promise<boolean>;
  get(deliveryId: string): Promise<WebhookDelivery | null>;
  /** Newest first; pages as `RequestStore.list`. */
  list(
    accountId: string,
    page: { limit: number; jobId?: string; state?: DeliveryState; beforeMs?: number; beforeId?: string },
  ): Promise<WebhookDelivery[]>;
  /** Makes a delivery due at once, with all its tries before it. Null when it is not the account's. */
  redeliver(accountId: string, deliveryId: string): Promise<WebhookDelivery | null>;
  /** Deletes deliveries made longer than `retentionMs` ago that are not pending, bounded by `limit`. Says how many went. */
  purge(input: { retentionMs: number; limit: number }): Promise<Purge<number>>;
}
