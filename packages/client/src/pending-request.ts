import type { RequestRecord } from './generated/types.js';
import type { ApiPromise } from './http/api-promise.js';
import type { CallOptions } from './http/transport.js';
import type { WaitOptions } from './polling.js';

/** Where its state and its response are. */
export interface RequestSource {
  get(id: string, options?: CallOptions): ApiPromise<RequestRecord>;
  waitFor(id: string, options: WaitOptions): Promise<unknown>;
}

/** A request that runs without its caller; any process finds it again by its id. */
export class PendingRequest<Result> {
  readonly #requests: RequestSource;
  readonly #known: Result | undefined;

  constructor(
    requests: RequestSource,
    readonly id: string,
    known?: Result,
  ) {
    this.#requests = requests;
    this.#known = known;
  }

  /** State, verdict, timings and credits. */
  status(options?: CallOptions): ApiPromise<RequestRecord> {
    return this.#requests.get(this.id, options);
  }

  /** Waits for the end. Rejects with the `QuarryError` of a request that failed. */
  async result(options: WaitOptions = {}): Promise<Result> {
    if (this.#known !== undefined) return this.#known;
    // safe because the caller knows which operation it has called
    return (await this.#requests.waitFor(this.id, options)) as Result;
  }
}
