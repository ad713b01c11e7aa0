import { randomUUID } from 'node:crypto';
import { jobReplySchema } from '@quarry/contracts';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { REMEMBERED_REPLIES } from './bounds.js';
import type { QueueLog } from './connection/connections.js';
import { replyChannel } from './names.js';
import { parseJson } from './connection/parse-json.js';
import type { ReplyListener, ReplySender } from './port.js';
import type { Subscriptions } from './connection/subscriptions.js';
import { withTimeout } from './connection/unavailable.js';

/** A reply without a listener is lost; the waiting side checks the request's row as well. */
export const openReplySender = (redis: Redis, prefix: string): ReplySender => ({
  send: async (address, reply) => {
    const text = JSON.stringify(jobReplySchema.parse(reply));
    await withTimeout('sending a reply', redis.publish(replyChannel(prefix, address), text));
  },
  isHeard: async (address) => {
    const work = redis.pubsub('NUMSUB', replyChannel(prefix, address));
    const [, count] = await withTimeout('counting listeners', work);
    return Number(count) > 0;
  },
  close: async () => undefined,
});

class Waiters {
  readonly #byRequest = new Map<string, Set<(isAnswered: boolean) => void>>();
  /** Replies that came before their waiter, or between two waits. */
  readonly #early = new LRUCache<string, true>({ max: REMEMBERED_REPLIES });

  arrive(requestId: string): void {
    const waiters = this.#byRequest.get(requestId);
    if (waiters === undefined) this.#early.set(requestId, true);
    else for (const settle of [...waiters]) settle(true);
  }

  wait(requestId: string, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
    if (this.#early.delete(requestId)) return Promise.resolve(true);
    if (signal?.aborted === true) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiters = this.#byRequest.get(requestId) ?? new Set();
      const settle = (isAnswered: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        waiters.delete(settle);
        if (waiters.size === 0) this.#byRequest.delete(requestId);
        resolve(isAnswered);
      };
      const stop = () => settle(false);
      const timer = setTimeout(stop, timeoutMs);
      signal?.addEventListener('abort', stop, { once: true });
      this.#byRequest.set(requestId, waiters.add(settle));
    });
  }

  end(): void {
    for (const waiters of [...this.#byRequest.values()]) for (const settle of [...waiters]) settle(false);
  }
}

export interface ReplyListenerOptions {
  readonly subscriptions: Subscriptions;
  readonly prefix: string;
  readonly log: QueueLog;
}

export const openReplyListener = async ({
  subscriptions,
  prefix,
  log,
}: ReplyListenerOptions): Promise<ReplyListener> => {
  const address = randomUUID();
  const waiters = new Waiters();
  const unsubscribe = await subscriptions.subscribe(replyChannel(prefix, address), (text) => {
    const reply = jobReplySchema.safeParse(parseJson(text));
    if (reply.success) waiters.arrive(reply.data.requestId);
    else log.warn('malformed reply dropped');
  });
  return {
    address,
    wait: (requestId, timeoutMs, signal) => waiters.wait(requestId, timeoutMs, signal),
    close: async () => {
      waiters.end();
      await unsubscribe();
    },
  };
};
