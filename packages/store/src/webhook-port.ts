import type { AccountEvent, WebhookEvent } from '@quarry/contracts';
import type { WebhookFormat } from './batches/batch-port.js';
import type { NewestPage, Purge } from './requests/request-port.js';

/** `dead`: given up after the last try; it can be sent again by hand. */
export type DeliveryState = 'pending' | 'delivered' | 'dead';

/** An event to be delivered to a receiver. Written together with the step that it reports. */
export interface WebhookDelivery {
  /** Derived from the reported step, so that an event is written once. At most 128 characters: letters, digits, `_`, `-`, `.`. */
  readonly id: string;
  readonly accountId: string;
  /** The job that the event is about; of `request.completed`, the request; of an account's event, an id of its own. */
  readonly jobId: string;
  readonly event: WebhookEvent;
  readonly url: string;
  /** As of the job's webhook. */
  readonly format?: WebhookFormat;
  /** Payload of the event, plain JSON; the same for every try. Its `operation` is the job's, by which the results are found. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly state: DeliveryState;
  /** Tries begun. */
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  readonly createdAtMs: number;
  readonly lastAttemptAtMs?: number;
  /** HTTP status of the last response, if there was one. */
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

/** An event of an account, which no step of a job or a request reports. */
export interface AccountDelivery {
  /** As `WebhookDelivery.id`. */
  readonly id: string;
  readonly accountId: string;
  readonly event: AccountEvent;
  readonly url: string;
  /** JSON of at most `MAX_ACCOUNT_EVENT_BYTES`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What became of the deliveries to one URL. */
export interface ReceiverSummary {
  readonly url: string;
  readonly deliveries: number;
  readonly delivered: number;
  readonly dead: number;
  readonly newestAtMs: number;
}

export interface WebhookStore {
  /** Writes an event that is due now. False: there is one of this id. */
  enqueue(delivery: AccountDelivery): Promise<boolean>;
  /**
   * Due deliveries, oldest due first; each is given to one caller, which has `leaseMs` to report its outcome before it
   * is due again. Counts the try. Leaves out those to `exceptHosts` (`URL.host` of their `url`, kept beside it), so
   * that a receiver that hangs does not delay others.
   */
  claim(input: { leaseMs: number; limit: number; exceptHosts?: readonly string[] }): Promise<WebhookDelivery[]>;
  /** The outcome of try number `attempts`. False: another try has begun meanwhile, or it has ended. */
  finish(deliveryId: string, attempts: number, outcome: DeliveryOutcome): Promise<boolean>;
  get(deliveryId: string): Promise<WebhookDelivery | null>;
  list(accountId: string, page: NewestPage & { jobId?: string; state?: DeliveryState }): Promise<WebhookDelivery[]>;
  /** The receivers of the newest deliveries of an account, by their URL, the one used last first. `limit`: deliveries. */
  receivers(accountId: string, limit: number): Promise<ReceiverSummary[]>;
  /** Makes a delivery due now, with all tries left. Null when it is not the account's. */
  redeliver(accountId: string, deliveryId: string): Promise<WebhookDelivery | null>;
  /** Deletes deliveries made longer than `retentionMs` ago that are not pending, bounded by `limit`. Returns how many. */
  purge(input: { retentionMs: number; limit: number }): Promise<Purge<number>>;
}
