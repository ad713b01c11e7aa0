import { QuarryError } from '../errors.js';
import type {
  OperationTypes,
  ReparseParams,
  RequestFilters,
  RequestRecord,
  RequestSummary,
} from '../generated/types.js';
import type { ApiPromise } from '../http/api-promise.js';
import { CallTimer, MAX_TIMEOUT_MS } from '../http/call-timer.js';
import { pathPart } from '../http/check-text.js';
import type { CallOptions, KeyedCallOptions, Transport } from '../http/transport.js';
import { PendingRequest } from '../pending-request.js';
import { PATIENT_RETRIES, pollDelays, type WaitOptions } from '../polling.js';
import { allOf, listPage, type CursorPage } from './cursor-pages.js';
import type { Files } from './files.js';

export type OperationId = keyof OperationTypes;

/** What a record says of a request that failed. */
const failureOf = (record: RequestRecord): QuarryError =>
  new QuarryError({
    code: record.error ?? 'unexpected_response',
    message: record.message ?? 'The request failed.',
    retryable: record.retryable ?? false,
    requestId: record.id,
    creditsCharged: record.creditsCharged,
    reason: record.reason,
    retryAfterSeconds: record.retryAfterSeconds,
    storedPageUrl: record.html,
  });

const noResult = ({ id }: RequestRecord): QuarryError =>
  new QuarryError({
    code: 'not_found',
    message: 'The response of this request is no longer stored. Send the request again.',
    retryable: false,
    requestId: id,
  });

/** `client.requests`: what came of the account's requests. */
export class Requests {
  readonly #transport: Transport;
  readonly #files: Files;

  constructor(transport: Transport, files: Files) {
    this.#transport = transport;
    this.#files = files;
  }

  /** One page, newest first. Free of charge. */
  list(filters: RequestFilters = {}, options?: CallOptions): ApiPromise<CursorPage<RequestSummary>> {
    return listPage(this.#transport, { path: '/requests', key: 'requests', filters }, options);
  }

  /** All of them, newest first, page by page. */
  all(filters: RequestFilters = {}, options?: CallOptions): AsyncGenerator<RequestSummary, void, undefined> {
    return allOf((cursor) => this.list({ ...filters, ...cursor }, options));
  }

  /** One request with its parameters; an item of a batch too. Free of charge. */
  get(id: string, options?: CallOptions): ApiPromise<RequestRecord> {
    return this.#transport.data({ method: 'GET', path: `/requests/${pathPart('id', id)}` }, options);
  }

  /** A request that was made with `respondAsync`, by its id: `client.requests.open<'lodging/search'>(id)`. */
  open<Operation extends OperationId = 'scrape/web'>(id: string): PendingRequest<OperationTypes[Operation]['result']> {
    pathPart('id', id);
    return new PendingRequest(this, id);
  }

  /** Waits for the end of a request and returns its stored response. Rejects with the `QuarryError` of one that failed. */
  async waitFor(id: string, { signal, timeoutMs = MAX_TIMEOUT_MS }: WaitOptions = {}): Promise<unknown> {
    const timer = new CallTimer(timeoutMs, signal);
    try {
      const options = { signal: timer.signal, maxRetries: PATIENT_RETRIES };
      for (const delayMs of pollDelays()) {
        const record = await this.get(id, options);
        if (record.status === 'error') throw failureOf(record);
        if (record.status === 'ok' && record.result === undefined) throw noResult(record);
        if (record.status === 'ok') return await this.#files.readAnswer(record.result ?? '', options);
        await timer.pause(delayMs);
      }
    } catch (error) {
      timer.rethrow(error, `The request ${id} did not end in time. It runs on: wait for it again by its id.`);
    } finally {
      timer.stop();
    }
  }

  /**
   * Runs today's parser on what a request has stored. Free of charge. `params` changes how a page is read, such as `outputFormat`;
   * other operations take none.
   */
  reparse<Operation extends OperationId = 'scrape/web'>(
    id: string,
    params: ReparseParams = {},
    options?: KeyedCallOptions,
  ): ApiPromise<OperationTypes[Operation]['result']> {
    const path = `/requests/${pathPart('id', id)}/reparse`;
    return this.#transport.json({ method: 'POST', path, body: params, isKeyed: true }, options);
  }
}
