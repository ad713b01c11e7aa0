import type { Redis } from 'ioredis';
import { closeConnection } from './connections.js';
import { withTimeout } from './unavailable.js';

export interface Subscriptions {
  /** Resolves when the server has confirmed it, with a function that ends it. */
  subscribe(channel: string, onMessage: (text: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** All channels of this process on one connection, which is opened for the first of them. */
export const openSubscriptions = (connect: () => Redis): Subscriptions => {
  const listeners = new Map<string, Set<(text: string) => void>>();
  let redis: Redis | undefined;
  const connected = (): Redis => {
    if (redis !== undefined) return redis;
    const connection = connect();
    connection.on('ready', () => {
      // One that ends before it replies is followed by another.
      if (listeners.size > 0) connection.subscribe(...listeners.keys()).catch(() => undefined);
    });
    connection.on('message', (channel: string, text: string) => {
      for (const listener of listeners.get(channel) ?? []) listener(text);
    });
    redis = connection;
    return connection;
  };
  return {
    subscribe: async (channel, onMessage) => {
      const ofChannel = listeners.get(channel) ?? new Set();
      listeners.set(channel, ofChannel.add(onMessage));
      const connection = connected();
      const end = async () => {
        ofChannel.delete(onMessage);
        if (ofChannel.size > 0) return;
        listeners.delete(channel);
        if (connection.status !== 'ready') return;
        await withTimeout('unsubscribing', connection.unsubscribe(channel)).catch(() => undefined);
      };
      try {
        await withTimeout('subscribing', connection.subscribe(channel));
      } catch (error) {
        await end();
        throw error;
      }
      return end;
    },
    close: async () => {
      listeners.clear();
      if (redis !== undefined) await closeConnection(redis);
    },
  };
};
