import { operationById, QUEUE_NAMES, type QueueName } from '@quarry/contracts';
import type { JobProducer } from '@quarry/queue';
import type { BatchStore } from '@quarry/store';
import { SLOTS_REMEMBERED_MS } from './bounds.js';
import type { QueueLoad } from './plan/window-shares.js';

export interface Sample {
  readonly loads: readonly QueueLoad[];
  readonly slotsOf: (queue: QueueName) => number;
}

export interface SamplerOptions {
  readonly batches: Pick<BatchStore, 'load'>;
  readonly jobs: Pick<JobProducer, 'slots' | 'backlog'>;
}

/** Samples the open work of all replicas and the slots of all live workers. */
export class Sampler {
  readonly #options: SamplerOptions;
  readonly #slots = new Map<QueueName, { count: number; atMs: number }>();

  constructor(options: SamplerOptions) {
    this.#options = options;
  }

  async sample(): Promise<Sample> {
    const [loads] = await Promise.all([this.#options.batches.load(), this.#lookAtSlots()]);
    return {
      // A job without a leader hands nothing over: a place for it would stay empty.
      loads: loads.flatMap(({ accountId, operation, ledJobs: jobs, ledItems: openItems }) => {
        const queue = operationById(operation)?.queue;
        return queue === undefined || jobs === 0 ? [] : [{ accountId, queue, jobs, openItems }];
      }),
      slotsOf: (queue) => this.#slots.get(queue)?.count ?? 0,
    };
  }

  async #lookAtSlots(): Promise<void> {
    const counts = await Promise.allSettled(QUEUE_NAMES.map((queue) => this.#slotsOf(queue)));
    const atMs = performance.now();
    QUEUE_NAMES.forEach((queue, index) => {
      const result = counts[index];
      // A Redis that is unavailable takes no jobs, and workers take none of a paused queue: an item's time would pass there.
      if (result?.status !== 'fulfilled' || result.value === 'paused') this.#slots.delete(queue);
      else if (result.value > 0) this.#slots.set(queue, { count: result.value, atMs });
      else this.#forgetOld(queue, atMs);
    });
  }

  async #slotsOf(queue: QueueName): Promise<number | 'paused'> {
    const { jobs } = this.#options;
    const [slots, { state }] = await Promise.all([jobs.slots(queue), jobs.backlog(queue)]);
    return state === 'open' ? slots : 'paused';
  }

  /** A Redis that was emptied does not know its workers until they register again. */
  #forgetOld(queue: QueueName, atMs: number): void {
    const known = this.#slots.get(queue);
    if (known !== undefined && atMs - known.atMs > SLOTS_REMEMBERED_MS) this.#slots.delete(queue);
  }
}
