import type { QueueName } from '@quarry/contracts';
import { countEnd, type Logger, type Metrics } from '@quarry/observability';
import type { JobProducer, JobRef, QueueSwitches } from '@quarry/queue';
import type { BatchItemStore } from '@quarry/store';
import { DRAIN_STEP_JOBS, DRAIN_STEPS } from '../bounds.js';
import { ENDS } from '../settlement/settlement.js';

export interface DrainQueuesOptions {
  readonly draining: () => readonly QueueName[];
  readonly switches: Pick<QueueSwitches, 'waiting' | 'noteDrained'>;
  readonly producer: Pick<JobProducer, 'withdraw'>;
  readonly items: Pick<BatchItemStore, 'finish'>;
  /** Ends a request, free of charge, and returns its place; never rejects. */
  readonly undo: (requestId: string) => Promise<void>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'increment'>;
}

/**
 * One pass over the queues that an operator drains. A job leaves the queue before its row ends, so nothing that a worker has begun
 * is ended here, and if this process dies in between, the row is enqueued again by whoever looks after it. Several replicas may run
 * it at once: a job is withdrawn by one of them, and a row ends once. Returns how many jobs were withdrawn.
 */
export const createQueueDrain = (options: DrainQueuesOptions): (() => Promise<number>) => {
  const { draining, switches, producer, items, undo, log, metrics } = options;

  const endItem = async ({ requestId }: JobRef): Promise<void> => {
    const finished = await items.finish(requestId, ENDS.unavailable);
    if (finished?.isWinner) countEnd(metrics, finished.row);
  };

  const takeNext = async (queue: QueueName, lane: 'interactive' | 'batch'): Promise<readonly JobRef[]> =>
    producer.withdraw(queue, await switches.waiting(queue, lane, DRAIN_STEP_JOBS));

  const drain = async (queue: QueueName): Promise<number> => {
    let withdrawn = 0;
    for (let step = 0; step < DRAIN_STEPS; step += 1) {
      const requests = await takeNext(queue, 'interactive');
      await Promise.all(requests.map(({ requestId }) => undo(requestId)));
      const ended = await takeNext(queue, 'batch');
      await Promise.all(ended.map(endItem));
      withdrawn += requests.length + ended.length;
      if (requests.length + ended.length > 0) continue;
      if (await switches.noteDrained(queue)) log.info('queue drained', { queue });
      break;
    }
    return withdrawn;
  };

  return async () => {
    let withdrawn = 0;
    for (const queue of draining()) withdrawn += await drain(queue);
    return withdrawn;
  };
};
