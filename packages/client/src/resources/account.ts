import type { Usage } from '../generated/types.js';
import type { ApiPromise } from '../http/api-promise.js';
import type { CallOptions, Transport } from '../http/transport.js';

/** `client.account`: credits, concurrency and room for files. */
export class Account {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The balance of this period, what is held, and the limits. Free of charge. */
  usage(options?: CallOptions): ApiPromise<Usage> {
    return this.#transport.data({ method: 'GET', path: '/user/me/usage' }, options);
  }
}
