import { QuarryError } from '../errors.js';
import { ApiPromise, type WithResponse } from './api-promise.js';
import { CallTimer } from './call-timer.js';
import { toQueryString } from './query-string.js';
import { readError, readJson } from './read-body.js';
import { readResponseInfo } from './response-info.js';
import { delayBeforeRetry, MAX_RETRIES, type RetryPolicy } from './retry-policy.js';

export interface CallOptions {
  /** Aborts the call, its pauses and the reading of its body. */
  readonly signal?: AbortSignal | undefined;
  /** Time for the whole call in milliseconds, all tries and pauses included. */
  readonly timeoutMs?: number | undefined;
  /** Repeats after a retryable failure, in place of the client's. */
  readonly maxRetries?: number | undefined;
}

/** Of calls that the service runs once per key. */
export interface KeyedCallOptions extends CallOptions {
  /** The same key with the same parameters returns the first response again for 24 hours. Default: a new key per call. */
  readonly idempotencyKey?: string | undefined;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the base URL; or the full URL of a stored file. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The service runs the call once per Idempotency-Key. */
  readonly isKeyed?: boolean;
  /** It takes `maxAge`: after a lost response, the next try asks for the response of the earlier one. */
  readonly hasMaxAge?: boolean;
}

export interface TransportOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly fetch: typeof globalThis.fetch;
}

type Read<T> = (response: Response) => Promise<T>;

const KEY = /^[!-~]{1,255}$/;

const checkKey = (key: string): string => {
  if (KEY.test(key)) return key;
  throw new RangeError('idempotencyKey must be 1 to 255 visible ASCII characters.');
};

const checkRetries = (maxRetries: number): number => {
  if (Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= MAX_RETRIES) return maxRetries;
  throw new RangeError(`maxRetries must be an integer from 0 to ${MAX_RETRIES}.`);
};

/** The code in an error of the runtime's fetch, such as ECONNREFUSED; else its text. */
const causeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  if (typeof code === 'string') return code;
  return cause instanceof Error ? cause.message : 'unknown';
};

/** A call that may be sent several times. */
interface PreparedCall<T> {
  readonly request: ApiRequest;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timer: CallTimer;
  readonly startedAtMs: number;
  readonly read: Read<T>;
}

/** Calls of the service, each repeated until it has a final response. */
export class Transport {
  constructor(readonly options: TransportOptions) {}

  get baseUrl(): string {
    return this.options.baseUrl;
  }

  /** A call that returns JSON. */
  json<T>(request: ApiRequest, options?: KeyedCallOptions): ApiPromise<T> {
    // safe because the types are made from the contract that the service responds by
    return new ApiPromise(this.send(request, options, async (response) => (await readJson(response)) as T));
  }

  /** A call that returns `{status, data}`. */
  data<T>(request: ApiRequest, options?: KeyedCallOptions): ApiPromise<T> {
    // safe as above
    const read = async (response: Response): Promise<T> => ((await readJson(response)) as { data: T }).data;
    return new ApiPromise(this.send(request, options, read));
  }

  /** A call whose body the caller reads: it is not repeated once that has begun. */
  open(request: ApiRequest, options?: CallOptions): Promise<Response> {
    return this.send(request, options, (response) => Promise.resolve(response)).then(({ data }) => data);
  }

  async send<T>(request: ApiRequest, options: KeyedCallOptions = {}, read: Read<T>): Promise<WithResponse<T>> {
    const retry = {
      ...this.options.retry,
      maxRetries: checkRetries(options.maxRetries ?? this.options.retry.maxRetries),
    };
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const headers = this.#headersOf(request, options.idempotencyKey);
    options.signal?.throwIfAborted();
    const timer = new CallTimer(options.timeoutMs ?? this.options.timeoutMs, options.signal);
    const call = { request, headers, body, timer, startedAtMs: performance.now(), read };
    let isResponseLost = false;
    try {
      for (let tries = 1; ; tries += 1) {
        const outcome: WithResponse<T> | QuarryError = await this.#try(call, tries, isResponseLost);
        if (!(outcome instanceof QuarryError)) return outcome;
        isResponseLost ||= outcome.code === 'connection_failed' || outcome.code === 'unexpected_response';
        const delayMs = delayBeforeRetry(outcome, tries, retry, Math.random());
        if (delayMs === undefined || delayMs >= timer.leftMs) throw outcome;
        await timer.pause(delayMs).catch(() => this.#endOf(timer, outcome));
      }
    } finally {
      timer.stop();
    }
  }

  #headersOf(request: ApiRequest, key: string | undefined): Record<string, string> {
    return {
      accept: 'application/json',
      'x-api-key': this.options.apiKey,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(request.isKeyed ? { 'idempotency-key': checkKey(key ?? crypto.randomUUID()) } : {}),
      ...request.headers,
    };
  }

  /** The response, or the failure; rejects if the call is over. */
  async #try<T>(call: PreparedCall<T>, tries: number, isResponseLost: boolean): Promise<WithResponse<T> | QuarryError> {
    const { request, timer, read } = call;
    // Browsers refuse a fetch that is called as a method.
    const { fetch } = this.options;
    try {
      const response = await fetch(this.#urlOf(call, isResponseLost), {
        method: request.method,
        headers: call.headers,
        // The key stays with its host.
        redirect: 'manual',
        signal: timer.signal,
        ...(call.body === undefined ? {} : { body: call.body }),
      });
      const info = readResponseInfo(response, tries);
      if (!response.ok) return await readError(response, info);
      return { data: await read(response), response: info };
    } catch (error) {
      if (error instanceof QuarryError) return error;
      if (timer.signal.aborted) return this.#endOf(timer, error);
      return new QuarryError({
        code: 'connection_failed',
        message: `No response from ${this.baseUrl} (${causeOf(error)}). Is the service running, and is the base URL right?`,
        retryable: true,
        cause: error,
      });
    }
  }

  #urlOf({ request, startedAtMs }: PreparedCall<unknown>, isResponseLost: boolean): string {
    const { path, query = {}, hasMaxAge = false } = request;
    const url = path.startsWith('/') ? `${this.baseUrl}${path}` : path;
    if (!isResponseLost || !hasMaxAge) return `${url}${toQueryString(query)}`;
    // A GET has no key. What an earlier try was charged for is found by its age.
    const maxAge = Math.ceil((performance.now() - startedAtMs) / 1_000) + 1;
    return `${url}${toQueryString('maxAge' in query && query.maxAge !== undefined ? query : { ...query, maxAge })}`;
  }

  #endOf(timer: CallTimer, cause: unknown): never {
    return timer.rethrow(
      cause,
      `${this.baseUrl} did not respond within the time of the call. Give it more by timeoutMs.`,
    );
  }
}
