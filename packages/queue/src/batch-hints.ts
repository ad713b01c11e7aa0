import { batchEndSchema } from '@quarry/contracts';
import type { Redis } from 'ioredis';
import type { QueueLog } from './connection/connections.js';
import { batchEndChannel, batchJobChannel } from './names.js';
import { parseJson } from './connection/parse-json.js';
import type { BatchHints, BatchListener } from './port.js';
import type { Subscriptions } from './connection/subscriptions.js';
import { withTimeout } from './connection/unavailable.js';

/** A hint without a listener is lost; leaders check the store as well. */
export const openBatchHints = (redis: Redis, prefix: string): BatchHints => ({
  announceEnd: async (end) => {
    const text = JSON.stringify(batchEndSchema.parse(end));
    await withTimeout('announcing an item', redis.publish(batchEndChannel(prefix), text));
  },
  announceJob: async (batchId) => {
    await withTimeout('announcing a job', redis.publish(batchJobChannel(prefix), batchId));
  },
});

export interface BatchListenerOptions {
  readonly subscriptions: Subscriptions;
  readonly prefix: string;
  readonly log: QueueLog;
}

/** Resolves when hints are received, with a function that stops it. */
export const listenForBatches = async (
  { subscriptions, prefix, log }: BatchListenerOptions,
  listener: BatchListener,
): Promise<() => Promise<void>> => {
  const unsubscribe = [
    await subscriptions.subscribe(batchEndChannel(prefix), (text) => {
      const end = batchEndSchema.safeParse(parseJson(text));
      if (end.success) listener.onEnd(end.data);
      else log.warn('malformed hint dropped');
    }),
    await subscriptions.subscribe(batchJobChannel(prefix), (batchId) => listener.onJob(batchId)),
  ];
  return async () => {
    await Promise.all(unsubscribe.map((end) => end()));
  };
};
