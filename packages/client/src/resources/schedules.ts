import type { FeedLink, FeedLinkParams, Schedule, ScheduleDetails, ScheduleParams } from '../generated/types.js';
import type { ApiPromise } from '../http/api-promise.js';
import { pathPart } from '../http/check-text.js';
import type { ApiRequest, CallOptions, KeyedCallOptions, Transport } from '../http/transport.js';
import { allOf, listPage, type CursorPage } from './cursor-pages.js';

const PATH = '/schedules';

const ofOne = (method: ApiRequest['method'], id: string, call = ''): ApiRequest => ({
  method,
  path: `${PATH}/${pathPart('id', id)}${call}`,
});

/** `client.schedules`: calls that the service makes again and again. What is done with a schedule is free of charge. */
export class Schedules {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Makes a schedule. Its target is checked as the call would be: `violations` names each mistake. */
  create(schedule: ScheduleParams, options?: KeyedCallOptions): ApiPromise<Schedule> {
    return this.#transport.data({ method: 'POST', path: PATH, body: schedule, isKeyed: true }, options);
  }

  /** One page, newest first. */
  list(
    filters: { readonly cursor?: string | undefined } = {},
    options?: CallOptions,
  ): ApiPromise<CursorPage<Schedule>> {
    return listPage(this.#transport, { path: PATH, key: 'schedules', filters }, options);
  }

  /** All of them, newest first. */
  all(options?: CallOptions): AsyncGenerator<Schedule, void, undefined> {
    return allOf((cursor) => this.list(cursor, options));
  }

  /** One schedule with its coming times and its newest runs. */
  get(id: string, options?: CallOptions): ApiPromise<ScheduleDetails> {
    return this.#transport.data(ofOne('GET', id), options);
  }

  /** Nothing runs until `resume`; a run that has begun goes on. */
  pause(id: string, options?: CallOptions): ApiPromise<Schedule> {
    return this.#transport.data(ofOne('POST', id, '/pause'), options);
  }

  /** What was due while it was paused is not made up for. */
  resume(id: string, options?: CallOptions): ApiPromise<Schedule> {
    return this.#transport.data(ofOne('POST', id, '/resume'), options);
  }

  /** Deletes it with its runs and their changes. */
  delete(id: string, options?: CallOptions): ApiPromise<{ id: string }> {
    return this.#transport.data(ofOne('DELETE', id), options);
  }

  /** A link to the feed of its changes that opens without a key, for 30 days unless stated. */
  feedLink(id: string, params: FeedLinkParams = {}, options?: CallOptions): ApiPromise<FeedLink> {
    return this.#transport.data({ ...ofOne('POST', id, '/feed-link'), body: params }, options);
  }

  /** The changes that its runs found, as RSS. */
  async changes(id: string, options?: CallOptions): Promise<string> {
    const request = { ...ofOne('GET', id, '/changes.rss'), headers: { accept: 'application/rss+xml' } };
    return (await this.#transport.open(request, options)).text();
  }
}
