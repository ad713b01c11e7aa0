import type { Session, SessionList } from '../generated/types.js';
import type { ApiPromise } from '../http/api-promise.js';
import { pathPart } from '../http/check-text.js';
import type { CallOptions, Transport } from '../http/transport.js';

const pathOf = (name: string): string => `/sessions/${pathPart('name', name)}`;

/** `client.sessions`: the sessions that calls made with their parameter `session`. Free of charge. */
export class Sessions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All of them, newest first, without the values of their cookies. */
  list(options?: CallOptions): ApiPromise<SessionList> {
    return this.#transport.data({ method: 'GET', path: '/sessions' }, options);
  }

  get(name: string, options?: CallOptions): ApiPromise<Session> {
    return this.#transport.data({ method: 'GET', path: pathOf(name) }, options);
  }

  /** Deletes a session with its cookies. */
  delete(name: string, options?: CallOptions): ApiPromise<{ readonly name: string }> {
    return this.#transport.data({ method: 'DELETE', path: pathOf(name) }, options);
  }
}
