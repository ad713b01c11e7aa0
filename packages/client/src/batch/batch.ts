import type { BatchAccepted } from '../generated/types.js';
import type { ApiPromise } from '../http/api-promise.js';
import { CallTimer, MAX_TIMEOUT_MS } from '../http/call-timer.js';
import { toQueryString } from '../http/query-string.js';
import type { CallOptions, KeyedCallOptions, Transport } from '../http/transport.js';
import { PATIENT_RETRIES } from '../polling.js';
import type { Files } from '../resources/files.js';
import { readItems, type BatchItem } from './batch-items.js';
import {
  hasEnded,
  POLL_INTERVAL_MS,
  type BatchState,
  type BatchWaitOptions,
  type BatchWebhook,
  type ResultsOptions,
} from './batch-options.js';

export type ExportFormat = 'ndjson' | 'csv' | 'parquet' | 'warc';

export interface ExportOptions extends CallOptions {
  /** With the full response of each item, as `answer`. Of `ndjson` alone. */
  readonly answers?: boolean | undefined;
  /** Columns in place of the default ones. Of `csv` and `parquet`. */
  readonly columns?: readonly string[] | undefined;
}

/** What a batch needs. */
export interface BatchParts<Item, Result> {
  readonly transport: Transport;
  readonly files: Files;
  /** Path of this batch. */
  readonly path: string;
  /** Another batch of the same operation. */
  readonly again: (jobId: string) => Batch<Item, Result>;
}

interface Place {
  readonly cursor: number;
  readonly save?: ((cursor: number) => Promise<void>) | undefined;
}

/** A submitted batch. It runs on the service: a process may leave it, and any other go on with it by `id` and `cursor`. */
export class Batch<Item, Result> {
  readonly #parts: BatchParts<Item, Result>;
  readonly #save: Place['save'];
  #cursor: number;

  constructor(
    parts: BatchParts<Item, Result>,
    readonly id: string,
    { cursor, save }: Place,
  ) {
    if (!Number.isInteger(cursor) || cursor < 0) throw new RangeError('cursor must be an integer from 0.');
    this.#parts = parts;
    this.#cursor = cursor;
    this.#save = save;
  }

  /** Results that were taken. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Counts, credits and times. Free of charge. */
  status(options?: CallOptions): ApiPromise<BatchState> {
    return this.#parts.transport.data({ method: 'GET', path: this.#parts.path }, options);
  }

  /** Items that have not started are cancelled, free of charge; running ones finish. */
  cancel(options?: CallOptions): ApiPromise<BatchState> {
    return this.#parts.transport.data({ method: 'DELETE', path: this.#parts.path }, options);
  }

  /** Waits until every item has ended; returns the last state. */
  async wait(options: BatchWaitOptions = {}): Promise<BatchState> {
    const { signal, timeoutMs = MAX_TIMEOUT_MS, pollIntervalMs = POLL_INTERVAL_MS, onProgress } = options;
    const timer = new CallTimer(timeoutMs, signal);
    try {
      for (;;) {
        const state = await this.status({ signal: timer.signal, maxRetries: PATIENT_RETRIES });
        onProgress?.(state);
        if (hasEnded(state)) return state;
        await timer.pause(pollIntervalMs);
      }
    } catch (error) {
      return timer.rethrow(error, `The batch ${this.id} did not end in time. It runs on: open it again by its id.`);
    } finally {
      timer.stop();
    }
  }

  /**
   * Results in the order in which the items ended, each once, from `cursor` on and until the batch has ended. An item counts as
   * taken when the next one is asked for; what a loop left halfway is returned again.
   */
  async *results(options: ResultsOptions = {}): AsyncGenerator<BatchItem<Item, Result>, void, undefined> {
    const { cursor = this.#cursor, ...rest } = options;
    const { transport, files, path } = this.#parts;
    const source = { transport, files, path, status: (call: CallOptions) => this.status(call) };
    for await (const item of readItems<Item, Result>(source, { ...rest, cursor })) {
      yield item;
      this.#cursor = item.cursor;
      await this.#save?.(item.cursor);
    }
  }

  /** A new batch of the failed items. Rejects while this one runs, and if nothing has failed. */
  async retryFailed(
    body: { readonly webhook?: BatchWebhook | undefined } = {},
    options?: KeyedCallOptions,
  ): Promise<Batch<Item, Result>> {
    const { transport, path, again } = this.#parts;
    const request = { method: 'POST', path: `${path}/retry-failed`, body, isKeyed: true } as const;
    const { jobId } = await transport.json<BatchAccepted>(request, options);
    return again(jobId);
  }

  /** All results so far as a file: lines of JSON, a table, or the stored documents as `warc`, compressed. */
  export(format: ExportFormat, { answers, columns, ...options }: ExportOptions = {}): Promise<Response> {
    const query = {
      ...(format === 'ndjson' ? { answers } : {}),
      ...(format === 'csv' || format === 'parquet' ? { columns: columns?.join(',') } : {}),
    };
    const path = `${this.#parts.path}/results.${format === 'warc' ? 'warc.gz' : format}${toQueryString(query)}`;
    return this.#parts.transport.open({ method: 'GET', path, headers: { accept: '*/*' } }, options);
  }
}
