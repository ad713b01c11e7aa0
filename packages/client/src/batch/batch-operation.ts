import type { BatchAccepted } from '../generated/types.js';
import { pathPart } from '../http/check-text.js';
import type { KeyedCallOptions, Transport } from '../http/transport.js';
import type { Files } from '../resources/files.js';
import { Batch } from './batch.js';
import type { BatchDelivery, BatchWebhook } from './batch-options.js';
import { digestOf, type BatchProgress, type BatchProgressStore } from './batch-progress.js';

/** Most requests of one batch. */
export const BATCH_MAX_REQUESTS = 10_000;

export interface BatchSubmission<Item, Defaults> {
  /** 1 to 10,000 bodies or parameters of single calls. */
  readonly requests: readonly Item[];
  /** Parameters of every request that does not set them itself. */
  readonly defaults?: Defaults | undefined;
  /** Receiver of the batch's events. */
  readonly webhook?: BatchWebhook | undefined;
  /** Bucket to which the results are delivered. */
  readonly delivery?: BatchDelivery | undefined;
}

export interface SubmitOptions extends KeyedCallOptions {
  /**
   * Keeps the batch and how far its results were taken. The same submission with the same store goes on with its batch, also in
   * another process: nothing is submitted twice.
   */
  readonly progress?: BatchProgressStore | undefined;
}

export interface OpenOptions {
  /** Results that were taken before: `cursor` of the last item. */
  readonly cursor?: number | undefined;
}

/** `client.batches.<operation>` */
export class BatchOperation<Item extends object, Defaults extends object, Result> {
  readonly #transport: Transport;
  readonly #files: Files;
  readonly #path: string;

  constructor(transport: Transport, files: Files, path: string) {
    this.#transport = transport;
    this.#files = files;
    this.#path = path;
  }

  /** Submits a batch. One invalid request refuses it as a whole: `violations` names each mistake as `requests.<index>.<field>`. */
  async submit(
    submission: BatchSubmission<Item, Defaults>,
    { progress, ...options }: SubmitOptions = {},
  ): Promise<Batch<Item, Result>> {
    const count = submission.requests.length;
    if (count === 0 || count > BATCH_MAX_REQUESTS) {
      throw new RangeError(`A batch has 1 to ${BATCH_MAX_REQUESTS} requests, not ${count}. Submit several batches.`);
    }
    if (progress !== undefined) return this.#submitOnce(submission, progress, options);
    return this.#batch((await this.#send(submission, options)).jobId, { cursor: 0 });
  }

  /** A batch that was submitted before, by this or any other process. */
  open(jobId: string, { cursor = 0 }: OpenOptions = {}): Batch<Item, Result> {
    return this.#batch(jobId, { cursor });
  }

  async #submitOnce(
    submission: BatchSubmission<Item, Defaults>,
    store: BatchProgressStore,
    options: KeyedCallOptions,
  ): Promise<Batch<Item, Result>> {
    const digest = await digestOf(this.#path, submission);
    const known = await store.load();
    if (known !== undefined && (known.digest !== digest || known.path !== this.#path)) {
      throw new Error('The progress is that of another submission. Give each batch a store of its own.');
    }
    if (known?.jobId !== undefined) return this.#resumable(known.jobId, known, store);
    // Saved first: if this process dies before it hears of the batch, the next one finds it by the key.
    const idempotencyKey = known?.idempotencyKey ?? options.idempotencyKey ?? crypto.randomUUID();
    const fresh = { path: this.#path, digest, idempotencyKey, cursor: 0 };
    await store.save(fresh);
    const { jobId } = await this.#send(submission, { ...options, idempotencyKey });
    await store.save({ ...fresh, jobId });
    return this.#resumable(jobId, { ...fresh, jobId }, store);
  }

  #resumable(jobId: string, known: BatchProgress, store: BatchProgressStore): Batch<Item, Result> {
    const save = (cursor: number): Promise<void> => store.save({ ...known, jobId, cursor });
    return this.#batch(jobId, { cursor: known.cursor, save });
  }

  #send(submission: BatchSubmission<Item, Defaults>, options: KeyedCallOptions): PromiseLike<BatchAccepted> {
    return this.#transport.json({ method: 'POST', path: this.#path, body: submission, isKeyed: true }, options);
  }

  #batch(jobId: string, place: { cursor: number; save?: (cursor: number) => Promise<void> }): Batch<Item, Result> {
    const path = `${this.#path}/${pathPart('jobId', jobId)}`;
    const again = (id: string): Batch<Item, Result> => this.open(id);
    return new Batch({ transport: this.#transport, files: this.#files, path, again }, jobId, place);
  }
}
