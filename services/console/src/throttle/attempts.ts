import { LRUCache } from 'lru-cache';
import type { Clock } from '@quarry/store';
import { THROTTLED_KEYS } from '../bounds.js';

export interface Attempts {
  /** Counts an attempt. Seconds to wait if there were too many; this one then counts for nothing. */
  take(key: string): number | undefined;
  /** Takes an attempt back: it was none of those that are counted. */
  giveBack(key: string): void;
  forget(key: string): void;
}

export interface AttemptsOptions {
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
  readonly maxKeys?: number;
}

interface Window {
  readonly startedAtMs: number;
  count: number;
}

/**
 * At most `limit` attempts per key in a window that begins with the first. An attempt counts before its outcome is known, so that
 * many at once are not more than one after the other.
 */
export const createAttempts = ({ limit, windowMs, clock, maxKeys = THROTTLED_KEYS }: AttemptsOptions): Attempts => {
  const windows = new LRUCache<string, Window>({ max: maxKeys });
  const current = (key: string): Window | undefined => {
    const window = windows.get(key);
    return window !== undefined && clock() - window.startedAtMs < windowMs ? window : undefined;
  };
  return {
    take: (key) => {
      const window = current(key);
      if (window === undefined) {
        windows.set(key, { startedAtMs: clock(), count: 1 });
        return undefined;
      }
      if (window.count >= limit) return Math.ceil((window.startedAtMs + windowMs - clock()) / 1000);
      window.count += 1;
      return undefined;
    },
    giveBack: (key) => {
      const window = current(key);
      if (window !== undefined && window.count > 0) window.count -= 1;
    },
    forget: (key) => void windows.delete(key),
  };
};
