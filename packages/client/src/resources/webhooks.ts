import type { Delivery, DeliveryFilters, WebhookSecrets } from '../generated/types.js';
import type { ApiPromise } from '../http/api-promise.js';
import { pathPart } from '../http/check-text.js';
import type { CallOptions, KeyedCallOptions, Transport } from '../http/transport.js';
import { allOf, listPage, type CursorPage } from './cursor-pages.js';

/** `client.webhooks`: deliveries, and the secret that `verifyWebhook` takes. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The secrets that sign the account's webhooks. */
  secret(options?: CallOptions): ApiPromise<WebhookSecrets> {
    return this.#transport.data({ method: 'GET', path: '/webhooks/secret' }, options);
  }

  /** One page of deliveries, newest first. */
  deliveries(filters: DeliveryFilters = {}, options?: CallOptions): ApiPromise<CursorPage<Delivery>> {
    return listPage(this.#transport, { path: '/webhooks/deliveries', key: 'deliveries', filters }, options);
  }

  /** All of them, newest first, page by page. */
  allDeliveries(filters: DeliveryFilters = {}, options?: CallOptions): AsyncGenerator<Delivery, void, undefined> {
    return allOf((cursor) => this.deliveries({ ...filters, ...cursor }, options));
  }

  /** Sends a webhook again, with a full series of retries. */
  redeliver(id: string, options?: KeyedCallOptions): ApiPromise<Delivery> {
    const path = `/webhooks/deliveries/${pathPart('id', id)}/redeliver`;
    return this.#transport.data({ method: 'POST', path, isKeyed: true }, options);
  }
}
