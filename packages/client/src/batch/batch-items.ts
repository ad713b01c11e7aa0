import { QuarryError } from '../errors.js';
import type { BatchResultRow } from '../generated/types.js';
import { CallTimer, MAX_TIMEOUT_MS } from '../http/call-timer.js';
import type { CallOptions, Transport } from '../http/transport.js';
import { PATIENT_RETRIES } from '../polling.js';
import type { Files } from '../resources/files.js';
import { hasEnded, POLL_INTERVAL_MS, type BatchState, type ResultsOptions } from './batch-options.js';

export const PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 1_000;

/** One ended item. */
export interface BatchItem<Item, Result> {
  /** The request as it was sent; credentials in its headers are removed. */
  readonly query: Item;
  /** By its `status`, `ok` or `error`; `index` is its position in the submission. */
  readonly result: BatchResultRow['result'];
  /** Results up to and with this one: from here another process goes on. */
  readonly cursor: number;
  /** The stored response, the same as that of a single call. Rejects with the `QuarryError` of an item that failed. */
  readonly answer: (options?: CallOptions) => Promise<Result>;
}

export interface ItemSource {
  readonly transport: Transport;
  readonly files: Files;
  /** Path of the batch. */
  readonly path: string;
  readonly status: (options: CallOptions) => PromiseLike<BatchState>;
}

interface ResultsPage<Item> {
  readonly results: readonly (Omit<BatchResultRow, 'query'> & { readonly query: Item })[];
  readonly nextPage?: string;
}

const answerOf = async (files: Files, result: BatchResultRow['result'], options?: CallOptions): Promise<unknown> => {
  if (result.status === 'ok') return files.readAnswer(result.json, options);
  throw new QuarryError({
    code: result.error,
    message: result.message,
    retryable: result.retryable,
    requestId: result.id,
    reason: result.reason,
    retryAfterSeconds: result.retryAfterSeconds,
    storedPageUrl: result.html,
  });
};

const checkPageSize = (pageSize: number): number => {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= MAX_PAGE_SIZE) return pageSize;
  throw new RangeError(`pageSize must be an integer from 1 to ${MAX_PAGE_SIZE}.`);
};

/** Rows from `cursor` on, as far as there are any; the order of rows never changes. */
async function* readRows<Item, Result>(
  { transport, files, path }: ItemSource,
  cursor: number,
  limit: number,
  options: CallOptions,
): AsyncGenerator<BatchItem<Item, Result>, void, undefined> {
  for (let taken = cursor, hasMore = true; hasMore;) {
    const query = { page: Math.floor(taken / limit) + 1, limit };
    const page = await transport.json<ResultsPage<Item>>({ method: 'GET', path: `${path}/results`, query }, options);
    const rows = page.results.slice(taken % limit);
    for (const row of rows) {
      taken += 1;
      // safe because the types are made from the contract that the service responds by
      const answer = async (own?: CallOptions): Promise<Result> => (await answerOf(files, row.result, own)) as Result;
      yield { ...row, cursor: taken, answer };
    }
    // A page without new rows leads nowhere, whatever it says of the next one.
    hasMore = page.nextPage !== undefined && rows.length > 0;
  }
}

/** Items of a batch from `cursor` on, until it has ended. */
export async function* readItems<Item, Result>(
  source: ItemSource,
  { cursor = 0, pageSize = PAGE_SIZE, isToEnd = true, ...options }: ResultsOptions,
): AsyncGenerator<BatchItem<Item, Result>, void, undefined> {
  const limit = checkPageSize(pageSize);
  const timer = new CallTimer(options.timeoutMs ?? MAX_TIMEOUT_MS, options.signal);
  const call = { signal: timer.signal, maxRetries: PATIENT_RETRIES };
  let taken = cursor;
  try {
    for (;;) {
      const state = await source.status(call);
      options.onProgress?.(state);
      if (taken < state.responsesCount) {
        for await (const item of readRows<Item, Result>(source, taken, limit, call)) {
          yield item;
          taken = item.cursor;
        }
      }
      if (!isToEnd || (hasEnded(state) && taken >= state.responsesCount)) return;
      await timer.pause(options.pollIntervalMs ?? POLL_INTERVAL_MS);
    }
  } catch (error) {
    timer.rethrow(error, 'The results did not arrive in time. The batch runs on: open it again by its id and cursor.');
  } finally {
    timer.stop();
  }
}
